/// Takes records one after another, processes them as `ListOutput` says, and writes them.
///
/// Each is written as it comes, unless records are sorted or moved apart. CSV must know its columns first.
/// Either its records come twice (`comesTwice`), the first time for their columns, unless all have the first
/// record's columns, as in most lists; or they are held in memory.
package final class RecordWriter {
  package typealias Write = (Bytes) throws -> Void

  private let output: ListOutput
  private let write: Write
  private let comesTwice: Bool
  private let rounding: PositionRounding?
  private let packer: GzipWriter?
  // Nothing here calls back during its work; exclusivity checks took a fifth of the time.
  @exclusivity(unchecked) private var buffer = ByteBuffer(capacity: 1 << 19)
  @exclusivity(unchecked) private var rows = RowWriter(PropertyColumns())
  @exclusivity(unchecked) private var held: HeldRecords?
  @exclusivity(unchecked) private var known = Set<[UInt8]>()
  @exclusivity(unchecked) private var state = State.writing
  @exclusivity(unchecked) package private(set) var tally = ListTally()
  /// Members of the FeatureCollection that was read, for the one that is written.
  var membersBefore: KeptMembers?
  var membersAfter: KeptMembers?
  /// Written after the features, in place of those members' attribution; `nil` leaves that unchanged.
  package var attribution: [Attribution]?

  private enum State {
    case writing
    /// CSV rows as if the first record had all columns; nothing is written yet.
    case guessing(version: Int)
    /// Only the columns are collected.
    case discovering
  }

  private static let portion = 1 << 18
  /// How many bytes of rows are held until it is known whether they are right.
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

  /// Whether the records must come again, from the first one.
  var needsThemAgain: Bool { if case .discovering = state { true } else { false } }

  /// To be called before the records come again.
  func begin() throws {
    state = .writing
    tally = ListTally()
    known.removeAll()
    buffer.truncate()
    beginRows()
  }

  /// May change the record's position.
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

  func flush() throws {
    if case .writing = state { try writeBuffer() }
  }

  /// To be called after the last record, in each pass.
  package func finish() throws {
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
      append(membersAfter, to: &buffer)
      if let attribution { buffer.append(attribution: attribution) }
      buffer.append("}\n")
    }
    try writeBuffer(isLast: true)
  }

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

  private func beginCollection() {
    buffer.beginCollection { append(membersBefore, to: &$0) }
  }

  private func append(_ members: KeptMembers?, to output: inout ByteBuffer) {
    members?.append(
      to: &output, withoutBox: changesPositions, withoutAttribution: attribution != nil)
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

/// Writes records as GeoJSON features, with their members unchanged and no other white space.
enum FeatureWriter {
  static func append(_ record: borrowing ListRecord, to output: inout ByteBuffer) {
    output.append("{\"type\":\"Feature\"")
    if record.id.count > 0 { output.append(key: "id", json: record.id) }
    output.append(key: "properties")
    output.append("{")
    append(record.members, to: &output)
    output.append("}")
    output.append(key: "geometry")
    append(record.place, to: &output)
    append(record.foreign, to: &output)
    output.append("}")
  }

  private static func append(_ members: borrowing ListRecord.Members, to output: inout ByteBuffer) {
    for index in 0..<members.count { output.append(members[index]) }
  }

  private static func append(_ place: ListRecord.Place, to output: inout ByteBuffer) {
    switch place {
    case .none: output.append("null")
    case .point(let latitude, let longitude):
      output.append("{\"type\":\"Point\",\"coordinates\":[")
      output.append(longitude)
      output.append(",")
      output.append(latitude)
      output.append("]}")
    case .other(let geometry): output.append(json: geometry)
    }
  }
}

extension ByteBuffer {
  @inline(__always) mutating func append(_ member: ListRecord.Member) {
    append(rawKey: member.key)
    append(json: member.value)
  }
}

/// Writes records as objects on one line, with the keys of finder's results: `id` if there is one, `name`,
/// `postcode`, `lat`, `lon`, the other properties under `properties`, and `geometry` if it is not a plain
/// point.
enum ObjectWriter {
  static func append(_ record: borrowing ListRecord, to output: inout ByteBuffer) {
    output.append("{")
    if record.id.count > 0 { output.append(key: "id", json: record.id) }
    let name = value(of: "name", record)
    let postcode = value(of: "postcode", record)
    output.append(key: "name", json: name ?? null)
    output.append(key: "postcode", json: postcode ?? null)
    appendPlace(of: record, to: &output)
    var isFirst = true
    for index in 0..<record.members.count {
      let member = record.members[index]
      if name != nil, member.key.equals("name") { continue }
      if postcode != nil, member.key.equals("postcode") { continue }
      if isFirst {
        output.append(key: "properties")
        output.append("{")
        isFirst = false
      }
      output.append(member)
    }
    output.append(isFirst ? "}\n" : "}}\n")
  }

  /// The last of several equal keys counts. Null would be the same as a missing value here, so it stays a
  /// property.
  private static func value(of key: StaticString, _ record: borrowing ListRecord) -> Bytes? {
    var value: Bytes?
    for index in 0..<record.members.count where record.members[index].key.equals(key) {
      value = record.members[index].value
    }
    return value?.first == UInt8(ascii: "n") ? nil : value
  }

  private static var null: Bytes { ("null" as StaticString).bytes }

  private static func appendPlace(of record: borrowing ListRecord, to output: inout ByteBuffer) {
    if case .point(let latitude, let longitude) = record.place {
      output.append(key: "lat", json: latitude)
      output.append(key: "lon", json: longitude)
      return
    }
    output.append(key: "lat", number: record.coordinate?.latitude)
    output.append(key: "lon", number: record.coordinate?.longitude)
    if case .other(let geometry) = record.place { output.append(key: "geometry", json: geometry) }
  }
}
