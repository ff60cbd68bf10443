import TestSupport
import Testing

@testable import FinderEngine

/// What distinguishes one state of a file from another.
@Suite struct DatasetIdentityTests {
  private func identity(_ path: String) throws -> DatasetIdentity {
    try #require(DatasetIdentity(ofFile: FilePath(path)))
  }

  /// Sets the modification time, which any program may; the change time cannot be set.
  private func setModified(_ path: String, seconds: Int, nanoseconds: Int = 0) {
    let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    #expect(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
  }

  @Test func sizeTimesAndFileCount() throws {
    try TemporaryDirectory.with { folder in
      let path = try folder.write("one", to: "a")
      setModified(path, seconds: 1_000_000, nanoseconds: 5)
      let first = try identity(path)
      #expect(try identity(path) == first && first.words == identity(path).words)
      #expect(first.modified == 1_000_000_000_000_005 && first.size == 3)

      // A nanosecond is a difference.
      setModified(path, seconds: 1_000_000, nanoseconds: 6)
      #expect(try identity(path) != first)

      // Overwritten, with the old modification time: only the change time differs.
      usleep(20_000)
      try folder.write("two", to: "a")
      setModified(path, seconds: 1_000_000, nanoseconds: 5)
      let second = try identity(path)
      #expect(second.modified == first.modified && second.size == first.size)
      #expect(second.inode == first.inode && second.changed > first.changed)
      #expect(second != first && second.words != first.words)

      try folder.write("three", to: "a")
      #expect(try identity(path).size == 5)

      // Another file under the same name.
      try folder.write("three", to: "b")
      rename(folder.file("b"), path)
      #expect(try identity(path).inode != first.inode)
      #expect(try identity(path).fileName == first.fileName)
    }
  }

  @Test func pathsAndLinks() throws {
    try TemporaryDirectory.with { folder in
      let path = try folder.write("one", to: "a")
      symlink("a", folder.file("link"))
      link(path, folder.file("hard"))
      #expect(try identity(folder.file("link")) == identity(path))
      #expect(try identity(folder.path + "/./a") == identity(path))
      // A second name of the file is another dataset, with its own snapshot.
      #expect(try identity(folder.file("hard")) != identity(path))
      #expect(try identity(folder.file("hard")).fileName != identity(path).fileName)
    }
  }

  @Test func onlyRegularFilesHaveOne() throws {
    try TemporaryDirectory.with { folder in
      #expect(DatasetIdentity(ofFile: FilePath(folder.path)) == nil)
      #expect(DatasetIdentity(ofFile: FilePath(folder.file("none"))) == nil)
      #expect(DatasetIdentity(ofFile: "/dev/null") == nil)
      mkfifo(folder.file("pipe"), 0o600)
      #expect(DatasetIdentity(ofFile: FilePath(folder.file("pipe"))) == nil)
      symlink("nowhere", folder.file("link"))
      #expect(DatasetIdentity(ofFile: FilePath(folder.file("link"))) == nil)
    }
  }

  /// A modification time set far back does not make a new file old.
  @Test func settledAfterTwoSeconds() throws {
    try TemporaryDirectory.with { folder in
      let path = try folder.write("one", to: "a")
      setModified(path, seconds: 1_000_000)
      let old = try identity(path)
      #expect(!old.isSettled(at: old.changed))
      #expect(!old.isSettled(at: old.changed + 2_000_000_000))
      #expect(old.isSettled(at: old.changed + 2_000_000_001))
      setModified(path, seconds: time(nil) + 1000)
      let future = try identity(path)
      #expect(!future.isSettled && !future.isSettled(at: future.changed + 2_000_000_001))
    }
    #expect(SettledFile.identity.isSettled)
  }

  /// If it was read before the two seconds were over, another write may have come in the same tick, and
  /// waiting before keeping the snapshot does not change that.
  @Test(.slow) func whatWasReadTooEarlyIsNotKeptLater() throws {
    try TemporaryDirectory.with { folder in
      let cache = SnapshotCache(folder: FilePath(folder.file("cache")))
      let source = DatasetSource(kind: .option, path: FilePath(folder.file("venues.geojson")))
      var early: DatasetLoader.Loaded
      var written: ContinuousClock.Instant
      repeat {
        written = .now
        try folder.write(#"{"type":"FeatureCollection","features":[]}"#, to: "venues.geojson")
        early = try DatasetLoader.load(source, cache: cache)
        // A busy machine may need more than the two seconds for it.
      } while .now - written > .seconds(1)
      early.keep(early.store)
      usleep(2_200_000)
      early.keep(early.store)
      #expect(cache.entries.isEmpty)

      let late = try DatasetLoader.load(source, cache: cache)
      late.keep(late.store)
      #expect(cache.entries.count == 1)
      #expect(try DatasetLoader.load(source, cache: cache).store.isMapped)
    }
  }
}
