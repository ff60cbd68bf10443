import TestSupport
import Testing

@testable import FinderEngine

@Suite("Paths are bytes") struct FilePathTests {
  @Test func parts() {
    for (path, prefix, folder, name) in [
      ("a", "", nil, "a"), ("a/b", "a/", "a", "b"), ("/a", "/", "", "a"), ("/", "/", "", ""),
      ("a/b/", "a/b/", "a/b", ""), ("", "", nil, ""),
    ] {
      let path = FilePath(path)
      #expect(path.folderPrefix == FilePath(prefix), "\(path)")
      #expect(path.folder == folder.map { FilePath($0) }, "\(path)")
      #expect(path.name == FilePath(name), "\(path)")
    }
    #expect(("/a/b" as FilePath).hasPrefix("/a") && ("a.gz" as FilePath).hasSuffix(".gz"))
    #expect(!("a" as FilePath).hasPrefix("ab") && !("z" as FilePath).hasSuffix("gz"))
  }

  @Test func bytesThatAreNotUTF8AreEscaped() {
    for (bytes, shown) in [
      (Array("café".utf8), "café"), ([0x63, 0xE9], #"c\xE9"#), ([0xE9, 0x63], #"\xE9c"#),
      ([0xC3], #"\xC3"#), ([0xE2, 0x80], #"\xE2\x80"#), ([0xED, 0xA0, 0x80], #"\xED\xA0\x80"#),
      ([0xFF, 0xC3, 0xA9, 0xFE], #"\xFFé\xFE"#), ([], ""),
    ] { #expect(FilePath(bytes: bytes).description == shown) }
  }

  /// Paths that were joined and passed to the system come back unchanged.
  @Test func anyBytes() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let names = (0..<3).map { _ in
        (0..<Int.random(in: 1...12, using: &generator)).map { _ in
          UInt8.random(in: 1...255, using: &generator)
        }.map { $0 == UInt8(ascii: "/") ? 0xE9 : $0 }
      }
      let paths = names.map { FilePath(bytes: $0) }
      let whole: FilePath = "\(paths[0])/\(paths[1])/\(paths[2])"
      #expect(Array(whole.bytes) == names[0] + [0x2F] + names[1] + [0x2F] + names[2])
      #expect(whole.withCString { FilePath($0) } == whole)
      #expect(whole.name == paths[2] && whole.folder?.name == paths[1])
    }
  }

  @Test func foldersAreListedAsTheyAre() throws {
    try TemporaryDirectory.with { folder in
      let names: Set = [FilePath(bytes: [0x63, 0xE8]), FilePath(bytes: [0x63, 0xE9])]
      for name in names {
        let path: FilePath = "\(folder.path)/\(name)"
        let file = try #require(ReplacementFile(for: path, mode: 0o644))
        #expect(file.commit() == 0 && path.isAccessible() && path.resolved?.name == name)
      }
      #expect(Set(Folder.names(in: FilePath(folder.path))) == names.union([".", ".."]))
      for name in names { #expect(("\(folder.path)/\(name)" as FilePath).removeFile()) }
    }
  }
}
