/// A command line in one text, split into words as a shell would split quoted ones. There is no shell:
/// nothing is expanded, and only quotes and backslashes have a meaning.
///
///     CoreLocationCLI -json                      // CoreLocationCLI, -json
///     'my locator' --name "a \"b\"" c\ d         // my locator, --name, a "b", c d
package enum CommandWords {
  /// `nil` if a quote is not closed, or a backslash is the last character.
  package static func words(of text: String) -> [String]? {
    var words: [String] = []
    var word: [UInt8] = []
    let isWhole = text.withBytes { text in
      scan(text) {
        word.append($0)
      } endOfWord: {
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
      }
    }
    return isWhole ? words : nil
  }

  /// Whether there is at least one word, and every quote is closed.
  package static func areWhole(_ text: Bytes) -> Bool {
    var count = 0
    return scan(text, byte: { _ in }, endOfWord: { count += 1 }) && count > 0
  }

  /// All special characters are ASCII, so this works on bytes.
  @inline(__always)
  private static func scan(_ text: Bytes, byte: (UInt8) -> Void, endOfWord: () -> Void) -> Bool {
    var quote: UInt8 = 0
    var isInWord = false
    var place = 0
    while place < text.count {
      let next = text[place]
      place += 1
      if quote == 0, next.isBlank {
        if isInWord { endOfWord() }
        isInWord = false
        continue
      }
      isInWord = true
      switch next {
      case quote where quote != 0: quote = 0
      case UInt8(ascii: "'") where quote == 0, UInt8(ascii: "\"") where quote == 0: quote = next
      case UInt8(ascii: "\\") where quote != UInt8(ascii: "'"):
        guard place < text.count else { return false }
        // In double quotes, a backslash escapes a quote or a backslash, and is otherwise an ordinary
        // character.
        let means = text[place]
        guard quote == 0 || means == UInt8(ascii: "\"") || means == UInt8(ascii: "\\") else {
          byte(next)
          continue
        }
        byte(means)
        place += 1
      default: byte(next)
      }
    }
    if isInWord { endOfWord() }
    return quote == 0
  }
}
