import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

/// What is kept of a download that was cut, and when the next one continues from there.
/// `.ci/checks/update/check` has a server and the real curl.
@Suite("Partial downloads") struct PartialDownloadTests {
  private static let address = WebAddress("https://example.org/x.osm.pbf")!
  private static let tag = "\"one\""
  private static let size = 300_000
  /// The same bytes nowhere twice.
  private static let body = (0..<size).map { place in
    UInt8(truncatingIfNeeded: (place &* 2_654_435_761) >> 13)
  }
  private static let half = 200_000

  private func with(_ body: (FilePath) throws -> Void) throws {
    try TemporaryDirectory.with { try body(FilePath($0.file("finder"))) }
  }

  private func partial(
    _ folder: FilePath, _ address: WebAddress = address, mostBytes: Int? = nil
  ) throws -> PartialDownload {
    try PartialDownload(of: address, in: folder, mostBytes: mostBytes, patience: 5)
  }

  private func headers(_ lines: [String], status: Int = 200) -> ResponseHeaders {
    ResponseHeaders(
      Array("HTTP/1.1 \(status) X\r\n\(lines.map { "\($0)\r\n" }.joined())\r\n".utf8))
  }

  private func whole(_ tag: String? = tag, length: Int? = size) -> ResponseHeaders {
    headers(
      [tag.map { "ETag: \($0)" }, length.map { "Content-Length: \($0)" }].compactMap { $0 })
  }

  private func rest(_ range: String? = nil, _ more: [String] = ["ETag: \(tag)"]) -> ResponseHeaders
  {
    let start = Self.half - PartialDownload.overlap
    return headers(
      ["Content-Range: bytes " + (range ?? "\(start)-\(Self.size - 1)/\(Self.size)")] + more,
      status: 206)
  }

  private func take(
    _ partial: PartialDownload, _ bytes: ArraySlice<UInt8>, _ headers: ResponseHeaders
  ) -> Bool {
    // As it arrives: in pieces that end anywhere.
    var rest = bytes
    while !rest.isEmpty {
      let piece = Array(rest.prefix(7777))
      guard piece.withUnsafeBufferPointer({ partial.take($0, headers) }) else { return false }
      rest = rest.dropFirst(piece.count)
    }
    return true
  }

  /// The first half, then the connection is cut.
  private func cut(_ folder: FilePath, _ headers: ResponseHeaders? = nil) throws {
    let partial = try partial(folder)
    #expect(partial.conditions == [])
    #expect(take(partial, Self.body[..<Self.half], headers ?? whole()))
    partial.leave()
  }

  private func names(_ folder: FilePath) -> [String] {
    (try? Files.names(in: "\(folder)/downloads")) ?? []
  }

  @Test func fromTheBeginning() throws {
    try with { folder in
      for length in [Self.size, nil] {
        let partial = try partial(folder)
        #expect(take(partial, Self.body[...], whole(length: length)))
        try partial.end(whole(length: length))
        #expect(try Files.bytes("\(partial.path)") == Self.body)
        let mode = stat(ofFile: partial.path).map { $0.st_mode & 0o777 }
        #expect(mode == 0o600 && partial.head?.etag == Self.tag)
        partial.discard()
        #expect(stat(ofFile: "\(folder)/downloads") == nil)
      }
    }
  }

  /// Nothing of it is in memory, and an empty file is valid.
  @Test func withoutABody() throws {
    try with { folder in
      let partial = try partial(folder)
      try partial.end(whole(length: 0))
      #expect(try Files.bytes("\(partial.path)") == [])
      partial.discard()
    }
  }

  @Test func theRest() throws {
    try with { folder in
      try cut(folder)
      #expect(names(folder).count == 3)
      let start = Self.half - PartialDownload.overlap
      for cutAgain in [true, false] {
        let partial = try partial(folder)
        #expect(partial.conditions == ["Range: bytes=\(start)-", "If-Range: \(Self.tag)"])
        #expect(partial.received == Self.half && partial.begun == Self.half)
        // Cut again within the part that is there, which stays.
        guard take(partial, Self.body[start...].prefix(cutAgain ? 1000 : Self.size), rest()) else {
          Issue.record("\(String(describing: partial.fault))")
          return
        }
        guard !cutAgain else {
          partial.leave()
          continue
        }
        try partial.end(rest())
        #expect(try Files.bytes("\(partial.path)") == Self.body)
        #expect(partial.head?.etag == Self.tag && partial.length == Self.size)
        partial.discard()
      }
      #expect(names(folder) == [])
    }
  }

  /// The server's current file, whole: it has no ranges, or another edition.
  @Test(arguments: ["\"one\"", "\"two\"", nil]) func allOfItInstead(tag: String?) throws {
    try with { folder in
      try cut(folder)
      let other = Self.body.reversed()
      let partial = try partial(folder)
      #expect(take(partial, Array(other)[...], whole(tag)))
      try partial.end(whole(tag))
      #expect(try Files.bytes("\(partial.path)") == Array(other))
      partial.discard()
      #expect(names(folder) == [])
    }
  }

