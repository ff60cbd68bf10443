/// Reads a list of any form and writes it in another, record by record.
package final class ListConversion {
  package struct Summary: Sendable {
    package var tally = ListTally()
    package var faults = 0
    package var otherTypes = 0
    /// The types found, other than those asked for.
    package var typesSeen: [String] = []
    /// How many Overpass nodes are only parts of ways.
    package var passedOver = 0
    /// How many records the `taker` did not keep.
    package var leftOut = 0
    package var notes: [String] = []
    /// A message from a server that gave up half-way: the list is incomplete.
    package var remark: String?
    /// The attribution that a `taker` wants in the document, for one of several lists.
    package var attribution: [Attribution] = []
  }

  private let stream: ListStream
  private let input: ListInput
  private let output: ListOutput
  private var summary = Summary()
  /// Keys that `--name-column` and `--postcode-column` name in JSON, but no record had.
  private var unseenKeys: [String] = []

  /// Called during reading with the share of the work that is done (`nil` for a pipe) and the number
  /// of records so far.
  package var progress: ((Double?, Int) -> Void)?

  /// Decides about each record before it is written; `nil` writes all as they are.
  package var taker: (any RecordTaker)?

  package init(_ stream: ListStream, _ input: ListInput, _ output: ListOutput) {
    self.stream = stream
    self.input = input
    self.output = output
  }

  /// `fault` receives the first ten records that cannot be used: their place, and why.
  package func run(
    write: @escaping RecordWriter.Write, fault: (String, String) -> Void
  ) throws -> Summary {
    let passes = ListPasses(stream, output, progress)
    let tally = try passes.run(write: write) { writer, isAgain in
      try read(into: writer, passes) { if !isAgain { fault($0, $1) } }
    }
    summary.tally = tally
    return summary
  }

  /// Writes the records of one of several lists. Members around them are not written, and their attribution
  /// is in the summary. `nil` if the stream is not a list; nothing has been written then. Throws if a list
  /// cannot be read to its end.
  package func run(
    into writer: RecordWriter, fault: (String, String) -> Void
  ) throws -> Summary? {
    let passes = ListPasses(stream, output, progress)
    return try passes.runOnce(writer) {
      try read(into: writer, passes, isOneOfSeveral: true, fault) ? summary : nil
    }
  }

  /// False if it should be one of several lists, and is not a list.
  @discardableResult
  private func read(
    into writer: RecordWriter, _ passes: ListPasses, isOneOfSeveral: Bool = false,
    _ fault: (String, String) -> Void
  ) throws -> Bool {
    summary = Summary()
    if !isOneOfSeveral { taker?.begin() }
    let reader: any RecordReader
    do {
      reader = try stream.records(input)
    } catch let error as ListError {
      if isOneOfSeveral { return false }
      throw error
    }
    let json = reader as? JSONList
    if isOneOfSeveral, try !reader.hasList() { return false }
    unseenKeys = json == nil ? [] : renames.map(\.column)
    if !isOneOfSeveral {
      writer.membersBefore = json?.membersBefore
      writer.membersAfter = json?.membersAfter
      // A reader may find out at its end who must be credited.
      if taker != nil { writer.attribution = [] }
    }
    let taker = taker
    var record = ListRecord()
    reading: while true {
      switch try reader.next(&record) {
      case .record:
        passes.taken += 1
        if json != nil { rename(&record) }
        guard input.businessTypes.isEmpty || hasType(record) else { continue }
        if let taker, try taker.take(&record) == .leaveOut {
          summary.leftOut += 1
          continue
        }
        try writer.append(&record)
      case .fault(let problem):
        summary.faults += 1
        if summary.faults <= ListPasses.mostReported { fault(reader.place, problem) }
      case .passedOver: summary.passedOver += 1
      case .end: break reading
      }
    }
    if let taker {
      summary.attribution = json?.attribution ?? []
      summary.attribution.add(taker.attribution)
      if !isOneOfSeveral { writer.attribution = summary.attribution }
    }
    summary.notes = reader.notes
    summary.remark = json?.remark
    if passes.taken > 0 {
      summary.notes += unseenKeys.map { "no venue has a key '\(fitForMessage($0))'" }
    }
    if output.format != .geojson, let json, json.membersBefore.count + json.membersAfter.count > 0 {
      let members = [json.membersBefore, json.membersAfter]
      let isOwed = members.contains { $0.has("attribution") || $0.has("copyright") }
      summary.notes.append(
        json.isOverpass
          ? "the attribution is left out: only GeoJSON has a place for it"
          : "the collection's own members are left out\(isOwed ? ", its attribution among them" : "")"
            + ": only GeoJSON has a place for them")
    }
    return true
  }

  private var renames: [(key: String, column: String)] {
    [("name", input.name), ("postcode", input.postcode)].compactMap { key, column in
      column.flatMap { $0 == key ? nil : (key, $0) }
    }
  }

  /// Renames keys as `--name-column` and `--postcode-column` say; columns of rows have their keys already.
  private func rename(_ record: inout ListRecord) {
    for (key, column) in renames {
      guard let place = record.place(ofKey: column) else { continue }
      if !unseenKeys.isEmpty { unseenKeys.removeAll { $0 == column } }
      let other = record.place(ofKey: key)
      record.members[place].key = record.keep(key)
      guard let other else { continue }
      var number = 2
      while record.place(ofKey: "\(key)_\(number)") != nil { number += 1 }
      record.members[other].key = record.keep("\(key)_\(number)")
    }
  }

  private func hasType(_ record: borrowing ListRecord) -> Bool {
    var type: [UInt8] = []
    if let place = record.place(ofKey: "BusinessType"), record.members[place].value.count >= 2 {
      type = CellText.decoded(
        Bytes(rebasing: record.members[place].value.dropFirst().dropLast()))
    }
    if input.businessTypes.contains(where: { $0.utf8.equalsInAnyCase(type) }) { return true }
    summary.otherTypes += 1
    let name = fitForMessage(String(decoding: type, as: UTF8.self))
    if summary.typesSeen.count < 20, !name.isEmpty, !summary.typesSeen.contains(name) {
      summary.typesSeen.append(name)
    }
    return false
  }
}

