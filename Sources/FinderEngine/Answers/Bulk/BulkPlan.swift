/// The settings, and what follows from the stream's first record: the columns, and all bytes of an answer
/// that are the same for every record.
struct BulkPlan: Sendable {
  let settings: BulkSettings
  let shape: PointStreamShape
  /// The columns of the input, as they are returned in a delimited answer.
  let columns: [[UInt8]]
  /// What is written about a venue: the fields chosen, or else all that a row has.
  let venueFields: VenueFields
  /// The names of those columns. A property gets `venue_` before its key only if the input has a column with
  /// that name.
  private(set) var venueColumns: [String] = []
  /// The column for each key of an object.
  let columnOfKey: [[UInt8]: Int]
  let echoKeys: EchoKeys
  /// The same for a point that was moved, for which the key `moved` is taken.
  let echoKeysWhenMoved: EchoKeys
  /// The same for a record without an answer, and so without a `place`.
  let echoKeysOfFaults: EchoKeys
  /// Whether rows and features state the precision of a point in words, and where the search was.
  let saysPrecision: Bool
  /// For the input's columns, as keys of a feature's properties.
  private(set) var featureKeys = EchoKeys([])
  /// The names of a feature's properties that are not the venue's own.
  private(set) var featureNames = TakenNames()

  init(
    _ settings: BulkSettings, _ shape: PointStreamShape, firstRecord: PaddedText
  ) throws(BadRecord) {
    self.settings = settings
    self.shape = shape
    venueFields =
      settings.fields
      ?? VenueFields(columns: VenueWriter.columns + settings.additions.flatMap(\.columns))
    switch shape {
    case .cells(let layout):
      // Names are returned unchanged.
      if layout.hasHeader, let offset = firstRecord.bytes.firstByteNotUTF8 {
        throw .notUTF8(at: offset)
      }
      columns = layout.header.names
      let taken = ["line", "lat", "lon"]
      let place = layout.position.isInWords ? "place" : nil
      echoKeys = EchoKeys(Self.echoKeys(layout, taken: taken, place))
      echoKeysWhenMoved = EchoKeys(Self.echoKeys(layout, taken: taken + ["moved"], place))
      echoKeysOfFaults = EchoKeys(Self.echoKeys(layout, taken: taken, nil))
      saysPrecision = layout.position.isInWords && !settings.format.saysPlaces
    case .objects:
      var reader = PointReader(.objects, settings.position)
      let mayHaveWords: Bool
      (columns, mayHaveWords) = Self.columns(ofObject: firstRecord, &reader)
      saysPrecision = mayHaveWords && !settings.format.saysPlaces
      (echoKeys, echoKeysWhenMoved) = (EchoKeys([]), EchoKeys([]))
      echoKeysOfFaults = EchoKeys([])
    }
    columnOfKey = Dictionary(
      columns.enumerated().dropFirst(2).map { ($0.element, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    venueColumns = columns(of: venueFields)
    guard case .geojson = settings.format else { return }
    // A feature states the precision of its point, whatever the first object's is.
    featureNames = TakenNames(
      ["rank"] + venueColumns + closingColumns + BulkSettings.precisionColumns)
    if let header = shape.layout?.header {
      featureKeys = EchoKeys(
        header.names.indices.map { column in
          Self.echoKey(featureNames.unused(Array(text(header.key(column)).utf8)))
        })
    }
  }

  /// For each column, `,"name":` if it is returned under `query`, otherwise nothing. If answers give the
  /// `place` of a point in words, a column with that name is either the point's, whose text is returned
  /// there, or gets another name.
  private static func echoKeys(
    _ layout: CellLayout, taken names: [String], _ place: String?
  ) -> [[UInt8]] {
    var taken = TakenNames(names + [place].compactMap { $0 })
    return layout.header.names.indices.map { column in
      // Keys are text, even if the bytes of the name are not.
      let name = text(layout.header.key(column))
      if names.contains(name) { return [] }
      switch layout.position {
      case .degrees(column, _), .degrees(_, column): return []
      case .words(column) where name == place: return []
      default: return echoKey(taken.unused(Array(name.utf8)))
      }
    }
  }

  private static func echoKey(_ name: [UInt8]) -> [UInt8] {
    var key = ByteBuffer()
    key.append(",")
    name.withUnsafeBufferPointer { key.append(jsonString: $0) }
    key.append(":")
    return Array(key.bytes)
  }

  /// The columns of a stream of objects: the point, then the other keys of the first object; and whether
  /// there may be points in words, if that object has no numbers.
  private static func columns(
    ofObject line: PaddedText, _ reader: inout PointReader
  ) -> ([[UInt8]], mayHaveWords: Bool) {
    let point = try? reader.read(line)
    let cursor = JSONCursor(line)
    let others = reader.members.map { cursor.decoded($0.key) }
    return ([Array("lat".utf8), Array("lon".utf8)] + others, point == nil)
  }

  private func columns(of fields: VenueFields) -> [String] {
    let taken = ["rank", "moved", "error"] + BulkSettings.precisionColumns + columns.map(text)
    return zip(fields.all, fields.columns).map { field, name in
      switch field.fact {
      case .distance, .bearing: name
      case .id: "venue_id"
      case .name: "venue_name"
      case .postcode: "venue_postcode"
      case .latitude: "venue_lat"
      case .longitude: "venue_lon"
      default: taken.contains(name) ? "venue_\(name)" : name
      }
    }
  }

  private var closingColumns: [String] {
    (settings.outside == .clamp ? ["moved", "error"] : ["error"])
      + (saysPrecision ? BulkSettings.precisionColumns : [])
  }

  private var countColumns: [String] {
    settings.circles.isEmpty ? ["count"] : settings.circles.map { "count_\($0.name)" }
  }

  func appendHeader(to output: inout ByteBuffer) {
    guard settings.hasHeader, case .delimited(let style) = settings.format else { return }
    let answers =
      (settings.countsOnly ? countColumns : ["rank"] + venueColumns) + closingColumns
    for (i, name) in (columns + answers.map { Array($0.utf8) }).enumerated() {
      if i > 0 { output.append(style.separator) }
      name.withUnsafeBufferPointer { output.append(cell: $0, style) }
    }
    output.append("\n")
  }
}

/// The columns of the input that are returned under `query`, each with its key as written: `,"name":`. The
/// bytes are side by side, so writing them counts no references.
final class EchoKeys: @unchecked Sendable {
  struct Key {
    let column: Int
    let text: Bytes
  }

  let all: UnsafeBufferPointer<Key>
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  /// For each column; empty for one that is not returned.
  init(_ texts: [[UInt8]]) {
    bytes = .allocate(capacity: texts.reduce(0) { $0 + $1.count })
    var end = bytes.startIndex
    var keys: [Key] = []
    for (column, text) in texts.enumerated() where !text.isEmpty {
      let place = UnsafeMutableBufferPointer(rebasing: bytes[end..<end + text.count])
      _ = place.initialize(fromContentsOf: text)
      keys.append(Key(column: column, text: UnsafeBufferPointer(place)))
      end += text.count
    }
    let all = UnsafeMutableBufferPointer<Key>.allocate(capacity: keys.count)
    _ = all.initialize(fromContentsOf: keys)
    self.all = UnsafeBufferPointer(all)
  }

  deinit {
    all.deallocate()
    bytes.deallocate()
  }
}
