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

  private static let kind = "a plus code"
  private static let alphabet = Array("23456789CFGHJMPQRVWX".utf8)
  private static let plusPlace = 8
  private static let pairs = 10
  private static let mostDigits = 15
  private static let short = PointProblem(
    kind, "it is a short one: the whole code has eight characters before the +")

  /// `nil` where the text does not look like one.
  package init?(_ text: String) throws(PointProblem) {
    let bytes = text.utf8.map { $0.capitalised }
    guard let plus = bytes.firstIndex(of: UInt8(ascii: "+")) else { return nil }
    guard Self.isAlike(bytes, plus) else {
      // Maps write `GV4C+XV London`.
      let first = Array(bytes.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ",") })
      if Self.isShort(first, plus) { throw Self.short }
      return nil
    }
    let digits = try Self.digits(bytes, plus)
    code = String(decoding: bytes, as: UTF8.self)
    centre = Self.centre(of: digits)
  }

  /// The end of a code, whose beginning the place beside it stands for; `Marks+Spencer` is none.
  private static func isShort(_ bytes: [UInt8], _ plus: Int) -> Bool {
    [4, 6].contains(plus) && bytes.count >= plus + 3
      && bytes.enumerated().allSatisfy { $0 == plus || alphabet.contains($1) }
  }

  /// Letters and digits around one plus, with at least four before it: a short code is alike, a sum or a
  /// telephone number is not.
  private static func isAlike(_ bytes: [UInt8], _ plus: Int) -> Bool {
    (4...plusPlace).contains(plus) && bytes.count <= mostDigits + 1
      && bytes.enumerated().allSatisfy { $0 == plus || $1.isDigit || $1.isCapital }
  }

  /// Their values, without padding.
  private static func digits(_ bytes: [UInt8], _ plus: Int) throws(PointProblem) -> [Int] {
    guard plus == plusPlace else { throw short }
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

  /// In whole parts of a degree, so that nothing is rounded before the end.
  private static func centre(of digits: [Int]) -> Coordinate {
    let (rowsInDegree, columnsInDegree) = (25_000_000, 8_192_000)
    var (row, column) = (-90 * rowsInDegree, -180 * columnsInDegree)
    var (height, width) = (400 * rowsInDegree, 400 * columnsInDegree)
    for pair in stride(from: 0, to: min(digits.count, pairs), by: 2) {
      (height, width) = (height / 20, width / 20)
      row += digits[pair] * height
      column += digits[pair + 1] * width
    }
    for digit in digits.dropFirst(pairs) {
      (height, width) = (height / 5, width / 4)
      row += digit / 4 * height
      column += digit % 4 * width
    }
    return Coordinate(
      latitude: (Double(row) + Double(height) / 2) / Double(rowsInDegree),
      longitude: (Double(column) + Double(width) / 2) / Double(columnsInDegree))
  }
}
