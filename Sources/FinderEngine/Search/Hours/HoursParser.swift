/// Reads opening hours into words, in one pass over the bytes.
///
/// The grammar is that of the wiki's `Key:opening_hours/specification`, 0.7.2. Slips that can only be
/// meant one way are read as they are meant: any case, `Mon` and `Monday`, `9:00` and `9.00`, `9am-5:30pm`,
/// dashes of other kinds, spaces missing or too many, `24/7` after days, separators doubled or at the end,
/// `25 Dec`, `Dec 25,26`, selectors in another order. What might mean two things is a fault: `9-5`, `Mo-Fr
/// 10:00`, `Mo-Fr PH`, rules without a separator.
struct HoursParser {
  /// A value of OpenStreetMap has 255 characters at most.
  static let longest = 4095

  let bytes: UnsafeRawBufferPointer
  var place = 0
  var words = HoursWords()
  var comments: [UInt8] = []
  /// The head of the rule that is being read.
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
    guard isModified || !groups.isEmpty else {
      throw fault("days, dates, times or a state")
    }
    spills = spills || word.spills
    words[head] = word
  }

  /// `open`, `off`, a comment, or both; by itself a comment means that one has to ask.
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
}

/// What hours need that a place may not know.
struct HoursDoubts: OptionSet, Sendable {
  let rawValue: UInt8

  static let schoolHolidays = HoursDoubts(rawValue: 1)
  static let publicHolidays = HoursDoubts(rawValue: 2)
}

/// Which selectors a rule has so far.
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

  var isEmpty: Bool {
    !(hasYears || hasDates || hasWeeks || hasDays || hasTime || hasRemark)
  }
}
