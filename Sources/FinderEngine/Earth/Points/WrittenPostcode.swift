/// Postcodes as people type them: `EC1A-1BB`, `SW1A lAA`, `SE 24`, or as part of an address.
///
/// These rules are more lenient than those of `PostcodeReading`. They are separate because lists are read by
/// the strict ones alone.
package enum WrittenPostcode {
  private static let kind = "a postcode"

  /// `nil` if the text does not look like one; throws if it does but is invalid.
  static func postcode(_ text: String) throws(PointProblem) -> Postcode? {
    if let count = digitsAfterLetters(text), count <= 2 { return try district(text) }
    let reading: PostcodeReading
    do throws(PostcodeReading.Fault) { reading = try self.reading(text) } catch {
      if let found = corrected(text) { return found }
      if let found = try inAddress(text) { return found }
      switch error {
      case .missing, .noPostcode: return nil
      case .noSuchArea: throw PointProblem(kind, "no postcode begins with those letters")
      case .ambiguous: throw PointProblem(kind, "there is more than one way to correct it")
      }
    }
    guard let other = reading.otherOutcode else { return reading.postcode }
    throw PointProblem(
      kind,
      "it may be \(reading.postcode.text), or a postcode in \(other.text) with a digit missing")
  }

  static func reading(_ text: String) throws(PostcodeReading.Fault) -> PostcodeReading {
    try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(PostcodeReading.Fault) in
      try PostcodeReading(bytes)
    }
  }

  /// A whole postcode typed with letters for all its digits, `ECIA IBB`. Some names of places look like that:
  /// Bodiam could be `B0D 1AM`.
  package static func withoutDigits(_ text: String) -> Postcode? {
    guard text.utf8.count <= mostBytes, !text.utf8.contains(where: \.isDigit) else { return nil }
    return whole(text) ?? withOnes(text)
  }

  /// With ordinary letters, digits and spaces instead of full-width ones and other white space, and without
  /// punctuation at the ends.
  static func plain(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 && $0 >= 0x20 }
    return withoutEnds(
      isPlain ? text : String(String.UnicodeScalarView(text.unicodeScalars.map(plain))))
  }

  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.properties.isWhitespace { return " " }
    return (0xFF01...0xFF5E).contains(scalar.value)
      ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar
  }

  static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
      || byte == UInt8(ascii: " ")
  }

  private static func withoutEnds(_ text: String) -> String {
    guard text.utf8.first.map(isSeparator) == true || text.utf8.last.map(isSeparator) == true else {
      return text
    }
    var bytes = Substring(text).utf8
    while let first = bytes.first, isSeparator(first) { bytes.removeFirst() }
    while let last = bytes.last, isSeparator(last) { bytes.removeLast() }
    return String(Substring(bytes))
  }

  /// The number of digits, if the text is one or two letters and then digits, spaces aside.
  static func digitsAfterLetters(_ text: String) -> Int? {
    var (letters, digits) = (0, 0)
    for byte in text.utf8 where byte != UInt8(ascii: " ") {
      if byte.isDigit {
        digits += 1
      } else if byte.capitalised.isCapital, digits == 0, letters < 2 {
        letters += 1
      } else {
        return nil
      }
    }
    return letters > 0 && digits > 0 ? digits : nil
  }

  /// Reads one or two letters and one or two digits. `SE2 4` is a sector; any other space is ignored.
  private static func district(_ text: String) throws(PointProblem) -> Postcode {
    if let sector = sector(text) { return sector }
    let unspaced = String(text.filter { $0 != " " })
    if let reading = try? reading(unspaced) { return reading.postcode }
    let letters = Array(unspaced.utf8.prefix { !$0.isDigit }.map(\.capitalised))
    let isArea = PostcodeAreas.contains(letters[0], letters.count > 1 ? letters[1] : 0)
    throw PointProblem(
      kind,
      (isArea ? "it does not have the form of one" : "no postcode begins with those letters")
        + squareHint(unspaced))
  }

  static func sector(_ text: String) -> Postcode? {
    guard let found = try? reading(text).postcode, found.level == .sector else { return nil }
    return found
  }

  /// How to write the grid square that has the same letters and digits, if there is one.
  package static func squareHint(_ text: String) -> String {
    guard let square = try? GridReference(text), square.side > 0 else { return "" }
    return "; for the grid square, write grid:\(text.uppercased())"
  }

  /// No postcode is longer, even with spaces.
  static let mostBytes = 12

  /// With dashes read as spaces, and lower-case l as 1.
  private static func corrected(_ text: String) -> Postcode? {
    guard text.utf8.count <= 2 * mostBytes else { return nil }
    let undashed = withoutDashes(text)
    return undashed.flatMap(whole) ?? withOnes(undashed ?? text) ?? lettered(text)
  }

  /// A whole postcode, if that is certain.
  private static func whole(_ text: String) -> Postcode? {
    guard let found = try? reading(text).certain, found.level == .postcode else { return nil }
    return found
  }

  private static let dashes = "-‐‑‒–—−".unicodeScalars

  private static func withoutDashes(_ text: String) -> String? {
    guard text.unicodeScalars.contains(where: dashes.contains) else { return nil }
    let scalars = text.unicodeScalars.map { dashes.contains($0) ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  /// With lower-case l read as 1, as seldom as possible; `nil` if several readings are as good.
  private static func withOnes(_ text: String) -> Postcode? {
    var bytes = Array(text.utf8)
    let places = bytes.indices.filter { bytes[$0] == UInt8(ascii: "l") }
    guard (1...4).contains(places.count), bytes.count <= mostBytes else { return nil }
    for changes in 1...places.count {
      var found: Postcode?
      for mask in 1..<(1 << places.count) where mask.nonzeroBitCount == changes {
        for (bit, place) in places.enumerated() {
          bytes[place] = UInt8(ascii: mask >> bit & 1 == 1 ? "1" : "l")
        }
        guard let one = whole(String(decoding: bytes, as: UTF8.self)) else { continue }
        guard found == nil || found == one else { return nil }
        found = one
      }
      if let found { return found }
    }
    return nil
  }

  /// `SW 1A`, a district with a letter after its digit.
  private static func lettered(_ text: String) -> Postcode? {
    let letters = text.utf8.prefix { $0.capitalised.isCapital }
    let rest = text.utf8.dropFirst(letters.count).drop { $0 == UInt8(ascii: " ") }
    guard !letters.isEmpty, rest.count == 2, rest.first?.isDigit == true,
      let found = try? reading("\(Substring(letters))\(Substring(rest))").postcode
    else { return nil }
    return found
  }
}
