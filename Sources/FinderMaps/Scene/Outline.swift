import FinderEngine

/// The rough base map that comes with finder: `outline.csv`, one point per line.
///
///     kind,name,lat,lon
///     land,Isle of Wight,50.663,-1.588
///
/// Consecutive lines with the same kind and name form one ring of an area, or one line. Names have no commas,
/// and nothing is quoted.
package enum Outline {
  package static let fileName = "outline.csv"

  /// finder's own outline has 2,900 points in 80 KB. A file of more than 4 MB is not an outline.
  private static let mostBytes = 1 << 22

  /// The file in the first folder that has it; `nil` if none does.
  package static func path(in folders: [FilePath]) -> FilePath? {
    for folder in folders {
      let path: FilePath = "\(folder)/\(fileName)"
      if path.isAccessible() { return path }
    }
    return nil
  }

  package static func read(_ path: FilePath) throws -> [BaseShape] {
    let text = try FileReading.contents(ofFile: path, upTo: mostBytes)
    return try shapes(in: text.bytes, named: "\(path)")
  }

  /// O(n) for n bytes; `path` is for error messages.
  package static func shapes(in text: Bytes, named path: String) throws(ListError) -> [BaseShape] {
    var reader = OutlineReader(text)
    do throws(BadRecord) {
      return try reader.read()
    } catch {
      throw .malformed(
        path: path, place: "line \(reader.line)", problem: error.problem, hint: nil)
    }
  }
}

/// Reads the lines of an outline. Makes a string for each shape, not for each line.
struct OutlineReader {
  /// The number of the last line read, counted from 1, for error messages.
  private(set) var line = 0

  private let text: Bytes
  private var offset = 0
  private var shapes: [BaseShape] = []
  /// The kind and name of the current shape, each with its comma: all its lines begin with this.
  private var prefix = Bytes(start: nil, count: 0)
  private var firstLine = 0
  private var points: [Coordinate] = []

  init(_ text: Bytes) {
    self.text = text
    offset = text.lengthOfByteOrderMark
  }

  mutating func read() throws(BadRecord) -> [BaseShape] {
    let header: StaticString = "kind,name,lat,lon"
    guard let first = nextRow(), first.elementsEqual(header.bytes) else {
      line = 1
      throw BadRecord("expected the header \(header)")
    }
    while let row = nextRow() {
      if !row.isEmpty { try take(row) }
    }
    try finishShape()
    return shapes
  }

  private mutating func nextRow() -> Bytes? {
    guard offset < text.count else { return nil }
    let end = text.place(of: UInt8(ascii: "\n"), from: offset)
    defer { offset = end + 1 }
    line += 1
    return UnsafeBufferPointer(start: text.baseAddress! + offset, count: end - offset)
      .withoutCarriageReturn
  }

  private mutating func take(_ row: Bytes) throws(BadRecord) {
    if prefix.isEmpty || !row.begins(with: prefix) {
      try finishShape()
      let kindEnd = row.place(of: .comma, from: 0)
      let nameEnd = row.place(of: .comma, from: min(kindEnd + 1, row.count))
      guard nameEnd < row.count else { throw Self.wrongCells }
      prefix = UnsafeBufferPointer(start: row.baseAddress, count: nameEnd + 1)
      firstLine = line
    }
    let latitudeEnd = row.place(of: .comma, from: prefix.count)
    guard latitudeEnd < row.count else { throw Self.wrongCells }
    let latitude = row.degrees(prefix.count..<latitudeEnd, Coordinate.latitudeRange)
    guard let latitude else {
      throw Self.wrongDegrees("lat", -90, 90, row.excerpt(prefix.count..<latitudeEnd))
    }
    let longitudeCell = latitudeEnd + 1..<row.count
    guard let longitude = row.degrees(longitudeCell, Coordinate.longitudeRange) else {
      if row[longitudeCell].contains(.comma) { throw Self.wrongCells }
      throw Self.wrongDegrees("lon", -180, 180, row.excerpt(longitudeCell))
    }
    points.append(Coordinate(latitude: latitude, longitude: longitude))
  }

  private mutating func finishShape() throws(BadRecord) {
    guard !prefix.isEmpty else { return }
    // Errors in a shape are reported at its first line.
    let lastLine = line
    line = firstLine
    let kindEnd = prefix.place(of: .comma, from: 0)
    let kind = try kind(prefix[..<kindEnd])
    let name = UnsafeBufferPointer(rebasing: prefix[(kindEnd + 1)...].dropLast())
    guard name.isUTF8 else { throw BadRecord("the name is not UTF-8 text") }
    let least = kind.isArea ? 3 : 2
    guard points.count >= least else {
      throw BadRecord(
        "expected at least \(least) points in a shape of kind \(kind.rawValue), found "
          + "\(points.count)")
    }
    // A copy: if the shape shared the memory of `points`, `points` would need new memory for the next shape.
    let ring = points.withUnsafeBufferPointer { Array($0) }
    let shape = BaseShape(
      kind: kind, name: TidyText.string(name), lines: [ring], isClosed: kind.isArea)
    shapes.append(shape)
    points.removeAll(keepingCapacity: true)
    line = lastLine
  }

  private func kind(_ cell: Slice<Bytes>) throws(BadRecord) -> MapShape.Kind {
    let written = String(decoding: cell.prefix(100), as: UTF8.self)
    guard let kind = MapShape.Kind(rawValue: written) else {
      let known = MapShape.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw BadRecord("expected one of the kinds \(known), found '\(fitForMessage(written))'")
    }
    return kind
  }

  private static var wrongCells: BadRecord { BadRecord("expected four cells: kind,name,lat,lon") }

  private static func wrongDegrees(
    _ name: String, _ low: Int, _ high: Int, _ found: String
  ) -> BadRecord {
    BadRecord("expected \(name) from \(low) to \(high), found '\(found)'")
  }
}

extension UInt8 {
  fileprivate static let comma = UInt8(ascii: ",")
}

extension Bytes {
  fileprivate func begins(with other: UnsafeBufferPointer) -> Bool {
    count > other.count && memcmp(baseAddress!, other.baseAddress!, other.count) == 0
  }

  /// `nil` unless the cell is a number in the range.
  fileprivate func degrees(_ cell: Range<Int>, _ range: ClosedRange<Double>) -> Double? {
    let number = DecimalNumber.parse(UnsafeBufferPointer(rebasing: self[cell]))
    return number.flatMap { range.contains($0) ? $0 : nil }
  }

  fileprivate func excerpt(_ cell: Range<Int>) -> String {
    fitForMessage(String(decoding: self[cell].prefix(300), as: UTF8.self))
  }
}
