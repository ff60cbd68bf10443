import TestSupport
import Testing

@testable import FinderEngine

/// Records that come from elsewhere.
@Suite struct VisitImportTests {
  private let logs = VisitLogTests()

  @Test func imported() throws {
    func records(_ text: String) throws -> [VisitRecord] {
      try VisitLog.imported(PaddedBytes(copying: Array(text.utf8)), named: "list")
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

  /// What is new comes with as much asked of it as what is typed; what the log has stays readable.
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
        try VisitLog.imported(text, named: "list")
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
      let records = try VisitLog.imported(PaddedBytes(copying: Array(line.utf8)), named: "list")
      #expect(records.count == 1)
      if records[0].kind == .visit { #expect(records[0].text == "n") }
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

  /// Records of one day keep their order when they are carried elsewhere.
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
