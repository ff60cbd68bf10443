/// How a stream of points is written, told by its first line.
enum PointStreamShape: Sendable {
  /// A point in a row of cells.
  case cells(CellLayout)
  /// A point in a JSON object: with keys for latitude and longitude, or a GeoJSON Point feature.
  case objects
}

/// Which cell of a row is what.
struct CellLayout: Sendable {
  enum Separator: Sendable {
    case comma
    case tab
    /// Runs of spaces.
    case space
  }

  let separator: Separator
  /// Of all columns, as the header has them, or made up.
  let names: [[UInt8]]
  let latitude: Int
  let longitude: Int
  let hasHeader: Bool
}

/// The names under which a latitude and a longitude are known, in any case.
enum CoordinateKeys {
  static func isLatitude(_ name: some Collection<UInt8>) -> Bool {
    equals(name, "lat") || equals(name, "latitude")
  }

  static func isLongitude(_ name: some Collection<UInt8>) -> Bool {
    equals(name, "lon") || equals(name, "longitude") || equals(name, "lng")
  }

  private static func equals(_ name: some Collection<UInt8>, _ word: StaticString) -> Bool {
    guard name.count == word.utf8CodeUnitCount else { return false }
    return zip(name, UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
      .allSatisfy { $0 | 0x20 == $1 }
  }
}

extension PointStreamShape {
  /// Works out the shape from the first line that is not blank. Throws a clause for people where no
  /// line after this one could be understood either.
  init(firstLine line: PaddedText) throws(BadRecord) {
    let firstLine = line.bytes
    let first = firstLine.first { !$0.isBlank } ?? 0
    if Gzip.isGzip(firstLine) { throw BadRecord("expected text, found gzip; unpack it first") }
    if first == UInt8(ascii: "[") || Self.isCollection(line) {
      throw BadRecord(
        "expected one object a line, found "
          + (first == UInt8(ascii: "[") ? "an array" : "a FeatureCollection"))
    }
    if first == UInt8(ascii: "{") || first == 0x1E {
      self = .objects
    } else {
      self = .cells(try CellLayout(firstLine: firstLine))
    }
  }
}

extension PointStreamShape {
  /// All points in one text, or the first line of that: no line of it is a point.
  private static func isCollection(_ line: PaddedText) -> Bool {
    var cursor = JSONCursor(line)
    var isFirst = true
    guard let key = try? cursor.nextMember(&isFirst), cursor.string(key, is: "type") else {
      return false
    }
    return (try? cursor.readWhetherString(is: "FeatureCollection")) ?? false
  }
}

extension CellLayout {
  fileprivate init(firstLine: UnsafeBufferPointer<UInt8>) throws(BadRecord) {
    separator = SeparatorScan(firstLine).separator
    var reader = CellReader(separator: separator)
    try reader.read(firstLine)
    let cells = reader.cells.map { Array($0.trimmed) }
    let latitude = cells.firstIndex { CoordinateKeys.isLatitude($0) }
    let longitude = cells.firstIndex { CoordinateKeys.isLongitude($0) }
    if let latitude, let longitude {
      names = cells
      (self.latitude, self.longitude, hasHeader) = (latitude, longitude, true)
      return
    }
    let areNumbers = cells.prefix(2).map {
      $0.withUnsafeBufferPointer { DecimalNumber.parse($0) != nil }
    }
    guard areNumbers.contains(true) else {
      throw BadRecord(
        "expected a header that names 'lat' and 'lon', or a latitude and a longitude in the first "
          + "two columns, with commas, tabs or spaces between them")
    }
    names = Self.madeUpNames(count: max(cells.count, 2))
    (self.latitude, self.longitude, hasHeader) = (0, 1, false)
  }

  private static func madeUpNames(count: Int) -> [[UInt8]] {
    (1...count).map { number in
      switch number {
      case 1: Array("lat".utf8)
      case 2: Array("lon".utf8)
      default: Array("column_\(number)".utf8)
      }
    }
  }
}

/// What a first line shows of how cells are separated: a tab if there is one, else a comma, else
/// spaces. What stands in quotes separates nothing.
struct SeparatorScan {
  private(set) var separator = CellLayout.Separator.space
  /// A quoted cell goes on in the next line.
  private(set) var endsInQuotes = false

  init(_ line: UnsafeBufferPointer<UInt8>) {
    var isAtCellStart = true
    for byte in line {
      if endsInQuotes {
        // The first of a doubled quote closes, the second opens again.
        if byte == UInt8(ascii: "\"") { (endsInQuotes, isAtCellStart) = (false, true) }
      } else if byte == UInt8(ascii: "\""), isAtCellStart {
        endsInQuotes = true
      } else {
        isAtCellStart = byte == 0x09 || byte == UInt8(ascii: ",")
        if byte == 0x09 { separator = .tab }
        if byte == UInt8(ascii: ","), separator != .tab { separator = .comma }
      }
    }
  }
}

extension UInt8 {
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}

/// Why a record has no answer: a clause for people.
struct BadRecord: Error {
  let problem: String

  init(_ problem: String) { self.problem = problem }
}
