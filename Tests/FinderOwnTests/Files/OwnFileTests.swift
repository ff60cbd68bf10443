import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderOwn

/// The user's own files: read, changed, and left alone if they cannot be read.
@Suite struct OwnFileTests {
  private func file(_ folder: FilePath) -> String { "\(folder)/\(Favourites.fileName)" }

  private func names(_ folder: FilePath) throws -> [String] {
    try Favourites(in: folder).items.map(\.shown)
  }

  private func add(_ name: String, in folder: FilePath) throws {
    let favourite = try #require(Favourite(name: name))
    try Favourites.change(in: folder, whenWaiting: noNote) { $0.add(favourite) == nil }
  }

  private func noNote() {}

  private func mode(_ path: String) -> UInt32 { stat(ofFile: FilePath(path))!.st_mode & 0o777 }

  @Test func madeWhenNeeded() throws {
    try TemporaryDirectory.with { place in
      let folder: FilePath = "\(place.path)/share/finder"
      #expect(try names(folder) == [])
      try add("Ann", in: folder)
      try add("Bob", in: folder)
      #expect(try names(folder) == ["Ann", "Bob"])
      #expect(mode(file(folder)) == 0o600)
      #expect(mode("\(folder)") == 0o700)
      #expect(mode(place.file("share")) == 0o700)
      #expect(try Files.names(in: "\(folder)") == [".own.lock", "favourites.json"])
    }
  }

