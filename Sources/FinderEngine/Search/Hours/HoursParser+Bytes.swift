/// Steps over the bytes, past the end of which nothing is read.
extension HoursParser {
  @inline(__always) func byte(at place: Int) -> UInt8? {
    place < bytes.count ? bytes[place] : nil
  }

  @inline(__always) var peek: UInt8? { byte(at: place) }

  func peek(_ ahead: Int) -> UInt8? { byte(at: place + ahead) }

  @inline(__always) mutating func skip(_ wanted: UInt8) -> Bool {
    guard peek == wanted else { return false }
    place += 1
    return true
  }

  @inline(__always) mutating func skipSpaces() { place = after(place) }

  /// The place after the spaces there.
  @inline(__always) func after(_ place: Int) -> Int {
    guard let byte = byte(at: place), byte <= 0x20 || byte > 0x7F else { return place }
    if byte == 0x20, let next = self.byte(at: place + 1), next > 0x20, next < 0x80 {
      return place + 1
    }
    return afterRareSpaces(place)
  }

  private func afterRareSpaces(_ start: Int) -> Int {
    var place = start
    while let byte = byte(at: place) {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      case 0xC2 where self.byte(at: place + 1) == 0xA0: place += 2
      case 0xE2 where isWideSpace(at: place), 0xE3 where matches("\u{3000}", at: place),
        0xEF where matches("\u{FEFF}", at: place):
        place += 3
      default: return place
      }
    }
    return place
  }

  /// U+2000 to U+200B, U+202F, U+2060.
  private func isWideSpace(at place: Int) -> Bool {
    guard let second = byte(at: place + 1), let third = byte(at: place + 2) else { return false }
    return second == 0x80 && (0x80...0x8B).contains(third) || second == 0x80 && third == 0xAF
      || second == 0x81 && third == 0xA0
  }

  /// A hyphen, a dash of any kind (U+2010 to U+2015) or a minus sign.
  @inline(__always) func dashLength(at place: Int) -> Int {
    guard let byte = byte(at: place) else { return 0 }
    if byte == UInt8(ascii: "-") { return 1 }
    guard byte == 0xE2, let second = self.byte(at: place + 1), let third = self.byte(at: place + 2)
    else { return 0 }
    return second == 0x80 && (0x90...0x95).contains(third) || second == 0x88 && third == 0x92
      ? 3 : 0
  }

  /// A dash, or `to`.
  @inline(__always) func rangeLength(at place: Int) -> Int {
    let dash = dashLength(at: place)
    guard dash == 0, matches("to", at: place), !isLetter(at: place + 2) else { return dash }
    return 2
  }

  func signLength(at place: Int) -> Int? {
    if byte(at: place) == UInt8(ascii: "+") { return 1 }
    let dash = dashLength(at: place)
    return dash > 0 ? dash : nil
  }

  @inline(__always) func digits(at place: Int) -> Int {
    var count = 0
    while count < 5, byte(at: place + count)?.isDigit == true { count += 1 }
    return count
  }

  func isLetter(at place: Int) -> Bool {
    byte(at: place)?.isASCIILetter ?? false
  }

  /// Whether that text stands there; its letters are lower case, those there any.
  @inline(__always) func matches(_ text: StaticString, at place: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    for index in 0..<count where bytes[place + index].lowercasedASCII != text.utf8Start[index] {
      return false
    }
    return true
  }

  func matches(_ text: StaticString) -> Bool { matches(text, at: place) }

  /// A number of at most so many digits.
  @inline(__always) mutating func decimal(_ most: Int, _ expected: String) throws(HoursFault) -> Int
  {
    let count = digits(at: place)
    guard (1...most).contains(count) else { throw fault(expected) }
    var number = 0
    for index in place..<place + count {
      number = 10 * number + Int(bytes[index] - UInt8(ascii: "0"))
    }
    place += count
    return number
  }

  /// The place after a comma and spaces, where a list may go on.
  @inline(__always) var afterComma: Int? {
    let comma = after(place)
    return byte(at: comma) == UInt8(ascii: ",") ? after(comma + 1) : nil
  }

  /// The length of a quotation mark there: the straight one, or “ ” „.
  @inline(__always) var quoteLength: Int { quoteLength(at: place) }

  func quoteLength(at place: Int) -> Int {
    guard let byte = byte(at: place) else { return 0 }
    if byte == UInt8(ascii: "\"") { return 1 }
    guard byte == 0xE2, self.byte(at: place + 1) == 0x80, let third = self.byte(at: place + 2)
    else { return 0 }
    return (0x9C...0x9E).contains(third) ? 3 : 0
  }

  /// Keeps the text between quotation marks.
  mutating func comment() throws(HoursFault) -> (start: Int, count: Int) {
    place += quoteLength
    let (start, kept) = (place, comments.count)
    while quoteLength == 0 {
      guard place < bytes.count else { throw fault("'\"' at the end of the comment") }
      place += 1
    }
    comments.append(contentsOf: bytes[start..<place])
    place += quoteLength
    return (kept, comments.count - kept)
  }
}
