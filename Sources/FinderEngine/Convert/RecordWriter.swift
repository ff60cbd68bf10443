/// The forms that lists are written in.
package enum ListFormat: String, CaseIterable, Sendable {
  case geojson
  case geojsonseq
  case ndjson
  case csv

  /// By the ending of a file's name, `.gz` left out of account.
  package init?(ending path: String) {
    var name = path.lowercased()
    if name.hasSuffix(".gz") { name.removeLast(3) }
    let endings: [(String, ListFormat)] = [
      (".geojson", .geojson), (".geojsonl", .geojsonseq), (".geojsonseq", .geojsonseq),
      (".geojsons", .geojsonseq), (".ndjson", .ndjson), (".jsonl", .ndjson), (".csv", .csv),
    ]
    guard let format = endings.first(where: { name.hasSuffix($0.0) })?.1 else { return nil }
    self = format
  }
}

/// How a list is to come out.
package struct ListOutput: Sendable {
  package var format: ListFormat
  package var isPacked: Bool
  /// Decimals of positions.
  package var precision: Int?
  package var sorts: Bool
  package var dropsDuplicates: Bool
  /// The seed of moving venues apart that stand on one spot.
  package var spreadSeed: UInt64?

  package init(
    format: ListFormat = .geojson, isPacked: Bool = false, precision: Int? = nil,
    sorts: Bool = false, dropsDuplicates: Bool = false, spreadSeed: UInt64? = nil
  ) {
    self.format = format
    self.isPacked = isPacked
    self.precision = precision
    self.sorts = sorts
    self.dropsDuplicates = dropsDuplicates
    self.spreadSeed = spreadSeed
  }
}

/// What became of the records.
package struct ListTally: Equatable, Sendable {
  package var written = 0
  package var withoutPosition = 0
  package var duplicates = 0
  package var moved = 0
  /// Members beside the properties of GeoJSON features, for which the format has no place.
  package var membersLost = 0
}

