/// A command line as one text, cut into its words as people quote them for a shell. There is no shell:
/// nothing is expanded, and no character but a quote or a backslash means anything.
///
///     CoreLocationCLI -json                      // CoreLocationCLI, -json
///     'my locator' --name "a \"b\"" c\ d         // my locator, --name, a "b", c d
package enum CommandWords {
  /// `nil` where a quote is not closed, or a backslash is the last character.
  package static func words(of text: String) -> [String]? {
    var words: [String] = []
    // Appended to in place, so that a long text takes no longer than it is.
    var word = String.UnicodeScalarView()
    var isInWord = false
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case " ", "\t", "\n", "\r":
        if isInWord { words.append(String(word)) }
        (word, isInWord) = (.init(), false)
        continue
      case "'":
        guard let end = rest.firstIndex(of: "'") else { return nil }
        word.append(contentsOf: rest[..<end])
        rest = rest[rest.index(after: end)...]
      case "\"":
        guard let quoted = takeQuoted(&rest) else { return nil }
        word.append(contentsOf: quoted)
      case "\\":
        guard let next = rest.popFirst() else { return nil }
        word.append(next)
      default: word.append(scalar)
      }
      isInWord = true
    }
    if isInWord { words.append(String(word)) }
    return words
  }

  /// Up to the closing quote, before which a backslash takes the meaning of a quote or backslash away.
  private static func takeQuoted(
    _ rest: inout Substring.UnicodeScalarView
  ) -> String.UnicodeScalarView? {
    var quoted = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return quoted
      case "\\" where rest.first == "\"" || rest.first == "\\":
        quoted.append(rest.removeFirst())
      default: quoted.append(scalar)
      }
    }
    return nil
  }
}
