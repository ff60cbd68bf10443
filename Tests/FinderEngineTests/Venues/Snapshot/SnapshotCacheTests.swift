import TestSupport
import Testing

@testable import FinderEngine

/// The folder of snapshots: what is kept there, what is trusted, and what is removed first.
@Suite struct SnapshotCacheTests {
  private let identity = SettledFile.identity

  private static func store(_ count: Int = 3) throws -> VenueStore {
    try SearchHarness.numbered(.uniform, count: count, seed: 61).store
  }

  private func with(
    limit: Int = 2_000_000_000,
    _ body: (SnapshotCache, TemporaryDirectory) throws -> Void
  ) throws {
    try TemporaryDirectory.with { folder in
      try body(SnapshotCache(folder: FilePath(folder.file("cache/finder")), limit: limit), folder)
    }
  }

  private func path(_ cache: SnapshotCache, _ identity: DatasetIdentity) -> String {
    "\(cache.folder)/\(identity.fileName)"
  }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  private func setAge(_ path: String, seconds: Int) {
    let then = timespec(tv_sec: time(nil) - seconds, tv_nsec: 0)
    #expect(utimensat(AT_FDCWD, path, [then, then], 0) == 0)
  }

  // MARK: Which snapshots are trusted

  @Test func keptAndFoundAgain() throws {
    try with { cache, _ in
      #expect(cache.store(for: identity) == nil && cache.entries.isEmpty)
      cache.keep(try Self.store(), for: identity)
      #expect(try Files.names(in: "\(cache.folder)") == [identity.fileName])
      #expect(mode("\(cache.folder)") == 0o700 && mode(path(cache, identity)) == 0o600)
      setAge(path(cache, identity), seconds: 5000)
      #expect(cache.store(for: identity)?.count == 3)
      // Used now, whatever its time was before.
      #expect(try #require(cache.entries.first).lastUse > time(nil) - 100)
      cache.remove(for: identity)
      #expect(cache.entries.isEmpty)
    }
  }

