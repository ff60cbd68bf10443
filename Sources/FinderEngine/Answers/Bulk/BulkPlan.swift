/// The settings and what the stream's first record shows: the columns, and all bytes of an answer that
/// are the same for every record.
struct BulkPlan: Sendable {
  let settings: BulkSettings
  let shape: PointStreamShape
  /// Of the input, as they come back in a delimited answer.
  let columns: [[UInt8]]
  /// What is said of a venue: what was chosen, else all that a row has.
  let venueFields: VenueFields
  /// What that is called; a property has `venue_` before its key only where the input has a column of
  /// that name.
  private(set) var venueColumns: [String] = []
  /// Where a key of an object goes.
  let columnOfKey: [[UInt8]: Int]
  let echoKeys: EchoKeys
  /// The same for a point that was moved, where the key `moved` is taken.
  let echoKeysWhenMoved: EchoKeys
  /// The same for a record without an answer, and so without a `place`.
  let echoKeysOfFaults: EchoKeys
  /// Rows and features say how exactly a point in words is known, and where was searched.
  let saysPrecision: Bool
  /// Of the input's columns, as a feature's properties have them.
  private(set) var featureKeys = EchoKeys([])
  /// What properties of a feature are called that are not the venue's own.
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
      // Names come back as they are.
      if layout.hasHeader, let offset = firstRecord.bytes.firstByteNotUTF8 {
        throw .notUTF8(at: offset)
      }
      columns = layout.header.names
      let taken = ["line", "lat", "lon"]
      let place = layout.point < 0 ? nil : "place"
      echoKeys = EchoKeys(Self.echoKeys(layout, taken: taken, place))
      echoKeysWhenMoved = EchoKeys(Self.echoKeys(layout, taken: taken + ["moved"], place))
      echoKeysOfFaults = EchoKeys(Self.echoKeys(layout, taken: taken, nil))
      saysPrecision = layout.point >= 0 && !settings.format.saysPlaces
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
    // A feature says how exactly its point is known whatever the first object's is.
    featureNames = TakenNames(
      ["rank"] + venueColumns + closingColumns + BulkSettings.precisionColumns)
    if let header = shape.layout?.header {
      featureKeys = EchoKeys(
        header.names.indices.map { column in
          Self.echoKey(featureNames.unused(Array(text(header.key(column)).utf8)))
        })
    }
  }

  /// By column, `,"name":` for a column that comes back under `query`, else nothing. Where answers say
  /// the `place` of a point in words, the column of that name is the point's, whose text is told there, or
  /// gets another one.
  private static func echoKeys(
    _ layout: CellLayout, taken names: [String], _ place: String?
  ) -> [[UInt8]] {
    var taken = TakenNames(names + [place].compactMap { $0 })
    return layout.header.names.indices.map { column in
      // Keys are text, whatever the bytes of the name are.
      let name = text(layout.header.key(column))
      guard column != layout.latitude, column != layout.longitude, !names.contains(name) else {
        return []
      }
      if column == layout.point, name == place { return [] }
      return echoKey(taken.unused(Array(name.utf8)))
    }
  }

  private static func echoKey(_ name: [UInt8]) -> [UInt8] {
    var key = ByteBuffer()
    key.append(",")
    name.withUnsafeBufferPointer { key.append(jsonString: $0) }
    key.append(":")
    return Array(key.bytes)
  }

  /// The columns of a stream of objects: the point, then the other keys of the first one; and whether there
  /// may be points in words, since that one has no numbers.
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

/// The columns of the input that come back under `query`, each with its key as it is written:
/// `,"name":`. The bytes lie side by side, so that writing them counts no owners.
final class EchoKeys: @unchecked Sendable {
  struct Key {
    let column: Int
    let text: Bytes
  }

  let all: UnsafeBufferPointer<Key>
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  /// By column; nothing for one that does not come back.
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
