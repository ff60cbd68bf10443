/// What could stand in the place of a word that is being typed.
public struct Candidate: Sendable, Equatable {
  public let text: String
  /// What it stands for; empty where the text says it.
  public let summary: String

  public init(_ text: String, _ summary: String = "") {
    self.text = text
    self.summary = summary
  }

  /// Whether the word goes on after it: a folder, a prefix, a list.
  var isBeginning: Bool {
    text.unicodeScalars.last.map { ",:/=".unicodeScalars.contains($0) } ?? false
  }

  func begins(with typed: String) -> Bool { text.utf8.starts(with: typed.utf8) }

  /// Whether it is a word of one line that a terminal may show: candidates come from files of others.
  var isShowable: Bool {
    let shown = text.unicodeScalars.filter { $0 != "\u{200C}" && $0 != "\u{200D}" }
    let text = String(String.UnicodeScalarView(shown))
    return !text.isEmpty && UsageError.escape(text) == text
  }
}

extension [Candidate] {
  /// Those that begin as typed, or else all that begin like the first one. A shell writes what all of
  /// them begin with in place of what was typed, which must not get shorter by it.
  func alike(typed: String) -> [Candidate] {
    let exact = filter { $0.begins(with: typed) }
    guard exact.isEmpty, let first else { return exact }
    let head = first.text.unicodeScalars.prefix(typed.unicodeScalars.count)
    return filter { $0.text.unicodeScalars.starts(with: head) }
  }
}