  @Test(arguments: [0o666, 0o620, 0o602, 0o777] as [mode_t])
  func snapshotsThatOthersMayWriteAreNotTrusted(mode: mode_t) throws {
    try with { cache, _ in
      cache.keep(try Self.store(), for: identity)
      chmod(path(cache, identity), mode)
      #expect(cache.store(for: identity) == nil)
      chmod(path(cache, identity), 0o600)
      #expect(cache.store(for: identity) != nil)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file to another user"))
  func anotherUsersSnapshotIsNotTrusted() throws {
    try with { cache, _ in
      cache.keep(try Self.store(), for: identity)
      chown(path(cache, identity), 12345, 12345)
      #expect(cache.store(for: identity) == nil)
      chown(path(cache, identity), geteuid(), getegid())
      #expect(cache.store(for: identity) != nil)
      chown("\(cache.folder)", 12345, 12345)
      cache.remove(for: identity)
      cache.keep(try Self.store(), for: identity)
      #expect(cache.entries.isEmpty)
    }
  }

  @Test func linksPipesAndFoldersAreNotSnapshots() throws {
    try with { cache, _ in
      cache.keep(try Self.store(), for: identity)
      let (place, aside) = (path(cache, identity), "\(cache.folder)/aside")
      rename(place, aside)
      symlink("aside", place)
      #expect(cache.store(for: identity) == nil)
      unlink(place)
      // Opening it must not wait for a writer.
      mkfifo(place, 0o600)
      #expect(cache.store(for: identity) == nil)
      unlink(place)
      mkdir(place, 0o700)
      #expect(cache.store(for: identity) == nil)
      cache.keep(try Self.store(), for: identity)
      #expect(try Set(Files.names(in: "\(cache.folder)")) == [identity.fileName, "aside"])
    }
  }

  /// A file that is not a complete snapshot of the dataset's state is removed.
  @Test func uselessOnesAreRemoved() throws {
    let other = try #require(try SettledFile.identities().first { $0 != identity })
    try with { cache, _ in
      cache.keep(try Self.store(), for: other)
      rename(path(cache, other), path(cache, identity))
      #expect(cache.store(for: identity) == nil && cache.entries.isEmpty)

      for bytes in [[], [1, 2, 3], [UInt8](repeating: 7, count: 9000)] {
        try Files.write(bytes, to: path(cache, identity))
        chmod(path(cache, identity), 0o600)
        #expect(cache.store(for: identity) == nil && cache.entries.isEmpty)
      }
    }
  }

  // MARK: Folders that cannot be used

  @Test func anInvalidFolder() throws {
    try with { cache, folder in
      try folder.write("a file", to: "cache")
      cache.keep(try Self.store(), for: identity)
      #expect(cache.store(for: identity) == nil && cache.entries.isEmpty && cache.clear() == 0)
      #expect(try Files.names(in: folder.path) == ["cache"])
    }
    try with { cache, folder in
      mkdir(folder.file("cache"), 0o700)
      try folder.write("a file", to: "cache/finder")
      cache.keep(try Self.store(), for: identity)
      #expect(cache.store(for: identity) == nil)
      #expect(try Files.text("\(cache.folder)") == "a file")
    }
  }

  @Test func linkedFolderIsNotWrittenTo() throws {
    try with { cache, folder in
      mkdir(folder.file("cache"), 0o700)
      mkdir(folder.file("elsewhere"), 0o700)
      symlink("../elsewhere", "\(cache.folder)")
      cache.keep(try Self.store(), for: identity)
      #expect(try Files.names(in: folder.file("elsewhere")).isEmpty)
    }
  }

  @Test(arguments: [0o770, 0o707, 0o777, 0o1777] as [mode_t])
  func folderThatOthersMayWriteTo(mode: mode_t) throws {
    try with { cache, _ in
      cache.keep(try Self.store(), for: identity)
      cache.remove(for: identity)
      chmod("\(cache.folder)", mode)
      cache.keep(try Self.store(), for: identity)
      #expect(cache.entries.isEmpty)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func readOnlyFolder() throws {
    try with { cache, _ in
      cache.keep(try Self.store(), for: identity)
      cache.remove(for: identity)
      chmod("\(cache.folder)", 0o500)
      cache.keep(try Self.store(), for: identity)
      #expect(cache.entries.isEmpty)
      chmod("\(cache.folder)", 0o700)
    }
  }

  // MARK: The limit on size

  @Test func oldestUseGoesFirst() throws {
    let identities = try Array(SettledFile.identities().prefix(4))
    let store = try Self.store()
    let size = try #require(SnapshotWriter(store, identity).fileBytes)
    try with(limit: 3 * size) { cache, _ in
      for (i, identity) in identities.prefix(3).enumerated() {
        cache.keep(store, for: identity)
        setAge(path(cache, identity), seconds: 1000 - i)
      }
      #expect(cache.entries.map(\.name.description) == identities.prefix(3).map(\.fileName))
      // After another use, the oldest is the most recent.
      #expect(cache.store(for: identities[0]) != nil)
      cache.keep(store, for: identities[3])
      let kept = [identities[0], identities[2], identities[3]].map(\.fileName)
      #expect(Set(cache.entries.map(\.name.description)) == Set(kept))

      // A snapshot that replaces an older one of the same dataset needs no more room.
      setAge(path(cache, identities[3]), seconds: 5)
      cache.keep(store, for: identities[3])
      #expect(Set(cache.entries.map(\.name.description)) == Set(kept))
      #expect(cache.entries.reduce(0) { $0 + $1.bytes } == 3 * size)
    }
    try with(limit: size - 1) { cache, _ in
      cache.keep(store, for: identity)
      #expect(cache.entries.isEmpty)
    }
    try with(limit: size) { cache, _ in
      cache.keep(store, for: identity)
      cache.keep(store, for: identities[identities[0] == identity ? 1 : 0])
      #expect(cache.entries.count == 1)
    }
  }

  /// Reported once, until there is room or the cache is cleared.
  @Test func tooLargeIsReportedOnce() throws {
    let store = try Self.store()
    let size = try #require(SnapshotWriter(store, identity).fileBytes)
    try with(limit: size - 1) { cache, _ in
      for isNews in [true, false, false] {
        let outcome = cache.keep(store, for: identity)
        #expect(outcome == .tooLarge(bytes: size, limit: size - 1, isNews: isNews))
      }
      #expect(SnapshotCache(folder: cache.folder, limit: size).keep(store, for: identity) == .kept)
      let kept = try Files.names(in: "\(cache.folder)")
      #expect(kept == [identity.fileName])
      cache.remove(for: identity)
      #expect(cache.keep(store, for: identity) != .notKept)
      #expect(cache.clear() == 0)
      let left = try Files.names(in: "\(cache.folder)")
      #expect(left == [])
    }
  }

  /// Beside an edition there is no limit and no waiting, and nothing else is removed.
  @Test func besideAnEdition() throws {
    try TemporaryDirectory.with { folder in
      let path = FilePath(folder.file("0123.geojson"))
      try folder.write("text", to: "0123.geojson")
      let identity = try #require(DatasetIdentity(ofFile: path))
      let place = SnapshotCache(folder: FilePath(folder.file("cache")), limit: 1).beside(path)
      #expect(place.keep(try Self.store(), for: identity) == .kept)
      #expect(place.store(for: identity)?.count == 3)
      #expect(try Files.names(in: folder.path) == ["0123.geojson", "0123.snapshot"])
      chmod(folder.path, 0o777)
      #expect(place.keep(try Self.store(), for: identity) == .notKept)
    }
  }

  /// What was made from a snapshot is part of it: counted, removed and cleared together.
  @Test func companions() throws {
    let identities = try Array(SettledFile.identities().prefix(3))
    let store = try Self.store()
    let size = try #require(SnapshotWriter(store, identity).fileBytes)
    func names(_ identity: DatasetIdentity) -> String {
      "\(identity.fileName.dropLast(".snapshot".count)).names"
    }
    try with { cache, _ in
      #expect(cache.keepNames(for: identities[0]) == .notKept, "there is no snapshot")
      for identity in identities {
        cache.keep(store, for: identity)
        #expect(cache.keepNames(for: identity) == .kept)
        #expect(cache.keepNames(for: identity) == .notKept, "it is there already")
        #expect(mode("\(cache.folder)/\(names(identity))") == 0o600)
      }
      let first = try #require(cache.entries.first)
      #expect(first.foodBytes == 0)
      let beside = first.namesBytes
      #expect(cache.entries.allSatisfy { $0.bytes == size + beside } && beside > 0)

      cache.remove(for: identities[0])
      #expect(try Files.names(in: "\(cache.folder)").count == 4)
      // A new snapshot may have other rows.
      cache.keep(store, for: identities[1])
      #expect(!(try Files.names(in: "\(cache.folder)").contains(names(identities[1]))))
      // A companion without a snapshot is removed with the next one.
      unlink("\(cache.folder)/\(identities[2].fileName)")
      #expect(cache.entries.count == 1)
      cache.keep(store, for: identities[1])
      #expect(try Files.names(in: "\(cache.folder)") == [identities[1].fileName])
      #expect(cache.keepNames(for: identities[1]) == .kept && cache.clear() == 1)
      #expect(try Files.names(in: "\(cache.folder)").isEmpty)

      let tight = SnapshotCache(folder: cache.folder, limit: size + beside - 1)
      for isNews in [true, false] {
        #expect(tight.keep(store, for: identity) == .kept)
        #expect(
          tight.keepNames(for: identity)
            == .tooLarge(bytes: size + beside, limit: size + beside - 1, isNews: isNews))
      }
      let room = SnapshotCache(folder: cache.folder, limit: 2 * (size + beside) - 1)
      #expect(room.keepNames(for: identity) == .kept)
      setAge(path(cache, identity), seconds: 100)
      let other = try #require(identities.first { $0 != identity })
      room.keep(store, for: other)
      #expect(room.entries.count == 2)
      #expect(room.keepNames(for: other) == .kept)
      #expect(room.entries.map(\.name.description) == [other.fileName])
    }
  }

  /// Rows of another snapshot are different venues, so its directory is not used, whatever the dataset.
  @Test func directoryOfAnotherSnapshot() throws {
    try with { cache, _ in
      cache.keep(try Self.store(5), for: identity)
      #expect(cache.keepNames(for: identity) == .kept)
      let first = try #require(cache.store(for: identity))
      #expect(cache.names(of: first, for: identity) != nil)
      let names = "\(cache.path(ofCompanion: ".names", for: identity))"
      let bytes = try Files.bytes(names)
      cache.keep(try SearchHarness.numbered(.uniform, count: 5, seed: 62).store, for: identity)
      try Files.write(bytes, to: names)
      chmod(names, 0o600)
      let second = try #require(cache.store(for: identity))
      #expect(cache.names(of: second, for: identity) == nil)
      #expect(cache.keepNames(for: identity) == .kept)
      #expect(cache.names(of: second, for: identity) != nil)
      #expect(cache.names(of: first, for: identity) == nil, "it was replaced")
      #expect(cache.names(of: try Self.store(5), for: identity) == nil, "rows as read")
    }
  }

  /// Files of holes, with sizes whose sum overflows.
  @Test func hugeFilesAreJustRemoved() throws {
    let identities = try Array(SettledFile.identities().prefix(4))
    try with { cache, _ in
      let store = try Self.store()
      for identity in identities.dropFirst() {
        cache.keep(store, for: identity)
        var size = off_t.max
        while truncate(path(cache, identity), size) != 0, size > 1 << 40 { size /= 2 }
        setAge(path(cache, identity), seconds: 100)
      }
      cache.keep(store, for: identities[0])
      #expect(cache.entries.map(\.name.description) == [identities[0].fileName])
    }
  }

  @Test func unfinishedOnesGoAfterAnHour() throws {
    try with { cache, _ in
      cache.keep(try Self.store(), for: identity)
      let (old, fresh) = ("\(cache.folder)/.finder.1.tmp", "\(cache.folder)/.finder.2.b.tmp")
      for path in [old, fresh] { try Files.write([1], to: path) }
      let foreign = "\(cache.folder)/notes.txt"
      try Files.write([1], to: foreign)
      setAge(old, seconds: 3700)
      setAge(fresh, seconds: 3500)
      setAge(foreign, seconds: 100_000)
      cache.keep(try Self.store(), for: identity)
      let names = try Set(Files.names(in: "\(cache.folder)"))
      #expect(names == [".finder.2.b.tmp", "notes.txt", identity.fileName])
      #expect(cache.entries.count == 1, "none of these is a snapshot")
    }
  }

  /// Removes only what finder made.
  @Test func clears() throws {
    try with { cache, _ in
      #expect(cache.clear() == 0)
      for identity in try SettledFile.identities().prefix(3) {
        cache.keep(try Self.store(), for: identity)
      }
      try Files.write([1], to: "\(cache.folder)/notes.txt")
      #expect(cache.entries.count == 3)
      #expect(cache.clear() == 3)
      #expect(try Files.names(in: "\(cache.folder)") == ["notes.txt"])
      #expect(cache.clear() == 0)
    }
  }

  /// An unfinished file of the same name, left by a process with the same number, is not touched and does no
  /// harm.
  @Test func anothersUnfinishedFileStays() throws {
    try with { cache, _ in
      cache.keep(try Self.store(), for: identity)
      cache.remove(for: identity)
      let name = ".finder.\(getpid()).tmp"
      try Files.write([1, 2], to: "\(cache.folder)/\(name)")
      cache.keep(try Self.store(), for: identity)
      #expect(try Set(Files.names(in: "\(cache.folder)")) == [name, identity.fileName])
      #expect(try Files.bytes("\(cache.folder)/\(name)") == [1, 2])
    }
  }

  // MARK: Location

  @Test func environment() {
    func folder(_ variables: [String: String]) -> String? {
      SnapshotCache(environment: { variables[$0].map { FilePath($0) } })?.folder.description
    }
    #expect(folder(["XDG_CACHE_HOME": "/c", "HOME": "/h"]) == "/c/finder")
    #expect(folder(["HOME": "/h"]) == "/h/.cache/finder")
    #expect(folder(["XDG_CACHE_HOME": "", "HOME": "/h"]) == "/h/.cache/finder")
    #expect(folder(["XDG_CACHE_HOME": "c", "HOME": "/h"]) == "/h/.cache/finder")
    #expect(folder(["XDG_CACHE_HOME": "c"]) == nil)
    #expect(folder(["HOME": ""]) == nil)
    #expect(folder([:]) == nil)
    #expect(folder(["FINDER_CACHE": "off", "XDG_CACHE_HOME": "/c", "HOME": "/h"]) == nil)
    #expect(folder(["FINDER_CACHE": "on", "HOME": "/h"]) == "/h/.cache/finder")
    #expect(folder(["FINDER_CACHE": "", "HOME": "/h"]) == "/h/.cache/finder")
    #expect(
      SnapshotCache(environment: { ["HOME": "/h", "FINDER_CACHE_SIZE": "123"][$0] })?.limit == 123)
  }
}
