/// The form of a point that a text has, before anything is looked up.
///
///     51.5,-0.12   TQ 30 80   9C3XGV4C+XV   .point        sw1a1aa   SE 24  .postcode
///     home   Brighton   Ashford, Kent       .words        here             .here
///     GV4C+XV London                        .shortCode
///
/// A prefix `grid:`, `postcode:`, `place:`, `saved:` or `venue:` states the form. Without one, letters with
/// two digits are a postcode district, however they are spaced: to most people, `SE24` is a part of London,
/// not a square in Yorkshire.
package enum PointForm: Equatable, Sendable {
  case point(PointText)
  /// A short plus code, with the point that it is near, in any form.
  case shortCode(ShortPlusCode, near: String)
  case here
  case postcode(Postcode)
  case saved(String)
  case place(String)
  case venue(id: String)
  /// A saved point or a place.
  case words(String)

  /// `nil` if the text is empty; throws if it looks like a form but is invalid.
  package init?(_ text: String) throws(PointProblem) {
    let text = Self.trimmed(text)
    guard !text.isEmpty else { return nil }
    if let forced = try Self.forced(text) {
      self = forced
    } else if let position = try PointText(eastingAndNorthing: text) {
      self = .point(position)
    } else if text.lowercased() == "here" {
      self = .here
    } else if let (code, place) = ShortPlusCode.withPlace(text) {
      self = .shortCode(code, near: place)
    } else if let point = try PointText(text) {
      self = .point(point)
    } else if let numbered = try Self.numbered(WrittenPostcode.plain(text)) {
      self = numbered
    } else {
      self = .words(text)
    }
  }

  /// The part after `venue:`; `nil` if the text has no such prefix.
  package static func venueID(_ text: String) -> String? {
    // Few texts have a colon. For the rest this saves 30,000 instructions of parsing.
    guard text.utf8.contains(UInt8(ascii: ":")), case .venue(let id)? = try? PointForm(text) else {
      return nil
    }
    return id
  }

  /// Whether it is a position itself, or can be looked up in only one way.
  package var isOwn: Bool { if case .words = self { false } else { true } }

  /// As in `a postcode`.
  package var name: String {
    switch self {
    case .point(let point):
      switch point.kind {
      case .degrees: "degrees or a link"
      case .plusCode: "a plus code"
      case .gridReference: "a grid reference"
      }
    case .shortCode: "a plus code"
    case .here: "here"
    case .postcode: "a postcode"
    case .saved: "a saved point"
    case .place, .words: "a place"
    case .venue: "a venue"
    }
  }

  private static func forced(_ text: String) throws(PointProblem) -> PointForm? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let rest = trimmed(String(text[text.utf8.index(after: colon)...]))
    let prefix = text[..<colon].lowercased()
    guard !rest.isEmpty || !["postcode", "place", "saved", "venue"].contains(prefix) else {
      throw PointProblem("a point with a prefix", "nothing follows \(prefix):")
    }
    switch prefix {
    case "postcode": return .postcode(try postcode(WrittenPostcode.plain(rest)))
    case "place": return .place(rest)
    case "saved": return .saved(rest)
    case "venue": return .venue(id: rest)
    case "grid": return .point(try PointText(grid: rest))
    default: return nil
    }
  }

  private static func postcode(_ text: String) throws(PointProblem) -> Postcode {
    if let found = try WrittenPostcode.postcode(text) { return found }
    if let found = WrittenPostcode.withoutDigits(text) { return found }
    throw PointProblem("a postcode", "it does not have the form of one")
  }

  /// A postcode or a square; `nil` if it looks like neither.
  private static func numbered(_ text: String) throws(PointProblem) -> PointForm? {
    guard text.utf8.contains(where: \.isDigit) else { return nil }
    guard let digits = WrittenPostcode.digitsAfterLetters(text), digits > 2 else {
      guard let postcode = try WrittenPostcode.postcode(text) else { return nil }
      return .postcode(postcode)
    }
    // Without a letter after the digits it is not a mistyped postcode: otherwise `TQ 30 800` would be `TQ30
    // 8OO`.
    if let sector = WrittenPostcode.sector(text) { return .postcode(sector) }
    if let square = try PointText(square: text) { return .point(square) }
    throw PointProblem("a grid reference", "it has more than two numbers")
  }

  /// Without white space and invisible characters at the ends, which text copied from a page or a phone may
  /// have.
  package static func trimmed(_ text: String) -> String {
    var text = Substring(text).unicodeScalars
    while let first = text.first, isUnseen(first) { text.removeFirst() }
    while let last = text.last, isUnseen(last) { text.removeLast() }
    return String(Substring(text))
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch ShownScalar(scalar.value) {
    case .text: false
    case .space: true
    // Except characters that control a terminal.
    case .leftOut: scalar.value > 0xA0
    }
  }
}
