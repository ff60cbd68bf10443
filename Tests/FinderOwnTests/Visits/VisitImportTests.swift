import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderOwn

/// Records imported from elsewhere.
@Suite struct VisitImportTests {
  private let logs = VisitLogTests()
  private static let none = VisitLog(PaddedBytes(copying: [UInt8]()), "x")

  @Test func imported() throws {
    func records(_ text: String) throws -> [VisitRecord] {
      try Self.none.imported(PaddedBytes(copying: Array(text.utf8)), named: "list")
    }
    let (a, b) = (VisitLogTests.line("\"text\":\"t\""), VisitLogTests.line("\"rating\":2"))
    for text in ["[\(a),\n \(b)]", "\(a)\n\(b)\n", "\u{FEFF}\(a) \(b)"] {
      #expect(try records(text).map(\.rating) == [nil, 2])
    }
    #expect(try records("[]").isEmpty)
    for text in ["", "x", "[\(a)", "[\(a)] 3", "\(a)\n{", "\(a)\n[]", "{\"records\":[]}"] {
      let error = #expect(throws: OwnFileError.self) { try records(text) }
      #expect(error?.message.hasPrefix("list: line ") == true)
    }
  }

  /// New records are checked as strictly as typed ones; what the log already has remains readable.
  @Test func importedAsStrictlyAsTyped() throws {
    let name = String(repeating: "0a", count: 32) + ".jpg"
    let photos = { Array(repeating: "\"\(name)\"", count: $0).joined(separator: ",") }
    let (most, more) = (VisitRecord.mostText, VisitRecord.mostPhotos)
    let lines: [(column: Int, line: String)] = [
      (1, VisitLogTests.line("\"rating\":4", kind: "visit")),
      (1, VisitLogTests.line("\"text\":\"\"")),
      (1, VisitLogTests.line("\"text\":\" \\n\"")),
      (65, VisitLogTests.line("\"text\":\"t\"", date: "2099-01-01")),
      (101, VisitLogTests.line("\"text\":\"\(String(repeating: "x", count: most + 1))\"")),
      (103, VisitLogTests.line("\"photos\":[\(photos(more + 1))],\"rating\":4")),
    ]
    for (column, line) in lines {
      let text = PaddedBytes(
        copying: Array((VisitLogTests.line("\"rating\":1") + "\n" + line).utf8))
      let error = #expect(throws: OwnFileError.self) {
        try Self.none.imported(text, named: "list")
      }
      #expect(error?.message.hasPrefix("list: line 2, column \(column): expected ") == true)
      #expect(VisitLog(PaddedBytes(copying: Array(line.utf8)), "x").records.count == 1)
    }
    let good = [
      VisitLogTests.line("\"text\":\"\(String(repeating: "x", count: most))\""),
      VisitLogTests.line("\"photos\":[\(photos(more))],\"rating\":4"),
      VisitLogTests.line("\"text\":\" n \"", kind: "visit"),
    ]
    for line in good {
      let records = try Self.none.imported(PaddedBytes(copying: Array(line.utf8)), named: "list")
      #expect(records.count == 1)
      if records[0].kind == .visit { #expect(records[0].text == "n") }
    }
  }

  /// Importing a backup of the log changes nothing, however odd its records.
  @Test func existingRecords() throws {
    let lines = [
      VisitLogTests.line("\"rating\":4", kind: "visit"),
      VisitLogTests.line("\"text\":\"t \"", date: "2099-01-01"),
    ]
    for line in lines {
      let bytes = Array(line.utf8)
      let log = VisitLog(PaddedBytes(copying: bytes), "x")
      #expect(log.records.count == 1)
      let backup = PaddedBytes(copying: Array(exported(log.records).utf8))
      #expect(try log.imported(backup, named: "list") == log.records)
      #expect(throws: OwnFileError.self) { try Self.none.imported(backup, named: "list") }
    }
  }

  /// A member unknown to finder may extend over several lines; the record is still one.
  @Test func membersOnSeveralLines() throws {
    let value = "[\n {\"a b\": \"c \\\" \\\\\",\r\n\t\"d\":null}\n]"
    let line = VisitLogTests.line("\"rating\":2,\n\"tags\": \(value)")
    let records = try imported(line)
    var written = ByteBuffer()
    for record in records { record.append(lineTo: &written) }
    #expect(written.bytes.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    let text = String(decoding: written.bytes, as: UTF8.self)
    #expect(text.contains("\"tags\":[  {\"a b\": \"c "))
    #expect(VisitLog(PaddedBytes(copying: Array(text.utf8)), "x").records == records)
  }

  private func imported(_ text: String) throws -> [VisitRecord] {
    try Self.none.imported(PaddedBytes(copying: Array(text.utf8)), named: "list")
  }

  private func problem(_ text: String) -> String? {
    #expect(throws: OwnFileError.self) { try imported(text) }?.message
  }

  private func exported(_ records: [VisitRecord]) -> String {
    var bytes = ByteBuffer()
    bytes.appendArray(records.count) { output, row in
      output.appendObject { records[row].append(membersTo: &$0) }
    }
    return String(decoding: bytes.bytes, as: UTF8.self)
  }

  /// What is only added when a record is printed does not become part of it, not even in an old log.
  @Test func printedMembersAreNotStored() throws {
    let line = VisitLogTests.line("\"text\":\"t\"")
    let members = VisitRecord.computedMembers.map { ",\"\($0)\":[1]" }.joined()
    let more = line.dropLast() + members + ",\"x\":1}"
    let log = VisitLog(PaddedBytes(copying: Array(more.utf8)), "x")
    for records in [try imported(String(more)), log.records] {
      #expect(exported(records).hasSuffix("\"text\":\"t\",\"x\":1}]"))
    }
    let draft = PaddedBytes(copying: Array("{\"text\":\"t\"\(members),\"x\":1}".utf8))
    let record = try VisitDraft(draft, named: "x").record(.review, of: log.records[0].venue)
    #expect(exported([record]).hasSuffix("\"text\":\"t\",\"x\":1}]"))
  }

