/// A plus code (an Open Location Code): `9C3XGV4C+XV` names a cell of an eight-thousandth of a degree,
/// 14 m from south to north.
///
/// The specification is Google's, Apache 2.0: twenty characters, in pairs for latitude and longitude; ten
/// of them, each pair a twentieth of the one before; then one character for each finer cell, of five rows
/// with four columns.
package struct PlusCode: Equatable, Sendable {
  /// In capitals.
  package let code: String
  /// Of its cell.
  package let centre: Coordinate

  fileprivate static let kind = "a plus code"
  fileprivate static let alphabet = Array("23456789CFGHJMPQRVWX".utf8)
  fileprivate static let plusPlace = 8
  private static let pairs = 10
  /// More say nothing more; so the specification.
  private static let mostDigits = 15

  /// `nil` where the text does not look like one.
  package init?(_ text: String) throws(PointProblem) {
    let bytes = text.utf8.map { $0.capitalised }
    guard let plus = bytes.firstIndex(of: UInt8(ascii: "+")), Self.isAlike(bytes, plus) else {
      return nil
    }
    guard plus == Self.plusPlace else {
      throw PointProblem(
        Self.kind,
        "it is a short one: the whole code has eight characters before the +, and a short one the name of a "
          + "place after it, as in '\(text) London'")
    }
    self.init(code: bytes, try Self.digits(bytes, plus))
  }

  /// A whole code with a place after it, which says nothing more: `9C3XGV4C+XV London`.
  init?(withPlace text: String) {
    let word = text.prefix { $0 != " " && $0 != "," }
    guard word.endIndex < text.endIndex, let code = try? PlusCode(String(word)) else { return nil }
    self = code
  }

  fileprivate init(code: [UInt8], _ digits: [Int]) {
    self.code = String(decoding: code, as: UTF8.self)
    centre = Cell(digits).centre
  }

  /// Letters and digits around one plus, with at least four before it: a short code is alike, a sum or a
  /// telephone number is not.
  private static func isAlike(_ bytes: [UInt8], _ plus: Int) -> Bool {
    (4...plusPlace).contains(plus)
      && bytes.enumerated().allSatisfy { $0 == plus || $1.isDigit || $1.isCapital }
  }

  /// Their values, without padding.
  fileprivate static func digits(_ bytes: [UInt8], _ plus: Int) throws(PointProblem) -> [Int] {
    let padding = bytes[..<plus].firstIndex(of: UInt8(ascii: "0")) ?? plus
    guard bytes[padding..<plus].allSatisfy({ $0 == UInt8(ascii: "0") }), padding > 0,
      padding % 2 == 0,
      padding == plus || bytes.count == plus + 1
    else { throw PointProblem(kind, "its zeros stand where none may") }
    guard bytes.count != plus + 2 else {
      throw PointProblem(kind, "one character alone follows its +")
    }
    var values: [Int] = []
    for byte in bytes[..<padding] + bytes[(plus + 1)...] {
      guard let value = alphabet.firstIndex(of: byte) else {
        throw PointProblem(
          kind, "'\(Character(Unicode.Scalar(byte)))' is none of its characters")
      }
      values.append(value)
    }
    guard values[0] < 9, values[1] < 18 else {
      throw PointProblem(kind, "it lies beyond the poles")
    }
    return values
  }

  /// A cell in whole parts of a degree, so that nothing is rounded before the end.
  fileprivate struct Cell {
    /// Of its south-western corner.
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

/// The end of a plus code, whose beginning a place near it stands for: `GV4C+XV London`.
///
/// Of all codes that end so it is the one whose centre is nearest to the place, by the rule of the
/// specification: at most half a cell of the beginning away in latitude and in longitude.
package struct ShortPlusCode: Equatable, Sendable {
  /// In capitals.
  package let code: String
  private let digits: [Int]
  private let missing: Int

  /// `nil` where the text is none.
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

  /// A code and the place after it, with a space or a comma between: `GV4C+XV London`,
  /// `GV4C+XV, Ashford, Kent, UK`. `nil` where it is none: `Marks+Spencer Leeds`.
  static func withPlace(_ text: String) -> (code: ShortPlusCode, place: String)? {
    let word = text.prefix { $0 != " " && $0 != "," }
    guard word.utf8.last != UInt8(ascii: "+"), let code = ShortPlusCode(String(word)) else {
      return nil
    }
    var parts = text[word.endIndex...].split(separator: ",").map {
      $0.drop { $0 == " " }
    }.filter { !$0.isEmpty }
    // Maps put the country behind the place.
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
    // The cell of the beginning: the code comes again in each of those.
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

  /// The digits of the cell around a point that the code leaves out.
  private func beginning(at point: Coordinate) -> [Int] {
    // The pole lies in the last row, and longitudes go round.
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
