import FinderEngine

/// How long a server asks to be left alone: a number of seconds, or a moment (RFC 9110, 10.2.3).
package enum RetryAfter {
  /// `nil` for a text that is neither; 0 for a moment that has passed.
  package static func seconds(_ text: String, now: Int) -> Double? {
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Double(text).map { min($0, 1e9) }
    }
    return HTTPDate.seconds(of: text).map { Double(max(0, $0 - now)) }
  }
}

/// Waits between attempts: each is twice as long as the one before, up to a minute, and never shorter than
/// the server asks for.
package struct FetchWaits: Sendable {
  package private(set) var tries = 0

  static let mostTries = 8
  private static let longest = 60.0

  package init() {}

  /// In seconds; `nil` after enough attempts.
  package mutating func next(askedFor: Double?) -> Double? {
    tries += 1
    guard tries < Self.mostTries else { return nil }
    let growing = min(Double(1 << (tries - 1)), Self.longest)
    return max(growing, askedFor ?? 0)
  }
}
