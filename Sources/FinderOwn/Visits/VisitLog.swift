import FinderEngine

/// The user's visits and reviews: `visits.ndjson`, one record a line.
///
///     {"version":1,"id":"20261122-k3f9xy2m","venue":{…},"date":"2026-11-22","kind":"visit"}
///
/// Records are appended, so adding the ten-thousandth costs no more than the first, and a record is
/// acknowledged once it is on the disk. A process that is stopped in the middle leaves part of a line; the
/// next process closes that line first, so only that record is lost. Other changes rewrite the file and
/// rename it.
///
/// A line that cannot be read stays where it is, byte for byte, whatever else is changed: it may be a later
/// finder's, or a slip in an editor. It is one of the `faults`, which are reported to the user.
package struct VisitLog: Sendable {
  package static let fileName = "visits.ndjson"
  package static let mostBytes = 1 << 30

  /// In the order of the file, in which they were added.
  package private(set) var records: [VisitRecord] = []
  package private(set) var faults: [Fault] = []
  let path: FilePath
  private let text: PaddedBytes
  private var lines: [Line] = []
  private var places: [String: Int] = [:]

  package struct Fault: Sendable {
    package let line: Int
    package let column: Int
    package let problem: String
  }

  private struct Line {
    let range: Range<Int>
    /// Its index in `records`, unless it cannot be read.
    var record: Int?
    var isChanged = false
  }

  /// The log in the folder. Throws if there is a file and it cannot be read at all.
  package init(in folder: FilePath) throws(OwnFileError) {
    let path: FilePath = "\(folder)/\(Self.fileName)"
    let text =
      try OwnFile.status(of: path, mostBytes: Self.mostBytes) == nil
      ? PaddedBytes(copying: [UInt8]()) : OwnFile.text(of: path)
    self.init(text, path)
  }

  /// Whether there is a log.
  package static func isThere(in folder: FilePath) -> Bool {
    FilePath("\(folder)/\(fileName)").isAccessible()
  }

  init(_ text: PaddedBytes, _ path: FilePath) {
    (self.text, self.path) = (text, path)
    var start = text.bytes.lengthOfByteOrderMark
    var number = 1
    while start < text.count {
      let end = text.bytes.place(of: UInt8(ascii: "\n"), from: start)
      readLine(start..<end, number)
      start = end + 1
      number += 1
    }
  }

  private mutating func readLine(_ range: Range<Int>, _ number: Int) {
    do throws(ParseError) {
      guard let record = try record(in: range) else { return }
      guard places[record.id] == nil else {
        throw ParseError(range.lowerBound, "expected an id that no earlier line has")
      }
      places[record.id] = records.count
      lines.append(Line(range: range, record: records.count))
      records.append(record)
    } catch {
      // If the line was cut short, the reader went on into the next one.
      let offset = min(error.offset, range.upperBound)
      let before = TextPosition(of: offset - range.lowerBound, in: bytes(range))
      let problem =
        offset < range.upperBound
        ? ParseError(offset, error.problem).description(in: bytes(0..<range.upperBound))
        : "the record ends too early"
      faults.append(Fault(line: number, column: before.column, problem: problem))
      lines.append(Line(range: range, record: nil))
    }
  }

  /// `nil` for an empty line.
  private func record(in range: Range<Int>) throws(ParseError) -> VisitRecord? {
    guard !bytes(range).allSatisfy(\.isBlank) else { return nil }
    var cursor = JSONCursor(text, from: range.lowerBound)
    cursor.skipWhitespace()
    let record = try VisitRecord(&cursor)
    // A line that was cut short may seem to go on in the next.
    guard cursor.position <= range.upperBound else {
      throw ParseError(range.upperBound, "expected '}'")
    }
    let rest = cursor.position..<range.upperBound
    guard bytes(rest).allSatisfy(\.isBlank) else {
      throw ParseError(cursor.position, "expected nothing more")
    }
    return record
  }

  private func bytes(_ range: Range<Int>) -> Bytes {
    UnsafeBufferPointer(rebasing: text.bytes[range])
  }

  var contents: Bytes { text.bytes }

  /// The ranges of the lines of `records`, in the text as it was read.
  var rangesOfRecords: [Range<Int>] { lines.compactMap { $0.record == nil ? nil : $0.range } }

  package func record(_ id: String) -> VisitRecord? { places[id].map { records[$0] } }

  /// The latest date first; within a day, the record added last.
  package var newestFirst: [VisitRecord] {
    records.enumerated().sorted { a, b in
      a.element.date == b.element.date ? a.offset > b.offset : a.element.date > b.element.date
    }.map(\.element)
  }

  /// Replaces the record that has its id.
  package mutating func replace(_ record: VisitRecord) {
    guard let place = places[record.id],
      let line = lines.firstIndex(where: { $0.record == place })
    else { return }
    records[place] = record
    lines[line].isChanged = true
  }

  package mutating func remove(_ ids: Set<String>) {
    let before = records
    lines.removeAll { $0.record.map { ids.contains(before[$0].id) } ?? false }
    records.removeAll { ids.contains($0.id) }
    var kept = 0
    for line in lines.indices where lines[line].record != nil {
      lines[line].record = kept
      kept += 1
    }
    places = [:]
    for (place, record) in records.enumerated() { places[record.id] = place }
  }

  /// Adds records whose id is not there yet. `others` are in the order of `newestFirst`, as exported, and
  /// that order is kept.
  package mutating func merge(_ others: [VisitRecord]) -> Merge {
    var merge = Merge()
    var new: [String: VisitRecord] = [:]
    for record in others {
      guard let known = self.record(record.id) ?? new[record.id] else {
        new[record.id] = record
        continue
      }
      if known == record { merge.same += 1 } else { merge.different.append(record.id) }
    }
    for record in others.reversed() {
      guard let record = new.removeValue(forKey: record.id) else { continue }
      places[record.id] = records.count
      lines.append(Line(range: 0..<0, record: records.count, isChanged: true))
      records.append(record)
      merge.added += 1
    }
    return merge
  }

  package struct Merge: Equatable, Sendable {
    package var added: Int
    /// Records that were there already.
    package var same: Int
    /// The ids of records that differ from those already there.
    package var different: [String]

    package init(added: Int = 0, same: Int = 0, different: [String] = []) {
      (self.added, self.same, self.different) = (added, same, different)
    }
  }

  /// The text to write; unchanged lines are copied as they were.
  func append(to output: inout ByteBuffer) {
    for line in lines {
      if line.isChanged, let record = line.record {
        records[record].append(lineTo: &output)
      } else {
        output.append(bytes(line.range))
        output.append("\n")
      }
    }
  }

  /// Reads the output of `export` in either form, or another log: all of it, or an error. Records that this
  /// log already has are checked only as strictly as when the log itself is read.
  package func imported(
    _ text: PaddedBytes, named name: String
  ) throws(OwnFileError) -> [VisitRecord] {
    try JSONCursor.reading(text, named: name) { (cursor) throws(ParseError) in
      try Self.records(&cursor) { (cursor) throws(ParseError) in
        var again = cursor
        let record = try VisitRecord(&cursor)
        return self.record(record.id) == nil ? try VisitRecord(&again, isNew: true) : record
      }
    }
  }

  /// Whether a text with this beginning is worth reading further: an endless stream may hold no records. `nil`
  /// if that cannot be said yet.
  package static func mayBeRecords(_ beginning: Bytes) -> Bool? {
    guard FileReading.mayBeObjects(beginning) == true else {
      return FileReading.mayBeObjects(beginning)
    }
    // A record that goes on after these lines fails at their end, since no token contains a line end.
    guard let end = beginning.lastIndex(of: UInt8(ascii: "\n")) else {
      return beginning.count < longestBeginning ? nil : true
    }
    let lines = PaddedBytes(copying: beginning[...end])
    var cursor = JSONCursor.start(of: lines)
    do throws(ParseError) {
      _ = try records(&cursor) { (cursor) throws(ParseError) in try VisitRecord(&cursor) }
    } catch {
      return error.offset >= lines.count
    }
    return true
  }

  /// Half of the bytes read before this is asked for the last time.
  private static let longestBeginning = 1 << 15

  private static func records(
    _ cursor: inout JSONCursor, _ record: (inout JSONCursor) throws(ParseError) -> VisitRecord
  ) throws(ParseError) -> [VisitRecord] {
    var records: [VisitRecord] = []
    if cursor.byte == UInt8(ascii: "[") {
      try cursor.readArray { (cursor) throws(ParseError) in
        records.append(try record(&cursor))
      }
      guard cursor.isAtEnd() else { throw cursor.failure("expected nothing more") }
      return records
    }
    guard cursor.byte == UInt8(ascii: "{") else {
      // An empty file may be an empty list, but is more likely a mistake.
      throw cursor.failure("expected JSON as 'review export' writes it")
    }
    repeat { records.append(try record(&cursor)) } while !cursor.isAtEnd()
    return records
  }
}

extension JSONCursor {
  /// The result of `body` for a text to import.
  static func reading<Value>(
    _ text: PaddedBytes, named name: String,
    _ body: (inout JSONCursor) throws(ParseError) -> Value
  ) throws(OwnFileError) -> Value {
    var cursor = start(of: text)
    do throws(ParseError) { return try body(&cursor) } catch {
      let place = TextPosition(of: error.offset, in: text.bytes)
      throw .imported(
        .damaged(
          path: name, line: place.line, column: place.column,
          problem: error.description(in: text.bytes)))
    }
  }
}