/// Takes records one after another, does with them what `ListOutput` says, and writes them.
///
/// Without an order, room between them or duplicates to look for, each is written as it comes. CSV
/// has to know its columns first. Either its records come twice (`comesTwice`): the first time for
/// their columns, unless they turn out to be those of the first record, as in most lists; or they are
/// held in memory.
package final class RecordWriter {
  package typealias Write = (UnsafeBufferPointer<UInt8>) throws -> Void

  private let output: ListOutput
  private let write: Write
  private let comesTwice: Bool
  private let rounding: PositionRounding?
  private let packer: GzipWriter?
  // Nothing here calls back while it is at work; to have that checked at each access took a fifth of
  // the time.
  @exclusivity(unchecked) private var buffer = ByteBuffer(capacity: 1 << 19)
  @exclusivity(unchecked) private var rows = RowWriter(PropertyColumns())
  @exclusivity(unchecked) private var held: HeldRecords?
  @exclusivity(unchecked) private var known = Set<[UInt8]>()
  @exclusivity(unchecked) private var state = State.writing
  @exclusivity(unchecked) package private(set) var tally = ListTally()
  /// Of the FeatureCollection that is read, written with the one that is made.
  var membersBefore: KeptMembers?
  var membersBehind: KeptMembers?

  private enum State {
    case writing
    /// Rows of CSV, as if the first record had all columns; nothing is handed on yet.
    case guessing(version: Int)
    /// The columns alone.
    case discovering
  }

  private static let portion = 1 << 18
  /// Rows that are held while it is open whether they are right.
  private static let mostGuessed = 24 << 20

  package init(_ output: ListOutput, comesTwice: Bool = false, write: @escaping Write) {
    self.output = output
    self.write = write
    self.comesTwice = comesTwice
    rounding = output.precision.map { PositionRounding(decimals: $0) }
    packer = output.isPacked ? GzipWriter() : nil
    if output.sorts || output.spreadSeed != nil || output.format == .csv && !comesTwice {
      held = HeldRecords(keepsNames: output.sorts)
    } else if output.format == .csv {
      state = .guessing(version: -1)
    }
  }

  /// Whether the records are to come again, from the first one on.
  package var needsThemAgain: Bool {
    if case .discovering = state { return true }
    return false
  }

  /// To be called before they come again.
  package func begin() throws {
    state = .writing
    tally = ListTally()
    known.removeAll()
    rows.begin()
    buffer.truncate()
    rows.appendHeader(to: &buffer)
  }

  /// The record's position may be changed.
  @inline(__always)
  package func append(_ record: inout ListRecord) throws {
    if let rounding { round(&record, rounding) }
    if output.dropsDuplicates, isDuplicate(record) { return }
    if let held {
      if output.format == .csv { rows.discover(record) }
      held.append(record)
      return
    }
    try put(record)
  }

  /// What was made so far is handed on.
  package func flush() throws {
    if case .writing = state { try handOn() }
  }

  /// The end, unless they are to come again.
  package func finish() throws {
    if let held { try writeHeld(held) }
    switch state {
    case .discovering: return
    case .guessing(let version):
      state = .writing
      if version < 0 {
        rows.begin()
        rows.appendHeader(to: &buffer)
      }
    case .writing: break
    }
    if output.format == .geojson {
      if tally.written == 0 { beginCollection() }
      buffer.append(tally.written == 0 ? "]" : "\n]")
      append(members: membersBehind)
      buffer.append("}\n")
    }
    try handOn(isLast: true)
  }

  // MARK: One by one

  private func isDuplicate(_ record: borrowing ListRecord) -> Bool {
    guard let key = record.duplicateKey, !known.insert(key).inserted else { return false }
    tally.duplicates += 1
    return true
  }

  private func round(_ record: inout ListRecord, _ rounding: PositionRounding) {
    rounding.apply(to: &record)
    record.dropBox()
  }

  @inline(__always)
  private func put(_ record: borrowing ListRecord) throws {
    if case .none = record.place { tally.withoutPosition += 1 }
    switch output.format {
    case .geojson:
      if tally.written == 0 { beginCollection() }
      buffer.append(tally.written == 0 ? "\n" : ",\n")
      FeatureWriter.append(record, to: &buffer)
    case .geojsonseq:
      buffer.append(0x1E)
      FeatureWriter.append(record, to: &buffer)
      buffer.append("\n")
    case .ndjson:
      tally.membersLost += record.foreign.count
      ObjectWriter.append(record, to: &buffer)
    case .csv:
      tally.membersLost += record.foreign.count
      try putRow(record)
    }
    tally.written += 1
    if buffer.count >= Self.portion { try flush() }
  }

  private func putRow(_ record: borrowing ListRecord) throws {
    switch state {
    case .writing: rows.append(record, to: &buffer)
    case .discovering: rows.discover(record)
    case .guessing(var version):
      rows.discover(record)
      if version < 0 {
        version = rows.columns.version
        state = .guessing(version: version)
        rows.begin()
        rows.appendHeader(to: &buffer)
      }
      if rows.columns.version == version, buffer.count < Self.mostGuessed {
        rows.append(record, to: &buffer)
      } else {
        buffer.truncate()
        state = .discovering
      }
    }
  }

  // MARK: All at once

  private func writeHeld(_ held: HeldRecords) throws {
    if let seed = output.spreadSeed {
      tally.moved = Spread(seed: seed, decimals: output.precision).apply(to: held)
    }
    state = .writing
    if output.format == .csv {
      rows.begin()
      rows.appendHeader(to: &buffer)
    }
    var record = ListRecord()
    if output.sorts {
      for index in held.sorted { try put(held, index, &record) }
    } else {
      for index in 0..<held.count { try put(held, index, &record) }
    }
  }

  private func put(_ held: HeldRecords, _ index: Int, _ record: inout ListRecord) throws {
    held.read(index, into: &record)
    if held.moved[index] != nil { record.dropBox() }
    try put(record)
  }

  // MARK: The collection

  private func beginCollection() {
    buffer.append("{\"type\":\"FeatureCollection\"")
    append(members: membersBefore)
    buffer.append(",\"features\":[")
  }

  private func append(members: KeptMembers?) {
    guard let members else { return }
    for index in 0..<members.count {
      let member = members[index]
      // A box round the features is one round where they stood.
      let isChanged = output.precision != nil || output.spreadSeed != nil
      if isChanged, member.key.elementsEqual("bbox".utf8) { continue }
      buffer.append(member)
    }
  }

  private func handOn(isLast: Bool = false) throws {
    if let packer {
      try packer.pack(buffer.bytes, isLast: isLast, write)
    } else if buffer.count > 0 {
      try write(buffer.bytes)
    }
    buffer.truncate()
  }
}

extension ListRecord {
  /// A box round where it stood.
  mutating func dropBox() {
    guard foreign.count > 0 else { return }
    foreign.removeAll { $0.key.elementsEqual("bbox".utf8) }
  }
}
