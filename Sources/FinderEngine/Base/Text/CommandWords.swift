/// A command line as one text, cut into its words as people quote them for a shell. There is no shell:
/// nothing is expanded, and no character but a quote or a backslash means anything.
///
///     CoreLocationCLI -json                      // CoreLocationCLI, -json
///     'my locator' --name "a \"b\"" c\ d         // my locator, --name, a "b", c d
package enum CommandWords {
  /// `nil` where a quote is not closed, or a backslash is the last character.
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

  /// Whether there is a word, and each quote is closed.
  package static func areWhole(_ text: Bytes) -> Bool {
    var count = 0
    return scan(text, byte: { _ in }, endOfWord: { count += 1 }) && count > 0
  }

  /// All that means something is ASCII, so that bytes will do.
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
        // In double quotes it takes the meaning of a quote or of itself away, and else stands for itself.
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
