/// The meaning of the value of a diet or a feature.
enum AnswerWord {
  case unknown, no, limited, yes, only
  /// A more specific value: the `garden` of outdoor seating, the `wlan` of internet access.
  case other

  private static let denials: [StaticString] = [
    "no", "not", "none", "nope", "never", "without", "unavailable", "closed",
  ]

  init(_ text: Bytes) {
    let text = text.trimmed
    func isOne(of words: [StaticString]) -> Bool {
      words.contains { $0.bytes.equalsInAnyCase(text) }
    }
    if isOne(of: ["yes", "true", "y", "1", "designated", "available", "full"]) {
      self = .yes
    } else if isOne(of: ["no", "false", "n", "0", "none", "not available"]) {
      self = .no
    } else if isOne(of: ["only", "exclusively", "100%"]) {
      self = .only
    } else if isOne(of: ["limited", "partial", "partially", "some"]) {
      self = .limited
    } else if isOne(of: ["✓", "✔", "✅"]) {
      self = .yes
    } else if text.isEmpty || isOne(of: ["unknown", "null", "n/a"]) || !text.hasLetterOrDigit {
      self = .unknown
    } else if text.beginsWith(oneOf: Self.denials) {
      // `No dogs`, `not yet`: a list's own wording.
      self = .no
    } else {
      self = .other
    }
  }
}

extension Bytes {
  /// Letters beyond ASCII begin with a byte from 0xC0 on; 0xE2 begins dashes and symbols.
  fileprivate var hasLetterOrDigit: Bool {
    contains { $0.isASCIILetter || $0.isDigit || $0 >= 0xC0 && $0 != 0xE2 }
  }

  /// Whether the first word is one of these, in any case.
  fileprivate func beginsWith(oneOf words: [StaticString]) -> Bool {
    let first = UnsafeBufferPointer(rebasing: self[..<(firstIndex { !$0.isASCIILetter } ?? count)])
    return words.contains { $0.bytes.equalsInAnyCase(first) }
  }
}
