import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderOwn

/// The log of visits and reviews: appended to, changed, and never losing what it cannot read.
@Suite struct VisitLogTests {
  private let venue = RecordedVenue(
    id: "x~2", name: "Ann's \"Bar\"", postcode: nil,
    coordinate: Coordinate(latitude: 51.5, longitude: -0.1))
  private let date = CalendarDate("2026-11-22")!

  func review(_ text: String) -> VisitRecord {
    var record = VisitRecord(.review, of: venue, on: date)
    record.text = text
    return record
  }

  func add(_ record: VisitRecord, _ folder: FilePath) throws {
    try VisitLog.add(record, in: folder, whenWaiting: {})
  }

  func path(_ folder: FilePath) -> String { "\(folder)/visits.ndjson" }

  func texts(_ folder: FilePath) throws -> [String] {
    try VisitLog(in: folder).records.map { $0.text ?? "" }
  }

  @Test func addedAndRead() throws {
    try TemporaryDirectory.with { place in
      let folder: FilePath = "\(place.path)/share/finder"
      #expect(try VisitLog(in: folder).records.isEmpty)
      var full = review("Good.\n\u{1}\"é\"")
      (full.rating, full.recommend, full.service) = (4, false, .takeAway)
      full.photos = [String(repeating: "0a", count: 32) + ".webp"]
      let records = [full, VisitRecord(.visit, of: venue, on: date), review("b")]
      for record in records { try add(record, folder) }
      let log = try VisitLog(in: folder)
      #expect(log.records == records)
      #expect(log.faults.isEmpty)
      #expect(log.newestFirst == records.reversed())
      #expect(stat(ofFile: FilePath(path(folder)))!.st_mode & 0o777 == 0o600)
      #expect(try Files.names(in: "\(folder)") == [".own.lock", "visits.ndjson"])
      #expect(
        try Files.text(path(folder)).split(separator: "\n")[1]
          == """
          {"version":1,"id":"\(records[1].id)","venue":{"id":"x~2","name":"Ann's \\"Bar\\"",\
          "postcode":null,"lat":51.5,"lon":-0.1},"date":"2026-11-22","kind":"visit"}
          """)
    }
  }

  @Test func ids() {
    let ids = (0..<10_000).map { _ in VisitRecord(.visit, of: venue, on: date).id }
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.hasPrefix("20261122-") && $0.utf8.count == 17 })
  }

  /// An interrupted addition leaves part of a line, of any length.
  @Test func tornLine() throws {
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      try add(review("a"), folder)
      let whole = try Files.bytes(path(folder))
      for length in 1..<whole.count {
        try Files.write(whole + whole.prefix(length), to: path(folder))
        try add(review("b"), folder)
        let log = try VisitLog(in: folder)
        // With only its line end missing, it is complete; here its id is already taken.
        #expect(log.records.map(\.text) == ["a", "b"], "\(length)")
        #expect(log.faults.map(\.line) == [2], "\(length)")
        let text = try Files.bytes(path(folder))
        #expect(
          text.starts(with: whole + whole.prefix(length) + (length < whole.count ? [0x0A] : [])))
      }
    }
  }

  private static let damaged = [
    "oops", "{", "{}", "[]", "null", "\u{0}\u{0}\u{0}", "{\"version\":2}", "{\"version\":1}",
    line("\"rating\":6"), line("\"rating\":0"), line("\"rating\":4.0"), line("\"rating\":\"4\""),
    line("\"text\":3"), line("\"recommend\":\"yes\",\"text\":\"t\""), line("\"service\":\"x\""),
    line("\"x\":1"),
    line("\"text\":\"t\",\"photos\":[\"../../etc/passwd\"]"), line("\"text\":\"t\",\"text\":\"u\""),
    line("\"text\":\"t\"", date: "2026-02-30"), line("\"text\":\"t\"", kind: "stay"),
    line("\"text\":\"t\"", venue: "{\"id\":\"\",\"lat\":1,\"lon\":1}"),
    line("\"text\":\"t\"", venue: "{\"id\":\"a\",\"lat\":91,\"lon\":1}"),
    line("\"text\":\"t\"", venue: "{\"id\":\"a\"}"), line("\"text\":\"t\"", venue: "3"),
    line("\"text\":\"t\"") + " x", line("\"text\":\"t\"") + line("\"text\":\"t\""),
    "{\"version\":1,\"id\":\"a\",\"venue\":",
  ]

  static func line(
    _ members: String, date: String = "2026-11-22", kind: String = "review",
    venue: String = "{\"id\":\"a\",\"lat\":1,\"lon\":1}"
  ) -> String {
    "{\"version\":1,\"id\":\"r\",\"venue\":\(venue),\"date\":\"\(date)\",\"kind\":\"\(kind)\",\(members)}"
  }

  /// It is reported, and survives every change to the others byte for byte.
  @Test(arguments: damaged)
  func damagedLine(text: String) throws {
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      try add(review("a"), folder)
      let before = try Files.text(path(folder))
      try Files.write(Array((before + text + "\n").utf8), to: path(folder))
      try add(review("b"), folder)
      var log = try VisitLog(in: folder)
      #expect(log.records.map(\.text) == ["a", "b"])
      #expect(log.faults.map(\.line) == [2])
      #expect(log.faults[0].column >= 1 && log.faults[0].column <= text.unicodeScalars.count + 1)
      var changed = log.records[1]
      changed.rating = 5
      try VisitLog.change(in: folder, whenWaiting: {}) { log in
        log.replace(changed)
        return true
      }
      #expect(try Files.text(path(folder)).hasPrefix(before + text + "\n"))
      try VisitLog.change(in: folder, whenWaiting: {}) { log in
        log.remove([log.records[0].id])
        return true
      }
      log = try VisitLog(in: folder)
      #expect(log.records == [changed])
      #expect(try Files.text(path(folder)).hasPrefix(text + "\n"))
    }
  }

  @Test func theWholeLineForms() throws {
    // The valid forms that the damaged ones above resemble.
    let text = PaddedBytes(
      copying: Array(("\u{FEFF}" + Self.line("\"text\":\"t\"") + "\r\n\n  \n").utf8))
    let log = VisitLog(text, "x")
    #expect(log.records.map(\.text) == ["t"])
    #expect(log.faults.isEmpty)
    // A change to the first would lose a second one with the same id.
    let twice = VisitLog(
      PaddedBytes(
        copying: Array((Self.line("\"text\":\"t\"") + "\n" + Self.line("\"rating\":1")).utf8)), "x")
    #expect(twice.records.count == 1)
    #expect(twice.faults.map(\.line) == [2])
  }

  /// Members added by a later finder or by a person stay in the record.
  @Test func unknownMembers() throws {
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      let line =
        #"{"later":[1, {"a" :null}],"id":"r","venue":{"id":"a","lat":1,"lon":1,"chain":"C"},"#
        + #""date":"2026-11-22","kind":"visit","\u0078":"\u00e9"}"#
      try Files.write(Array((line + "\n").utf8), to: path(folder))
      try add(review("b"), folder)
      #expect(try Files.text(path(folder)).hasPrefix(line + "\n"))
      try VisitLog.change(in: folder, whenWaiting: {}) { log in
        var record = log.records[0]
        record.text = "n"
        log.replace(record)
        return true
      }
      let written = try Files.text(path(folder)).split(separator: "\n")[0]
      #expect(
        written
          == #"{"version":1,"id":"r","venue":{"id":"a","name":null,"postcode":null,"lat":1,"lon":1,"#
          + #""chain":"C"},"date":"2026-11-22","kind":"visit","text":"n","later":[1, {"a" :null}],"#
          + #""\u0078":"\u00e9"}"#)
    }
  }

  /// Of randomly cut or changed records, every readable one is read, and changes to others never touch the
  /// rest.
  @Test func cutAndRandom() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      for number in 0..<4 { try add(review("text \(number)"), folder) }
      let whole = try Files.bytes(path(folder))
      for _ in 0..<300 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        if Bool.random(using: &random) {
          bytes.removeLast(.random(in: 0..<bytes.count, using: &random))
        }
        try Files.write(bytes, to: path(folder))
        let before = try VisitLog(in: folder)
        try add(review("last"), folder)
        let after = try VisitLog(in: folder)
        #expect(after.records.dropLast() == before.records[...], "seed \(seed)")
        #expect(after.records.last?.text == "last", "seed \(seed)")
        #expect(try Files.bytes(path(folder)).starts(with: bytes), "seed \(seed)")
        try VisitLog.change(in: folder, whenWaiting: {}) { log in
          log.remove([log.records[log.records.count - 1].id])
          return true
        }
        let lines = bytes.lines.filter { !$0.allSatisfy { $0 <= 0x20 } }
        #expect(
          try Files.bytes(path(folder)).lines.filter { !$0.allSatisfy { $0 <= 0x20 } } == lines,
          "seed \(seed)")
      }
    }
  }

  /// A log from elsewhere that others can read is restricted to its owner from then on.
  @Test func mode() throws {
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      try Files.write([], to: path(folder))
      #expect(chmod(path(folder), 0o644) == 0)
      try add(review("a"), folder)
      #expect(stat(ofFile: FilePath(path(folder)))!.st_mode & 0o777 == 0o600)
    }
  }

  @Test func noFile() throws {
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      #expect(mkdir(path(folder), 0o700) == 0)
      #expect(throws: OwnFileError.self) { try add(review("a"), folder) }
      #expect(throws: OwnFileError.self) { try VisitLog(in: folder) }
      try Files.remove(path(folder))
      #expect(mkfifo(path(folder), 0o600) == 0)
      #expect(throws: OwnFileError.self) { try add(review("a"), folder) }
      try Files.remove(path(folder))
      #expect(symlink("/nonexistent/list", path(folder)) == 0)
      #expect(throws: OwnFileError.self) { try add(review("a"), folder) }
    }
  }

  /// A link remains a link, whether lines are appended or the file is rewritten.
  @Test func link() throws {
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      let target = try place.write("", to: "elsewhere")
      #expect(symlink("elsewhere", path(folder)) == 0)
      try add(review("a"), folder)
      try VisitLog.change(in: folder, whenWaiting: {}) { $0.merge([review("b")]).added == 1 }
      #expect(stat(ofLink: FilePath(path(folder)))!.st_mode & S_IFMT == S_IFLNK)
      #expect(try texts(folder) == ["a", "b"])
      #expect(try Files.text(target).hasPrefix("{\"version\":1,"))
    }
  }
}