  /// Neither an error nor a change without effect leaves anything behind.
  @Test func changesWithoutEffectWriteNothing() throws {
    try TemporaryDirectory.with { place in
      let folder: FilePath = "\(place.path)/finder"
      try Favourites.change(in: folder, whenWaiting: noNote) { _ in false }
      struct Refused: Error {}
      #expect(throws: Refused.self) {
        try Favourites.change(in: folder, whenWaiting: noNote) { _ in throw Refused() }
      }
      #expect(!folder.isAccessible())
    }
  }

  /// Permissions that were widened, and a link to another place.
  @Test func modeAndLink() throws {
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      let target = try place.write(
        #"{"version":1,"favourites":[{"name":"Ann"}]}"#, to: "elsewhere.json")
      chmod(target, 0o644)
      #expect(symlink("elsewhere.json", file(folder)) == 0)
      try add("Bob", in: folder)
      #expect(try names(folder) == ["Ann", "Bob"])
      #expect(stat(ofLink: FilePath(file(folder)))!.st_mode & S_IFMT == S_IFLNK)
      #expect(mode(target) == 0o600)
    }
  }

  @Test func unknownMembersStay() throws {
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      try place.write(
        """
        \u{FEFF} {"later": [1, {"a" : null}],
          "favourites": [{"position": 9, "note": "\\u00e9", "name": "Ann"}], "version": 1, "x": {} }
        """, to: "favourites.json")
      try add("Bob", in: folder)
      #expect(
        try Files.text(file(folder)) == """
          {"version":1,
           "favourites":[
            {"position":1,"name":"Ann","note":"\\u00e9"},
            {"position":2,"name":"Bob"}],
           "later":[1, {"a" : null}],"x":{}}

          """)
    }
  }

  private static let damaged: [(text: String, message: String)] = [
    ("", "line 1, column 1: expected an object, but the text ends here"),
    (
      "\n\n{\n",
      "line 4, column 1: expected a member's name in double quotes, but the text ends here"
    ),
    ("{\"version\":1}}", "line 1, column 14: expected nothing more, found '}'"),
    ("{\"version\":\"1\"}", "line 1, column 12: expected a number without quotes, found '\"1\"}'"),
    ("{\"version\":0}", "line 1, column 12: expected version 1, found '0}'"),
    ("{\"version\":1.5}", "line 1, column 12: expected version 1, found '1.5}'"),
    ("{\"version\":1,\"favourites\":{}}", "line 1, column 27: expected an array, found '{}}'"),
    (
      "{\"version\":1,\n\"favourites\":[{\"name\":\"\"}]}",
      "line 2, column 15: expected a favourite with a \"name\" or an \"id\", found '{\"name\":\"\"}]}'"
    ),
    (
      "{\"version\":1,\"favourites\":[{\"id\":\"\"}]}",
      "line 1, column 28: expected an \"id\" that is not empty, found '{\"id\":\"\"}]}'"
    ),
    (
      "{\"version\":1,\"favourites\":[3]}",
      "line 1, column 28: expected an object, found '3]}'"
    ),
    // What the next change would lose.
    (
      "{\"favourites\":[],\n \"favourites\":[]}",
      "line 2, column 2: expected each key only once, found '\"favourites\":[]}'"
    ),
    (
      "{\"x\":1,\"\\u0078\":2}",
      "line 1, column 8: expected each key only once, found '\"\\u0078\":2}'"
    ),
    (
      "{\"favourites\":[{\"name\":\"A\",\"name\":\"B\"}]}",
      "line 1, column 28: expected each key only once, found '\"name\":\"B\"}]}'"
    ),
    (
      "{\"favourites\":[{\"name\":\"A\"},\n{\"name\":\"a\"}]}",
      "line 2, column 1: expected each favourite only once, found '{\"name\":\"a\"}]}'"
    ),
    (
      "{\"favourites\":[{\"id\":\"A\"},{\"id\":\"A\"}]}",
      "line 1, column 27: expected each favourite only once, found '{\"id\":\"A\"}]}'"
    ),
    (
      "{\"version\":1,\"version\":99999999}",
      "line 1, column 14: expected each key only once, found '\"version\":99999999}'"
    ),
  ]

  @Test(arguments: damaged)
  func neverReplaced(text: String, message: String) throws {
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      let path = try place.write(text, to: "favourites.json")
      for attempt in [{ _ = try names(folder) }, { try add("Bob", in: folder) }] {
        let error = #expect(throws: OwnFileError.self) { try attempt() }
        #expect(error?.message == "\(path): \(message)")
        #expect(error?.hint?.contains("move it away") == true)
      }
      #expect(try Files.text(path) == text)
    }
  }

  /// As in an export that was put there.
  @Test func noVersion() throws {
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      let path = try place.write(#"{"favourites":[{"name":"Ann"}]}"#, to: "favourites.json")
      #expect(try names(folder) == ["Ann"])
      try add("Bob", in: folder)
      #expect(try names(folder) == ["Ann", "Bob"])
      #expect(try Files.text(path).hasPrefix("{\"version\":1,"))
    }
  }

  /// Whatever else is in it, which may have another meaning there.
  @Test(arguments: [
    "{\"version\":2}", "{\"favourites\":{\"Ann\":1},\"version\":2}",
  ])
  func newer(text: String) throws {
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      let path = try place.write(text, to: "favourites.json")
      let error = #expect(throws: OwnFileError.self) { try add("Bob", in: folder) }
      #expect(
        error?.message.hasSuffix("expected version 1; a newer finder wrote this") == true)
      #expect(try Files.text(path) == text)
    }
  }

  @Test func noFile() throws {
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      let path = file(folder)
      #expect(mkdir(path, 0o700) == 0)
      #expect(throws: OwnFileError.self) { try add("Bob", in: folder) }
      try Files.remove(path)
      #expect(mkfifo(path, 0o600) == 0)
      let error = #expect(throws: OwnFileError.self) { try add("Bob", in: folder) }
      #expect(error?.message == "cannot read \(path): it is not a regular file")
      try Files.remove(path)
      // The target may be missing only for a while.
      #expect(symlink("/nonexistent/list.json", path) == 0)
      #expect(throws: OwnFileError.self) { try add("Bob", in: folder) }
      #expect(stat(ofLink: FilePath(path)) != nil)
    }
  }

  /// Every prefix of a file is either refused or complete, and random bytes are never replaced.
  @Test func cutAndRandom() throws {
    let whole = Array(
      #"{"version":1,"favourites":[{"position":1,"name":"Ann"},{"id":"x~2","name":null}],"z":1}"#
        .utf8)
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      for round in 0..<2 * whole.count {
        var bytes = Array(whole.prefix(round))
        if round >= whole.count {
          bytes = whole
          for _ in 0..<3 {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
              in: 0...255, using: &random)
          }
        }
        let path = try place.write(bytes, to: "favourites.json")
        let read = try? names(folder)
        if round < whole.count { #expect(read == nil, "\(round) bytes") }
        if read == nil {
          #expect(throws: OwnFileError.self) { try add("Bob", in: folder) }
          #expect(try Files.bytes(path) == bytes, "seed \(seed)")
        }
      }
    }
  }
}
