/// A latitude and a longitude as maps and navigators write them: `51.5074, -0.1278`,
/// `51°30'26"N 0°7'40"W`, `51:30:26N 0:07:40W`, `51d30m26sN 0d7m40sW`, `N 51 30.44 W 0 07.67`,
/// `51,5074; -0,1278`, `51.5/-0.12`, `5.15e1 -1.2e-1`.
///
/// Hemispheres, signs for degrees, minutes and seconds, and commas show which number is which. If they do not
/// settle it, nothing is guessed: `51.5-0.12` and `51.5/-0.12` are points, `12-14` and `12/14` may be
/// anything, and `12:30 14:00` are two times of day.
package enum DegreesText {
  private static let kind = "degrees"

  /// `nil` if the text has anything other than numbers and their signs.
  package static func coordinate(_ text: String) throws(PointProblem) -> Coordinate? {
    if let pair = pair(in: text) {
      return try inRange(latitude: pair.latitude, longitude: pair.longitude)
    }
    if let point = try coordinate(text, decimalCommas: false) { return point }
    return hasDecimalCommas(text) ? try coordinate(text, decimalCommas: true) : nil
  }

  private static func coordinate(
    _ text: String, decimalCommas: Bool
  ) throws(PointProblem) -> Coordinate? {
    guard let tokens = tokens(of: unbracketed(text), decimalCommas),
      let (first, second) = halves(of: tokens)
    else { return nil }
    guard let one = try Angle(first), let other = try Angle(second) else { return nil }
    // A single letter may be a slip: `51.5e,-0.12` is not 51.5 degrees east.
    guard (one.axis == nil) == (other.axis == nil) else {
      throw PointProblem(kind, "only one of the two has a letter for the hemisphere")
    }
    guard one.axis == nil || one.axis != other.axis else {
      throw PointProblem(kind, "it has two \(one.axis == .latitude ? "latitudes" : "longitudes")")
    }
    guard one.axis != nil || !tokens.contains(.colon) else {
      throw PointProblem(
        kind, "times of day are written like that too: put N or S and E or W after its parts")
    }
    let isSwapped = one.axis == .longitude || other.axis == .latitude
    let (latitude, longitude) =
      isSwapped ? (other.degrees, one.degrees) : (one.degrees, other.degrees)
    if tokens.count == 2, isJoined(text, tokens) {
      throw PointProblem(
        kind, "there is nothing between its two numbers: put a comma there if it is a point")
    }
    if tokens.count == 3, tokens[1] == .slash, tokens.contains(where: \.isWholeNumber) {
      throw PointProblem(
        kind, "there is only a slash between its two numbers: put a comma there if it is a point")
    }
    return try inRange(latitude: latitude, longitude: longitude, hasLetters: one.axis != nil)
  }

  /// A latitude or a longitude alone in a cell of a list: `51.5°`, `0.12 W`, `51°30'26"N`, or `="51.5"`,
  /// which is how spreadsheets write text that should not become a number. `nil` if it is neither, or has a
  /// letter for the other axis.
  package static func degrees(inCell cell: Bytes, ofLatitude isLatitude: Bool) -> Double? {
    var text = String(decoding: cell, as: UTF8.self)
    if text.hasPrefix("=\""), text.hasSuffix("\""), text.utf8.count > 3 {
      text = String(text.dropFirst(2).dropLast())
    }
    let hasComma = text.utf8.contains(UInt8(ascii: ","))
    guard let tokens = tokens(of: text[...], hasComma), let angle = try? Angle(tokens[...]) else {
      return nil
    }
    // `51 30` may be anything.
    guard angle.axis != nil || tokens.count == 1 || tokens.contains(.mark(0)) else { return nil }
    return angle.axis.map { $0 == .latitude } ?? isLatitude == isLatitude ? angle.degrees : nil
  }

  private static func inRange(
    latitude: Double, longitude: Double, hasLetters: Bool = false
  ) throws(PointProblem) -> Coordinate {
    if let point = Coordinate(validLatitude: latitude, longitude: longitude) { return point }
    let given = Coordinate(latitude: latitude, longitude: longitude)
    // If there are letters, the two cannot have been swapped.
    throw PointProblem(
      kind, given.rangeProblem, swapped: hasLetters ? nil : given.swappedInRange)
  }

  /// Removes the brackets of `(51.5, -0.12)`.
  private static func unbracketed(_ text: String) -> Substring {
    text.utf8.first == UInt8(ascii: "(") && text.utf8.last == UInt8(ascii: ")")
      ? text.dropFirst().dropLast() : Substring(text)
  }

  /// Whether there is only a sign between the two numbers, and one of them is whole: then it may be a range
  /// or a house number.
  private static func isJoined(_ text: String, _ tokens: [Token]) -> Bool {
    unbracketed(text).split(whereSeparator: \.isWhitespace).count == 1
      && tokens.contains(where: \.isWholeNumber)
  }

  private enum Token: Equatable {
    case number(Double, isWhole: Bool, isNegative: Bool)
    /// Degrees, minutes or seconds: 0, 1 or 2.
    case mark(Int)
    case hemisphere(UInt8)
    case comma
    case slash
    /// Between degrees, minutes and seconds.
    case colon

    var isSeparator: Bool { self == .comma || self == .slash }

    var isWholeNumber: Bool {
      if case .number(_, isWhole: true, _) = self { true } else { false }
    }
  }

  private static func tokens(of text: Substring, _ decimalCommas: Bool) -> [Token]? {
    var tokens: [Token] = []
    var rest = text.unicodeScalars
    var lastLetter: Int?
    while let scalar = rest.first {
      if "0123456789.+-−–".unicodeScalars.contains(scalar) {
        guard let token = number(&rest, decimalCommas) else { return nil }
        tokens.append(token)
        // `51d30m26s`: a letter right after a number.
        lastLetter = letterMark(rest, after: lastLetter)
        if let lastLetter {
          rest.removeFirst()
          tokens.append(.mark(lastLetter))
        }
        continue
      }
      rest.removeFirst()
      switch scalar {
      case " ", "\t", "\u{A0}": continue
      case ",", ";": tokens.append(.comma)
      case "/": tokens.append(.slash)
      case ":": tokens.append(.colon)
      case "°", "º", "˚": tokens.append(.mark(0))
      case "'", "’", "′", "´":
        // Two single signs mean a double one.
        let isDouble = rest.first == scalar
        if isDouble { rest.removeFirst() }
        tokens.append(.mark(isDouble ? 2 : 1))
      case "\"", "”", "″", "“": tokens.append(.mark(2))
      case "N", "n", "S", "s", "E", "e", "W", "w":
        tokens.append(.hemisphere(UInt8(truncatingIfNeeded: scalar.value).capitalised))
      default: return nil
      }
    }
    return tokens
  }

  /// `d`, `m` or `s` for degrees, minutes or seconds, as 0, 1 or 2. After minutes marked by a letter, `s`
  /// means seconds; a capital `S` only if a hemisphere follows, since it may be one itself.
  private static func letterMark(
    _ rest: Substring.UnicodeScalarView, after lastLetter: Int?
  ) -> Int? {
    switch rest.first {
    case "d", "D": return 0
    case "m", "M": return 1
    case "s" where lastLetter == 1: return 2
    case "S" where lastLetter == 1:
      return rest.dropFirst().first.map { "NSEWnsew".unicodeScalars.contains($0) } == true ? 2 : nil
    default: return nil
    }
  }

  /// `51,5 -0,12`, `51,5; -0,12`, `51,5° N, 0,12° W`: each of two numbers has a comma between digits; or only
  /// one of them does, as in `51,5° N 0° W`, where the letters show that there is nothing else.
  private static func hasDecimalCommas(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let commas = bytes.indices.count { place in
      bytes[place] == UInt8(ascii: ",") && place > 0 && bytes[place - 1].isDigit
        && place + 1 < bytes.count && bytes[place + 1].isDigit
    }
    return commas == 2 || commas == 1 && bytes.contains { "NSEW".utf8.contains($0.capitalised) }
  }

  private static func number(
    _ rest: inout Substring.UnicodeScalarView, _ decimalCommas: Bool
  ) -> Token? {
    var digits = ""
    while let scalar = rest.first {
      // Word processors turn a minus into a dash.
      let isMinus = "-−–".unicodeScalars.contains(scalar)
      let isSign = digits.isEmpty && (isMinus || scalar == "+")
      let isPoint = scalar == "." || decimalCommas && scalar == "," && isBetweenDigits(rest, digits)
      guard isSign || isPoint || ("0"..."9").contains(scalar) else { break }
      digits.unicodeScalars.append(isPoint ? "." : isMinus ? "-" : scalar)
      rest.removeFirst()
    }
    guard let value = DecimalNumber.parse(digits) else { return nil }
    return .number(
      abs(value), isWhole: !digits.utf8.contains(UInt8(ascii: ".")),
      isNegative: digits.utf8.first == UInt8(ascii: "-"))
  }

  private static func isBetweenDigits(
    _ rest: Substring.UnicodeScalarView, _ digits: String
  ) -> Bool {
    digits.utf8.last?.isDigit == true
      && rest.dropFirst().first.map { ("0"..."9").contains($0) } == true
  }

  /// Splits the tokens between the two angles.
  private static func halves(of tokens: [Token]) -> (ArraySlice<Token>, ArraySlice<Token>)? {
    let commas = tokens.indices.filter { tokens[$0].isSeparator }
    if commas.count == 1 { return (tokens[..<commas[0]], tokens[(commas[0] + 1)...]) }
    guard commas.isEmpty, let split = placeOfSecond(in: tokens) else { return nil }
    return (tokens[..<split], tokens[split...])
  }

  private static func placeOfSecond(in tokens: [Token]) -> Int? {
    let letters = tokens.indices.filter { if case .hemisphere = tokens[$0] { true } else { false } }
    if letters.count == 2 { return letters[0] == 0 ? letters[1] : letters[0] + 1 }
    let degrees = tokens.indices.filter { tokens[$0] == .mark(0) }
    if degrees.count == 2 { return degrees[1] - 1 }
    let numbers = tokens.indices.filter { if case .number = tokens[$0] { true } else { false } }
    // In `12:30 14:00`, the numbers without a colon before them.
    let firsts = numbers.filter { $0 == 0 || tokens[$0 - 1] != .colon }
    if tokens.contains(.colon), firsts.count == 2 { return firsts[1] }
    return numbers.count == 2 && tokens.count == 2 ? 1 : nil
  }

  private enum Axis { case latitude, longitude }

  private struct Angle {
    let degrees: Double
    let axis: Axis?

    /// `nil` if the tokens are not an angle.
    init?(_ tokens: ArraySlice<Token>) throws(PointProblem) {
      var letters: [UInt8] = []
      var parts: [(value: Double, isWhole: Bool, isNegative: Bool)] = []
      var colons = 0
      for (place, token) in zip(tokens.indices, tokens) {
        switch token {
        case .hemisphere(let letter):
          guard place == tokens.startIndex || place == tokens.endIndex - 1 else { return nil }
          letters.append(letter)
        case .number(let value, let isWhole, let isNegative):
          parts.append((value, isWhole, isNegative))
        case .mark(let mark): guard parts.count == mark + 1, colons == 0 else { return nil }
        case .colon:
          colons += 1
          guard parts.count == colons else { return nil }
        case .comma, .slash: return nil
        }
      }
      guard colons == 0 || colons == parts.count - 1 else { return nil }
      guard (1...3).contains(parts.count), letters.count <= 1,
        parts.dropLast().allSatisfy(\.isWhole), parts.dropFirst().allSatisfy({ !$0.isNegative })
      else { return nil }
      guard parts.dropFirst().allSatisfy({ $0.value < 60 }) else {
        throw PointProblem(
          kind, "there are only 60 minutes in a degree, and 60 seconds in a minute")
      }
      let letter = letters.first
      let isNegative = parts[0].isNegative
      guard !isNegative || letter == nil else {
        throw PointProblem(kind, "it has both a minus and a letter for the hemisphere")
      }
      let value = parts.reversed().reduce(0) { $0 / 60 + $1.value }
      let isBelow = isNegative || letter == UInt8(ascii: "S") || letter == UInt8(ascii: "W")
      degrees = isBelow ? -value : value
      axis = letter.map {
        [UInt8(ascii: "N"), UInt8(ascii: "S")].contains($0) ? .latitude : .longitude
      }
    }
  }
}
