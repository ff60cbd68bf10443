import TestSupport
import Testing

@testable import FinderEngine

@Suite("Replacement files") struct ReplacementFileTests {
  private func replacement(of path: String) throws -> ReplacementFile {
    try #require(ReplacementFile(for: FilePath(path), mode: 0o644))
  }

  @Test func oldUntilCommitted() throws {
    try TemporaryDirectory.with { folder in
      let path = folder.file("it")
      try Files.write([1], to: path)
      let file = try replacement(of: path)
      let isWritten = [2, 3 as UInt8].withUnsafeBytes {
        FileWriting.all($0, to: file.descriptor)
      }
      #expect(isWritten)
      #expect(try Files.bytes(path) == [1])
      #expect(file.commit() == 0)
      #expect(try Files.bytes(path) == [2, 3])
      #expect(try Files.names(in: folder.path) == ["it"])
    }
  }

  @Test func aDroppedOneLeavesNothing() throws {
    try TemporaryDirectory.with { folder in
      do { _ = try replacement(of: folder.file("it")) }
      #expect(try Files.names(in: folder.path) == [])
    }
  }

  /// Different names, whatever is there already.
  @Test func severalAtATime() throws {
    try TemporaryDirectory.with { folder in
      let files = try (0..<6).map { try replacement(of: folder.file("\($0)")) }
      #expect(try Files.names(in: folder.path).count == 6)
      for file in files { #expect(file.commit(isSynced: true) == 0) }
      #expect(try Files.names(in: folder.path) == ["0", "1", "2", "3", "4", "5"])
    }
  }

  // MARK: Files of other processes

  private func makeOld(_ path: String, seconds: Int) {
    let then = timespec(tv_sec: time(nil) - seconds, tv_nsec: 0)
    _ = [then, then].withUnsafeBufferPointer {
      utimensat(AT_FDCWD, path, $0.baseAddress!, AT_SYMLINK_NOFOLLOW)
    }
  }

  /// An hour old, a regular file, named as finder names them, and no longer in use.
  @Test func leftoversAreSwept() throws {
    try TemporaryDirectory.with { folder in
      let swept = [".finder.\(getpid()).tmp", ".finder.1.2.tmp", ".finder.7.ab12.tmp"]
      let kept = [".finder.txt", "finder.1.tmp", ".other.1.tmp", "notes"]
      for name in swept + kept { makeOld(try folder.write("", to: name), seconds: 4000) }
      makeOld(try folder.write("", to: ".finder.3.tmp"), seconds: 3000)
      #expect(symlink("notes", folder.file(".finder.4.tmp")) == 0)
      makeOld(folder.file(".finder.4.tmp"), seconds: 4000)
      let mine = try replacement(of: folder.file("mine"))
      #expect(mine.commit() == 0)
      #expect(
        try Set(Files.names(in: folder.path))
          == Set(kept + ["mine", ".finder.3.tmp", ".finder.4.tmp"]))
    }
  }

  /// A stream may wait for its next point for hours.
  @Test func filesInProgressAreNotSwept() throws {
    try TemporaryDirectory.with { folder in
      let waiting = try replacement(of: folder.file("waiting"))
      let name = try #require(try Files.names(in: folder.path).first)
      makeOld(folder.file(name), seconds: 100_000)
      #expect(try replacement(of: folder.file("other")).commit() == 0)
      TemporaryFile.sweep(FilePath(folder.path), olderThan: nil)
      #expect(waiting.commit() == 0)
      #expect(try Files.names(in: folder.path) == ["other", "waiting"])
    }
  }

  /// The clock for file dates differs from that of `time`, and may be a second ahead.
  @Test func anyAgeIncludesFutureDates() throws {
    try TemporaryDirectory.with { folder in
      makeOld(try folder.write("", to: ".finder.5.tmp"), seconds: -100_000)
      TemporaryFile.sweep(FilePath(folder.path), olderThan: 0)
      #expect(try Files.names(in: folder.path) == [".finder.5.tmp"])
      TemporaryFile.sweep(FilePath(folder.path), olderThan: nil)
      #expect(try Files.names(in: folder.path).isEmpty)
    }
  }

  @Test func aMissingFolder() throws {
    try TemporaryDirectory.with { folder in
      #expect(ReplacementFile(for: FilePath(folder.file("no/it")), mode: 0o644) == nil)
      #expect(errno == ENOENT)
    }
  }
}
