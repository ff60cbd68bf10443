/// A plus code (an Open Location Code): `9C3XGV4C+XV` is a cell of an eight-thousandth of a degree, 14 m from
/// south to north.
///
/// The specification is Google's, Apache 2.0. There are twenty different characters. The first ten of a code
/// are pairs for latitude and longitude, each pair a twentieth of the one before. Each further character
/// divides the cell into five rows of four columns.
package struct PlusCode: Equatable, Sendable {
  /// In capitals.
  package let code: String
  /// The centre of the cell.
  package let centre: Coordinate

  fileprivate static let kind = "a plus code"
  fileprivate static let alphabet = Array("23456789CFGHJMPQRVWX".utf8)
  fileprivate static let plusPlace = 8
  private static let pairs = 10
  /// The specification ignores further digits.
  private static let mostDigits = 15

  /// `nil` if the text does not look like one.
  package init?(_ text: String) throws(PointProblem) {
    let bytes = text.utf8.map { $0.capitalised }
    guard let plus = bytes.firstIndex(of: UInt8(ascii: "+")), Self.isAlike(bytes, plus) else {
      return nil
    }
    guard plus == Self.plusPlace else {
      throw PointProblem(
        Self.kind,
        "it is a short one: a whole code has eight characters before the +, and a short one "
          + "needs the name of a place after it, as in '\(text) London'")
    }
    self.init(code: bytes, try Self.digits(bytes, plus))
  }

  /// A whole code followed by a place, which adds nothing: `9C3XGV4C+XV London`.
  init?(withPlace text: String) {
    let word = text.prefix { $0 != " " && $0 != "," }
    guard word.endIndex < text.endIndex, let code = try? PlusCode(String(word)) else { return nil }
    self = code
  }

  fileprivate init(code: [UInt8], _ digits: [Int]) {
    self.code = String(decoding: code, as: UTF8.self)
    centre = Cell(digits).centre
  }

  /// Whether it has letters and digits around one plus, and at least four before it. A short code does; a sum
  /// or a telephone number does not.
  private static func isAlike(_ bytes: [UInt8], _ plus: Int) -> Bool {
    (4...plusPlace).contains(plus)
      && bytes.enumerated().allSatisfy { $0 == plus || $1.isDigit || $1.isCapital }
  }

  /// The digits' values, without padding.
  fileprivate static func digits(_ bytes: [UInt8], _ plus: Int) throws(PointProblem) -> [Int] {
    let padding = bytes[..<plus].firstIndex(of: UInt8(ascii: "0")) ?? plus
    guard bytes[padding..<plus].allSatisfy({ $0 == UInt8(ascii: "0") }), padding > 0,
      padding % 2 == 0,
      padding == plus || bytes.count == plus + 1
    else { throw PointProblem(kind, "its zeros stand where none may") }
    guard bytes.count != plus + 2 else {
      throw PointProblem(kind, "only one character follows its +")
    }
    var values: [Int] = []
    for byte in bytes[..<padding] + bytes[(plus + 1)...] {
      guard let value = alphabet.firstIndex(of: byte) else {
        throw PointProblem(
          kind, "'\(Character(Unicode.Scalar(byte)))' is not one of its characters")
      }
      values.append(value)
    }
    guard values[0] < 9, values[1] < 18 else {
      throw PointProblem(kind, "it lies beyond the poles")
    }
    return values
  }

  /// A cell in integer fractions of a degree, so nothing is rounded before the end.
  fileprivate struct Cell {
    /// The south-western corner.
    private(set) var row: Int
    private(set) var column: Int
    private(set) var height: Int
    private(set) var width: Int

    static let rowsInDegree = 25_000_000
    static let columnsInDegree = 8_192_000

    init(_ digits: [Int]) {
      (row, column) = (-90 * Self.rowsInDegree, -180 * Self.columnsInDegree)
      (height, width) = (400 * Self.rowsInDegree, 400 * Self.columnsInDegree)
      for pair in stride(from: 0, to: min(digits.count, pairs), by: 2) {
        (height, width) = (height / 20, width / 20)
        row += digits[pair] * height
        column += digits[pair + 1] * width
      }
      for digit in digits.prefix(mostDigits).dropFirst(pairs) {
        (height, width) = (height / 5, width / 4)
        row += digit / 4 * height
        column += digit % 4 * width
      }
    }

    var centre: Coordinate {
      Coordinate(
        latitude: (Double(row) + Double(height) / 2) / Double(Self.rowsInDegree),
        longitude: (Double(column) + Double(width) / 2) / Double(Self.columnsInDegree))
    }
  }
}