/// Decides about each record of a list, between its reader and its writer.
package protocol RecordTaker: AnyObject {
  /// Called before the first record, and again if the list is read twice.
  func begin()
  /// May change the record. Values in it are JSON text. Anything added must last until the record's next
  /// `clear`, as the contents of its `arena` do.
  func take(_ record: inout ListRecord) throws -> RecordVerdict
  /// Who must be credited, as far as the records show it; read after the last.
  var attribution: [Attribution] { get }
}

package enum RecordVerdict {
  case keep
  case leaveOut
}

extension ListRecord {
  /// The last of several equal keys counts.
  package func place(ofKey key: String) -> Int? {
    var place: Int?
    for index in 0..<members.count where members[index].key.elementsEqual(key.utf8) {
      place = index
    }
    return place
  }
}

package struct ListInput: Sendable {
  /// The columns that the user named, and for what.
  package var position = PositionNames()
  package var name: String?
  package var postcode: String?
  /// Only venues of one of these `BusinessType`s; all if it is empty.
  package var businessTypes: [String] = []
  /// See `RowCells`; set if the user says so.
  package var hasEscapes = false

  package init() {}
}

package struct ListOutput: Sendable {
  package var format: ListFormat
  package var isPacked = false
  /// Decimals of positions.
  package var precision: Int?
  package var sorts = false
  package var dropsDuplicates = false
  /// The seed for moving apart venues at one place.
  package var spreadSeed: UInt64?

  package init(format: ListFormat = .geojson) { self.format = format }
}

package enum ListFormat: String, CaseIterable, Sendable {
  case geojson
  case geojsonseq
  case ndjson
  case csv
}