  @Test func idsAndVenues() throws {
    let line = VisitLogTests.line("\"text\":\"t\"")
    func with(_ id: String) -> String {
      line.replacing("\"id\":\"r\"", with: "\"id\":\"\(id)\"")
    }
    for id in ["20261122-k3f9xy2m", "A_z-0", String(repeating: "x", count: 64)] {
      #expect(try imported(with(id)).map(\.id) == [id])
    }
    for id in ["a b", "é", "../x", "a\\u001b", "a\\n", "{", "@", String(repeating: "x", count: 65)]
    {
      #expect(
        problem(line + "\n" + with(id))?.hasPrefix(
          "list: line 2, column 19: expected an id of up to 64 letters, digits, - and _, found")
          == true)
    }
    for member in ["id", "name", "postcode"] {
      func venue(_ count: Int) -> String {
        let text = String(repeating: "x", count: count)
        let id = member == "id" ? "" : "\"id\":\"a\","
        return VisitLogTests.line(
          "\"text\":\"t\"", venue: "{\(id)\"\(member)\":\"\(text)\",\"lat\":1,\"lon\":1}")
      }
      #expect(try imported(venue(1000)).count == 1)
      #expect(
        problem(venue(1001))?.hasPrefix(
          "list: line 1, column 31: expected a venue whose id, name and postcode have at most 1000 bytes "
        ) == true)
    }
  }

  /// Whatever can be imported can be imported again from an export.
  @Test(arguments: [480...512]) func nested(levels: ClosedRange<Int>) throws {
    for count in levels {
      let value = String(repeating: "[", count: count) + String(repeating: "]", count: count)
      for text in [
        VisitLogTests.line("\"text\":\"t\",\"x\":\(value)"),
        VisitLogTests.line(
          "\"text\":\"t\"", venue: "{\"id\":\"a\",\"lat\":1,\"lon\":1,\"x\":\(value)}"),
      ] {
        guard let records = try? imported(text) else {
          #expect(count > 500)
          if count < 509 { #expect(problem(text)?.contains("nested more than 500 levels") == true) }
          continue
        }
        #expect(count <= 500)
        #expect(try imported(exported(records)) == records)
      }
    }
  }

  @Test(arguments: [
    (
      "id,date,kind\n1,2,3\n",
      "column 1: expected JSON as 'review export' writes it, found 'id,date"
    ),
    ("", "column 1: expected JSON as 'review export' writes it, but the text ends here"),
    (
      VisitLogTests.line("\"rating\":\"3\""),
      "column 103: expected a number without quotes, found '\"3\"}'"
    ),
    (
      VisitLogTests.line("\"rating\":3", venue: "{\"id\":\"a\",\"lat\":\"1\",\"lon\":1}"),
      "column 47: expected a number without quotes, found '\"1\",\"lon"
    ),
    (VisitLogTests.line("\"rating\":x"), "column 103: expected a digit, found 'x}'"),
  ])
  func whatWasExpected(text: String, message: String) {
    #expect(problem(text)?.hasPrefix("list: line 1, \(message)") == true, "\(text)")
  }

  /// An endless stream is abandoned if its first lines are wrong, and no other stream is.
  @Test func beginnings() throws {
    func verdict(_ text: String) -> Bool? {
      Array(text.utf8).withUnsafeBufferPointer { VisitLog.mayBeRecords($0) }
    }
    let line = VisitLogTests.line("\"text\":\"t\"")
    let pretty = "[\n  {\n    \"version\" :\n 1,\n \"id\": \"a\""
    for text in [
      line + "\n", line + "\n" + line, "\u{FEFF}\n[\n" + line + ",\n" + line, pretty + "\n", "{\n",
      "[\n \(line),\n {\"id\":\"a\"", "{" + String(repeating: " ", count: 1 << 15),
    ] {
      #expect(verdict(text) == true, "\(text)")
    }
    for text in ["", " \n", "{", line, "[" + line] { #expect(verdict(text) == nil, "\(text)") }
    for text in [
      "x", "x\n", "{\"id\":\"a\",\"x\":1}\n{", line + "\n{}\n", "[\n{}\n", "[\(line),\n,\n",
      "{\nx\n",
      line + "\n\u{0}\n",
    ] {
      #expect(verdict(text) == false, "\(text)")
    }
  }

  @Test func mergedOnce() throws {
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      let records = [logs.review("b"), logs.review("a")]
      try logs.add(records[1], folder)
      var other = records[1]
      other.text = "c"
      for (new, same) in [(1, 3), (0, 4)] {
        try VisitLog.change(in: folder, whenWaiting: {}) { log in
          let merge = log.merge(records + [other] + records)
          #expect(
            merge == VisitLog.Merge(added: new, same: same, different: [records[1].id]))
          return true
        }
      }
      #expect(try logs.texts(folder) == ["a", "b"])
    }
  }

  /// Records of one day keep their order when they are moved to another log.
  @Test func mergedInOrder() throws {
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      for text in ["a", "b", "c"] { try logs.add(logs.review(text), folder) }
      let records = try VisitLog(in: folder).newestFirst
      let other: FilePath = "\(folder)/other"
      try VisitLog.change(in: other, whenWaiting: {}) { $0.merge(records).added == 3 }
      #expect(try VisitLog(in: other).newestFirst == records)
    }
  }
}
