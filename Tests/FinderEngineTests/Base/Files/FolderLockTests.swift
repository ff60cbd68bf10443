import TestSupport
import Testing

@testable import FinderEngine

@Suite struct FolderLockTests {
  /// One at a time, and a process that has to wait is informed first.
  @Test(arguments: [(0.0, 0), (0.12, 1)]) func oneAtATime(patience: Double, told: Int) throws {
    try TemporaryDirectory.with { folder in
      let path = FilePath(folder.path)
      var calls = 0
      let lock = try FolderLock(path, patience: patience) { calls += 1 }
      #expect(calls == 0)
      let error = #expect(throws: FileError.self) {
        try FolderLock(path, patience: patience) { calls += 1 }
      }
      #expect(calls == told)
      #expect(error?.message == "another finder is changing what is in \(folder.path)")
      withExtendedLifetime(lock) {}
    }
  }

  /// Neither is the file locked that a link leads to, nor one created there.
  @Test(arguments: ["elsewhere", "missing"]) func neverThroughALink(target: String) throws {
    try TemporaryDirectory.with { folder in
      _ = try folder.write("x", to: "elsewhere")
      #expect(symlink(target, folder.file(".lock")) == 0)
      let error = #expect(throws: FileError.self) {
        try FolderLock(FilePath(folder.path), patience: 0, whenWaiting: {})
      }
      #expect(
        error?.message
          == "\(folder.file(".lock")) is a symbolic link, not a file that can be locked; delete it")
      #expect(try Files.names(in: folder.path).sorted() == [".lock", "elsewhere"])
    }
  }
}
