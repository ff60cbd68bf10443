/// Takes records one after another, does with them what `ListOutput` says, and writes them.
///
/// Each is written as it comes, unless they are to be sorted or moved apart. CSV has to know its
/// columns first. Either its records come twice (`comesTwice`): the first time for
/// their columns, unless they turn out to be those of the first record, as in most lists; or they are
/// held in memory.
package final class RecordWriter {
  package typealias Write = (UnsafeBufferPointer<UInt8>) throws -> Void

  private let output: ListOutput
  private let write: Write
  private let comesTwice: Bool
  private let rounding: PositionRounding?
  private let packer: GzipWriter?
  // Nothing here calls back while it is at work; checking that at each access took a fifth of the
  // time.
  @exclusivity(unchecked) private var buffer = ByteBuffer(capacity: 1 << 19)
  @exclusivity(unchecked) private var rows = RowWriter(PropertyColumns())
  @exclusivity(unchecked) private var held: HeldRecords?
  @exclusivity(unchecked) private var known = Set<[UInt8]>()
  @exclusivity(unchecked) private var state = State.writing
  @exclusivity(unchecked) private(set) var tally = ListTally()
  /// Of the FeatureCollection that is read, written with the one that is made.
  var membersBefore: KeptMembers?
  var membersAfter: KeptMembers?

  private enum State {
    case writing
    /// Rows of CSV, as if the first record had all columns; nothing is written yet.
    case guessing(version: Int)
    /// The columns alone.
    case discovering
  }

  private static let portion = 1 << 18
  /// As many bytes of rows are held until it is known whether they are right.
  private static let mostGuessed = 24 << 20

  init(_ output: ListOutput, comesTwice: Bool = false, write: @escaping Write) {
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
  var needsThemAgain: Bool {
    if case .discovering = state { return true }
    return false
  }

  /// To be called before they come again.
  func begin() throws {
    state = .writing
    tally = ListTally()
    known.removeAll()
    buffer.truncate()
    beginRows()
  }

  /// The record's position may be changed.
  @inline(__always)
  package func append(_ record: inout ListRecord) throws {
    if let rounding {
      rounding.apply(to: &record)
      record.dropBox()
    }
    if output.dropsDuplicates, isDuplicate(record) { return }
    if let held {
      if output.format == .csv { rows.discover(record) }
      held.append(record)
      return
    }
    try put(record)
  }

  /// Writes what was made so far.
  func flush() throws {
    if case .writing = state { try writeBuffer() }
  }

  /// To be called after the last record, each time that they come.
  func finish() throws {
    if let held { try writeHeld(held) }
    switch state {
    case .discovering: return
    case .guessing(let version):
      state = .writing
      if version < 0 { beginRows() }
    case .writing: break
    }
    if output.format == .geojson {
      if tally.written == 0 { beginCollection() }
      buffer.append(tally.written == 0 ? "]" : "\n]")
      membersAfter?.append(to: &buffer, withoutBox: changesPositions)
      buffer.append("}\n")
    }
    try writeBuffer(isLast: true)
  }

  // MARK: One by one

  private func isDuplicate(_ record: borrowing ListRecord) -> Bool {
    guard let key = record.duplicateKey, !known.insert(key).inserted else { return false }
    tally.duplicates += 1
    return true
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
        beginRows()
      }
      if rows.columns.version == version, buffer.count < Self.mostGuessed {
        rows.append(record, to: &buffer)
      } else {
        buffer.truncate()
        state = .discovering
      }
    }
  }

  private func beginRows() {
    rows.begin()
    rows.appendHeader(to: &buffer)
  }

  // MARK: All at once

  private func writeHeld(_ held: HeldRecords) throws {
    if let seed = output.spreadSeed {
      tally.moved = Spread(seed: seed, decimals: output.precision).apply(to: held)
    }
    state = .writing
    if output.format == .csv { beginRows() }
    var record = ListRecord()
    for index in output.sorts ? held.sorted : Array(0..<held.count) {
      held.read(index, into: &record)
      if held.moved[index] != nil { record.dropBox() }
      try put(record)
    }
  }

  // MARK: The collection

  private func beginCollection() {
    buffer.append("{\"type\":\"FeatureCollection\"")
    membersBefore?.append(to: &buffer, withoutBox: changesPositions)
    buffer.append(",\"features\":[")
  }

  private var changesPositions: Bool { output.precision != nil || output.spreadSeed != nil }

  private func writeBuffer(isLast: Bool = false) throws {
    if let packer {
      try packer.pack(buffer.bytes, isLast: isLast, write)
    } else if buffer.count > 0 {
      try write(buffer.bytes)
    }
    buffer.truncate()
  }
}
