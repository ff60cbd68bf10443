/// Reads opening hours into words, in one pass over the bytes.
///
/// The grammar is that of the wiki's `Key:opening_hours/specification`, 0.7.2. Slips with only one possible
/// meaning are accepted: any case, `Mon` and `Monday`, `9:00` and `9.00`, `9am-5:30pm`, dashes of other
/// kinds, spaces missing or too many, `24/7` after days, separators doubled or at the end, `25 Dec`, `Dec
/// 25,26`, selectors in another order. What could mean two things is a fault: `9-5`, `Mo-Fr 10:00`, `Mo-Fr
/// PH`, rules without a separator.
struct HoursParser {
  /// A value in OpenStreetMap has at most 255 characters.
  static let longest = 4095

  let bytes: UnsafeRawBufferPointer
  var place = 0
  var words = HoursWords()
  var comments: [UInt8] = []
  /// The head of the rule being read.
  var head = 0
  var hasSun = false
  var spills = false
  var doubts: HoursDoubts = []

  mutating func parse() throws(HoursFault) {
    guard bytes.count <= Self.longest else {
      place = Self.longest
      throw fault("no more than \(Self.longest) bytes")
    }
    skipSpaces()
    while skip(UInt8(ascii: ";")) { skipSpaces() }
    var separator = HoursWord.Separator.normal
    while true {
      try rule(separator)
      skipSpaces()
      if place == bytes.count { return }
      separator = try separatorBetweenRules()
      if place == bytes.count, separator != .fallback { return }
    }
  }

  private mutating func separatorBetweenRules() throws(HoursFault) -> HoursWord.Separator {
    var separator = HoursWord.Separator.additional
    if skip(UInt8(ascii: ";")) {
      separator = .normal
    } else if peek == UInt8(ascii: "|"), peek(1) == UInt8(ascii: "|") {
      place += 2
      separator = .fallback
    } else if !skip(UInt8(ascii: ",")) {
      throw fault("';', ',' or '||' between rules")
    }
    skipSpaces()
    while separator != .fallback, peek == UInt8(ascii: ";") || peek == UInt8(ascii: ",") {
      if peek == UInt8(ascii: ";") { separator = .normal }
      place += 1
      skipSpaces()
    }
    return separator
  }

  private mutating func rule(_ separator: HoursWord.Separator) throws(HoursFault) {
    head = words.count
    var word = HoursWord(.rule)
    word.separator = separator
    words.append(word)
    var groups = HoursGroups()
    while try selector(&groups) { skipSpaces() }
    word.hasTimes = groups.hasTimes
    word.spills = groups.spills
    word.selectors = words.count - head - 1
    let isModified = try modifier(&word)
    guard isModified || !groups.isEmpty else { throw fault("days, dates, times or a state") }
    spills = spills || word.spills
    words[head] = word
  }

  /// `open`, `off`, a comment, or both; a comment alone means that visitors must ask.
  private mutating func modifier(_ word: inout HoursWord) throws(HoursFault) -> Bool {
    let term = self.term
    word.state = .open
    if case .state = term.kind {
      place += term.length
      word.state = OpenState(rawValue: term.value).unsafelyUnwrapped
      skipSpaces()
    }
    guard quoteLength > 0 else {
      if case .state = term.kind { return true }
      return false
    }
    if term.kind != .state { word.state = .unknown }
    word.comment = try comment()
    word.hasComment = true
    return true
  }

  func fault(_ expected: String) -> HoursFault {
    let before = bytes[..<min(place, bytes.count)]
    return HoursFault(
      column: 1 + before.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }, expected: expected)
  }

  // Steps over the bytes; nothing is read past their end.

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

  /// The place after any spaces.
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

  func isLetter(at place: Int) -> Bool { byte(at: place)?.isASCIILetter ?? false }

  /// Whether that text is at the place. The text is in lower case; the bytes may be in any case.
  @inline(__always) func matches(_ text: StaticString, at place: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    for index in 0..<count where bytes[place + index].lowercasedASCII != text.utf8Start[index] {
      return false
    }
    return true
  }

  func matches(_ text: StaticString) -> Bool { matches(text, at: place) }

  /// A number with at most so many digits.
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

  /// The place after a comma and spaces, if there is a comma; then a list may go on.
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

/// What hours depend on that may not be known for a place.
struct HoursDoubts: OptionSet, Sendable {
  let rawValue: UInt8

  static let schoolHolidays = HoursDoubts(rawValue: 1)
  static let publicHolidays = HoursDoubts(rawValue: 2)
}

/// The selectors that a rule has so far.
struct HoursGroups {
  var hasYears = false
  var hasDates = false
  var hasWeeks = false
  var hasDays = false
  var hasRemark = false
  /// `24/7`, or times.
  var hasTime = false
  var hasTimes = false
  var spills = false

  var isEmpty: Bool { !(hasYears || hasDates || hasWeeks || hasDays || hasTime || hasRemark) }
}

/// Why a text is not valid opening hours.
package struct HoursFault: Error, Equatable, Sendable {
  /// In characters, from 1.
  package let column: Int
  /// What was expected there, as in `a time`.
  package let expected: String

  package var message: String { "column \(column): expected \(expected)" }
}