  @Test func anotherRest() throws {
    let start = Self.half - PartialDownload.overlap
    let last = Self.size - 1
    for wrong in [
      rest("\(start + 1)-\(last)/\(Self.size)"), rest("\(start)-\(last)/\(Self.size + 1)"),
      rest("\(start)-\(last - 1)/\(Self.size)"), rest("\(start)-\(last - 1)/*"),
      rest("0-\(last)/\(Self.size)"), rest("x"), rest(nil, []), rest(nil, ["ETag: \"two\""]),
      rest(nil, ["ETag: \(Self.tag)", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"]),
      rest(nil, ["ETag: \(Self.tag)", "Content-Length: 5"]),
      headers(["ETag: \(Self.tag)"], status: 206),
    ] {
      try with { folder in
        try cut(folder)
        let partial = try partial(folder)
        #expect(!take(partial, Self.body[start...], wrong))
        guard case .isNotTheRest? = partial.fault else {
          Issue.record("\(wrong): \(String(describing: partial.fault))")
          return
        }
        // Asked again, for all of it.
        partial.startAgain()
        #expect(partial.conditions == [] && partial.fault == nil)
        #expect(take(partial, Self.body[...], whole()))
        try partial.end(whole())
        #expect(try Files.bytes("\(partial.path)") == Self.body)
      }
    }
  }

  /// A server that mixes two editions under one name, and a file that was changed here.
  @Test func otherBytes() throws {
    let start = Self.half - PartialDownload.overlap
    for place in [start, start + 30_000, Self.half - 1] {
      try with { folder in
        try cut(folder)
        var other = Self.body
        other[place] ^= 1
        let partial = try partial(folder)
        #expect(!take(partial, other[start...], rest()))
        guard case .isNotTheRest? = partial.fault else {
          Issue.record("\(place)")
          return
        }
      }
    }
  }

  @Test("Only validators that a server accepts are kept")
  func validators() throws {
    let day = "Last-Modified: Wed, 05 Aug 2020 10:00:00 GMT"
    let length = "Content-Length: \(Self.size)"
    for (lines, condition) in [
      (["ETag: W/\"a\"", day], nil), ([], nil), (["Last-Modified: yesterday"], nil),
      ([day], "If-Range: Wed, 05 Aug 2020 10:00:00 GMT"),
      ([day, "Date: Wed, 05 Aug 2020 10:00:00 GMT"], nil),
      ([day, "Date: Wed, 05 Aug 2020 10:00:01 GMT"], "If-Range: Wed, 05 Aug 2020 10:00:00 GMT"),
      (["ETag: \"a\"", day], "If-Range: \"a\""),
    ] as [([String], String?)] {
      try with { folder in
        try cut(folder, headers(lines + [length]))
        #expect(names(folder).count == (condition == nil ? 0 : 3), "\(lines)")
        let next = try partial(folder)
        #expect(next.conditions.last == condition)
      }
    }
  }

  /// A server may answer each user differently; a password without a name identifies no user.
  @Test func users() throws {
    try with { folder in
      func address(_ user: String) -> WebAddress { WebAddress("https://\(user)@example.org/x")! }
      for user in ["me:a", ":secret"] {
        let partial = try partial(folder, address(user))
        #expect(take(partial, Self.body[..<Self.half], whole()))
        #expect(partial.isKept == (user == "me:a"))
        partial.leave()
      }
      for (user, goesOn) in [("you:a", false), (":secret", false), ("me:b", true)] {
        let partial = try partial(folder, address(user))
        #expect(partial.conditions.isEmpty != goesOn, "\(user)")
        partial.leave()
      }
      let text = try names(folder).map { try Files.text("\(folder)/downloads/\($0)") }.joined()
      #expect(!text.contains("secret") && !text.contains("example"))
    }
  }

  @Test func limits() throws {
    try with { folder in
      for (headers, bytes, most) in [
        (whole(), 1, 1000), (whole(length: nil), 1001, 1000), (whole(length: 10), 11, nil),
        (whole(length: .max), 1, nil),
      ] as [(ResponseHeaders, Int, Int?)] {
        let partial = try partial(folder, mostBytes: most)
        #expect(!take(partial, Self.body[..<bytes], headers))
        switch partial.fault {
        case .tooLarge(1000)? where most != nil: break
        case .otherLength(11, 10)? where headers.length == 10: break
        case .noRoom(.max, _, _)? where headers.length == .max: break
        default: Issue.record("\(String(describing: partial.fault))")
        }
        partial.leave()
        #expect(names(folder) == [])
      }
      // A single byte is enough to be allowed.
      let partial = try partial(folder, mostBytes: 1000)
      #expect(take(partial, Self.body[..<1000], whole(length: nil)))
      partial.discard()
    }
  }

  /// An error page fills neither memory nor the disk, nor do bytes before any header.
  @Test func pages() throws {
    try with { folder in
      try cut(folder)
      let kept = names(folder)
      let page = [UInt8](repeating: 0x20, count: 2 * PartialDownload.mostAside)
      for (size, status, isTaken) in [(1000, 503, true), (page.count, 404, false)] {
        let partial = try partial(folder)
        #expect(take(partial, page[..<size], headers([], status: status)) == isTaken)
        #expect(partial.fault == nil)
        partial.leave()
        #expect(names(folder) == kept)
      }
      let partial = try partial(folder)
      #expect(!take(partial, page[...], ResponseHeaders(Array("HTTP/1.1 200 OK\r\n".utf8))))
      partial.leave()
      #expect(names(folder) == kept)
    }
  }

  /// A partial file is only resumed if a process of the same user left it that way.
  @Test func whatWasLeft() throws {
    try with { folder in
      for change in 0..<5 {
        try cut(folder)
        let all = names(folder).map { "\(folder)/downloads/\($0)" }
        let (part, head) = (
          all.first { $0.hasSuffix(".part") } ?? "", all.first { $0.hasSuffix(".head") } ?? ""
        )
        switch change {
        case 0: try Files.write(Self.body + Self.body, to: part)
        case 1: try Files.write([1, 2, 3], to: part)
        case 2: try Files.write(Array("HTTP/1.1 200\nETag: \"x\"\n\n".utf8), to: head)
        case 3: try Files.write([0xFF, 0x0A], to: head)
        default:
          try Files.remove(part)
          #expect(symlink("/etc/passwd", part) == 0)
        }
        let partial = try partial(folder)
        #expect(partial.conditions == [], "\(change)")
        partial.discard()
        #expect(names(folder) == [])
      }
    }
  }

  @Test func sweptAfterTwoWeeks() throws {
    try with { folder in
      try cut(folder)
      PartialDownload.sweep(folder)
      #expect(names(folder).count == 3)
      for name in names(folder) {
        var times = [timeval](repeating: timeval(), count: 2)
        for i in 0..<2 { times[i].tv_sec = time(nil) - PartialDownload.leftAfter - 10 }
        #expect(utimes("\(folder)/downloads/\(name)", times) == 0)
      }
      // A running download keeps its own.
      let other = try partial(folder)
      PartialDownload.sweep(folder)
      #expect(names(folder).count == 3)
      other.leave()
      withExtendedLifetime(other) {}
      try Files.write(Array("mine".utf8), to: "\(folder)/downloads/notes.txt")
    }
    try with { folder in
      try cut(folder)
      for name in names(folder) {
        var times = [timeval](repeating: timeval(), count: 2)
        for i in 0..<2 { times[i].tv_sec = time(nil) - PartialDownload.leftAfter - 10 }
        #expect(utimes("\(folder)/downloads/\(name)", times) == 0)
      }
      PartialDownload.sweep(folder)
      #expect(stat(ofFile: "\(folder)/downloads") == nil)
    }
  }

  /// While one goes on for weeks, only its part is fresh.
  @Test func sweptAsAWhole() throws {
    try with { folder in
      try cut(folder)
      for name in names(folder) where !name.hasSuffix(".part") {
        var times = [timeval](repeating: timeval(), count: 2)
        for i in 0..<2 { times[i].tv_sec = time(nil) - PartialDownload.leftAfter - 10 }
        #expect(utimes("\(folder)/downloads/\(name)", times) == 0)
      }
      PartialDownload.sweep(folder)
      #expect(names(folder).count == 3)
    }
  }

  @Test func seenAndRemoved() throws {
    try with { folder in
      #expect(PartialDownload.unfinished(in: folder).downloads == 0)
      try cut(folder)
      let found = PartialDownload.unfinished(in: folder)
      #expect(found.downloads == 1 && found.bytes == Self.half)
      // Not while another process is fetching it.
      let other = try partial(folder)
      PartialDownload.sweep(folder, olderThan: nil)
      #expect(names(folder).count == 3)
      other.leave()
      withExtendedLifetime(other) {}
    }
    try with { folder in
      try cut(folder)
      PartialDownload.sweep(folder, olderThan: nil)
      #expect(stat(ofFile: "\(folder)/downloads") == nil)
      #expect(PartialDownload.unfinished(in: folder).downloads == 0)
    }
  }

  @Test func oneAtATime() throws {
    try with { folder in
      let first = try partial(folder)
      let error = #expect(throws: FileError.self) {
        try PartialDownload(of: Self.address, in: folder, patience: 0)
      }
      if case .busy? = error {} else { Issue.record("\(String(describing: error))") }
      // Another address is not affected.
      try partial(folder, WebAddress("https://example.org/y")!).discard()
      first.discard()
      try partial(folder).discard()
    }
  }
}
