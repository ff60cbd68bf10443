/// Postcodes as people type them: `EC1A-1BB`, `SW1A lAA`, `SE 24`, and the one in an address.
/// `PostcodeReading` is for columns of lists.
///
/// Rules that are more lenient are here, so the results for lists do not change.
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
      kind, "it may be \(reading.postcode.text), or one of \(other.text) that lacks a digit")
  }

  static func reading(_ text: String) throws(PostcodeReading.Fault) -> PostcodeReading {
    try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(PostcodeReading.Fault) in
      try PostcodeReading(bytes)
    }
  }

  /// A whole one with letters in place of all its digits, `ECIA IBB`. Some places have names of that form:
  /// Bodiam could be `B0D 1AM`.
  package static func withoutDigits(_ text: String) -> Postcode? {
    guard text.utf8.count <= longest, !text.utf8.contains(where: \.isDigit) else { return nil }
    return whole(text) ?? withOnes(text)
  }

  /// With full-width letters and digits replaced by ordinary ones, and without surrounding full stops or
  /// commas.
  static func plain(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 && $0 >= 0x20 }
    return ends(
      of: isPlain ? text : String(String.UnicodeScalarView(text.unicodeScalars.map(plain))))
  }

  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.properties.isWhitespace { return " " }
    return (0xFF01...0xFF5E).contains(scalar.value)
      ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar
  }

  static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
      || byte == UInt8(ascii: " ")
  }

  private static func ends(of text: String) -> String {
    guard text.utf8.first.map(isEnd) == true || text.utf8.last.map(isEnd) == true else {
      return text
    }
    var bytes = Substring(text).utf8
    while let first = bytes.first, isEnd(first) { bytes.removeFirst() }
    while let last = bytes.last, isEnd(last) { bytes.removeLast() }
    return String(Substring(bytes))
  }

  /// The number of digits after one or two letters, if there is nothing else except spaces.
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

  /// One or two letters and one or two digits. `SE2 4` is a sector; any other space is ignored.
  private static func district(_ text: String) throws(PointProblem) -> Postcode {
    if let sector = sector(text) { return sector }
    let closed = String(text.filter { $0 != " " })
    if let reading = try? reading(closed) { return reading.postcode }
    let letters = Array(closed.utf8.prefix { !$0.isDigit }.map(\.capitalised))
    let isArea = PostcodeAreas.contains(letters[0], letters.count > 1 ? letters[1] : 0)
    throw PointProblem(
      kind,
      (isArea ? "it does not have the form of one" : "no postcode begins with those letters")
        + squareHint(closed))
  }

  static func sector(_ text: String) -> Postcode? {
    guard let found = try? reading(text).postcode, found.level == .sector else { return nil }
    return found
  }

  /// What to write for the grid square with the same letters and digits, if there is one.
  package static func squareHint(_ text: String) -> String {
    guard let square = try? GridReference(text), square.side > 0 else { return "" }
    return "; for the square of the grid write grid:\(text.uppercased())"
  }

  /// Longer than any postcode with its spaces.
  static let longest = 12

  private static func corrected(_ text: String) -> Postcode? {
    guard text.utf8.count <= 2 * longest else { return nil }
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

  /// With lower-case l replaced by 1, as few as possible, and only if there is a single way.
  private static func withOnes(_ text: String) -> Postcode? {
    var bytes = Array(text.utf8)
    let places = bytes.indices.filter { bytes[$0] == UInt8(ascii: "l") }
    guard (1...4).contains(places.count), bytes.count <= longest else { return nil }
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
