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

  @Test func nothingIsLeftOfOneThatIsDropped() throws {
    try TemporaryDirectory.with { folder in
      do { _ = try replacement(of: folder.file("it")) }
      #expect(try Files.names(in: folder.path) == [])
    }
  }

  /// Unfinished files of the same process, or of one before it with the same number, are not in the
  /// way and stay as they are.
  @Test func severalAtATime() throws {
    try TemporaryDirectory.with { folder in
      let left = folder.file(".finder.\(getpid()).tmp")
      try Files.write([9], to: left)
      let files = try ["a", "b"].map { try replacement(of: folder.file($0)) }
      #expect(try Files.names(in: folder.path).count == 3)
      for file in files { #expect(file.commit(isSynced: true) == 0) }
      #expect(try Files.bytes(left) == [9])
      ReplacementFile.removeLeftovers(in: FilePath(folder.path))
      #expect(try Set(Files.names(in: folder.path)) == ["a", "b"])
    }
  }

  @Test func theNoteNamesWhatIsUnfinished() throws {
    try TemporaryDirectory.with { folder in
      var notes: [FilePath?] = []
      let file = try #require(
        ReplacementFile(for: FilePath(folder.file("it")), mode: 0o644) { notes.append($0) })
      #expect(notes == [FilePath(folder.file(".finder.\(getpid()).tmp"))])
      #expect(file.commit() == 0)
      #expect(notes.count == 2 && notes[1] == nil)
      let missing = ReplacementFile(for: FilePath(folder.file("no/it")), mode: 0o644) {
        notes.append($0)
      }
      #expect(missing == nil && errno == ENOENT && notes.count == 4 && notes[3] == nil)
    }
  }
}