/// The end of a plus code, with a nearby place instead of its beginning: `GV4C+XV London`.
///
/// Among all codes with this end, it is the one whose centre is nearest to the place, by the specification's
/// rule: at most half a cell of the beginning away in latitude and in longitude.
package struct ShortPlusCode: Equatable, Sendable {
  /// In capitals.
  package let code: String
  private let digits: [Int]
  private let missing: Int

  /// `nil` if the text is not one.
  package init?(_ text: String) {
    let bytes = text.utf8.map { $0.capitalised }
    guard let plus = bytes.firstIndex(of: UInt8(ascii: "+")), [2, 4, 6].contains(plus),
      bytes.count != plus + 2
    else { return nil }
    let digits = bytes.enumerated().filter { $0.offset != plus }.map {
      PlusCode.alphabet.firstIndex(of: $0.element)
    }
    guard digits.allSatisfy({ $0 != nil }) else { return nil }
    self.digits = digits.compactMap { $0 }
    code = String(decoding: bytes, as: UTF8.self)
    missing = PlusCode.plusPlace - plus
  }

  /// A code followed by a place, with a space or a comma between: `GV4C+XV London`, `GV4C+XV, Ashford, Kent,
  /// UK`. `nil` if it is not one, as in `Marks+Spencer Leeds`.
  static func withPlace(_ text: String) -> (code: ShortPlusCode, place: String)? {
    let word = text.prefix { $0 != " " && $0 != "," }
    guard word.utf8.last != UInt8(ascii: "+"), let code = ShortPlusCode(String(word)) else {
      return nil
    }
    var parts = text[word.endIndex...].split(separator: ",").map {
      $0.drop { $0 == " " }
    }.filter { !$0.isEmpty }
    // Maps put the country after the place.
    while parts.count > 1, countries.contains(parts[parts.count - 1].lowercased()) {
      parts.removeLast()
    }
    return parts.isEmpty ? nil : (code, parts.joined(separator: ", "))
  }

  private static let countries = [
    "uk", "united kingdom", "great britain", "england", "scotland", "wales", "northern ireland",
    "ireland",
  ]

  package func nearest(to place: Coordinate) -> PlusCode {
    let cell = PlusCode.Cell(beginning(at: place) + digits)
    // The size of the beginning's cell: the same end occurs once in each such cell.
    let size = missing == 2 ? 20.0 : missing == 4 ? 1 : 0.05
    var centre = cell.centre
    if place.latitude + size / 2 < centre.latitude, centre.latitude - size >= -90 {
      centre.latitude -= size
    } else if place.latitude - size / 2 > centre.latitude, centre.latitude + size <= 90 {
      centre.latitude += size
    }
    if place.longitude + size / 2 < centre.longitude {
      centre.longitude -= size
    } else if place.longitude - size / 2 > centre.longitude {
      centre.longitude += size
    }
    let whole = beginning(at: centre) + digits
    var code = whole.prefix(PlusCode.plusPlace).map { PlusCode.alphabet[$0] }
    code.append(UInt8(ascii: "+"))
    code += whole.dropFirst(PlusCode.plusPlace).map { PlusCode.alphabet[$0] }
    return PlusCode(code: code, whole)
  }

  /// The missing digits, taken from the cell around a point.
  private func beginning(at point: Coordinate) -> [Int] {
    // The pole is in the last row, and longitudes wrap around.
    let latitude = min(max(point.latitude, -90), 90 - 1e-9) + 90
    let longitude =
      point.longitude + (point.longitude < -180 ? 540 : point.longitude >= 180 ? -180 : 180)
    var (row, column) = (
      Int((latitude * Double(PlusCode.Cell.rowsInDegree)).rounded(.down)),
      Int((longitude * Double(PlusCode.Cell.columnsInDegree)).rounded(.down))
    )
    var (height, width) = (400 * PlusCode.Cell.rowsInDegree, 400 * PlusCode.Cell.columnsInDegree)
    var digits: [Int] = []
    while digits.count < missing {
      (height, width) = (height / 20, width / 20)
      digits += [row / height, column / width]
      (row, column) = (row % height, column % width)
    }
    return digits
  }
}
