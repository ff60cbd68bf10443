/// A command line as bash passes it to a completion: as it was typed, up to the cursor.
///
/// Bash replaces only the end of the last word: what follows a quotation mark that is still open, or if there
/// is none, what follows the last unquoted word break (`COMP_WORDBREAKS`, among them `=`, `:` and `@`). The
/// part before that, `kept`, must be left out of each reply. If a quotation ended within the last word, no
/// reply would fit.
struct BashLine {
  /// The words without their quotes. The first is the program's name; the last is being typed.
  private(set) var words: [String] = []
  /// The part of the last word that bash does not replace.
  private(set) var kept = ""
  private(set) var quote: Unicode.Scalar?
  /// Whether the last word is the file of a redirection.
  private(set) var isRedirection = false
  private(set) var isReplaceable = true

  private var word = ""
  private var isInWord = false
  private var isEscaped = false
  private let breaks: String

  init(_ line: String, breaks: String) {
    self.breaks = breaks
    for scalar in line.unicodeScalars { read(scalar) }
    words.append(word)
  }

  private mutating func read(_ scalar: Unicode.Scalar) {
    if isEscaped {
      isEscaped = false
      // Between double quotes a backslash is text, except before these characters.
      if quote == "\"", !"\"\\$`".unicodeScalars.contains(scalar) { add("\\") }
      add(scalar)
    } else if scalar == "\\", quote != "'" {
      (isEscaped, isInWord) = (true, true)
    } else if let open = quote {
      if scalar == open { (quote, isReplaceable) = (nil, false) } else { add(scalar) }
    } else {
      readUnquoted(scalar)
    }
  }

  private mutating func readUnquoted(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "'": (quote, kept, isInWord) = (scalar, word, true)
    case " ", "\t", "\n": endWord()
    case "<", ">":
      // The `2` of `2>` is not a word.
      if word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { reset() }
      endWord()
      isRedirection = true
    case "&" where isRedirection && !isInWord: break
    default:
      add(scalar)
      if breaks.unicodeScalars.contains(scalar) { kept = word }
    }
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    word.unicodeScalars.append(scalar)
    isInWord = true
  }

  private mutating func endWord() {
    guard isInWord else { return }
    if !isRedirection { words.append(word) }
    reset()
    isRedirection = false
  }

  private mutating func reset() { (word, kept, isInWord, isReplaceable) = ("", "", false, true) }
}

extension BashLine {
  /// Quotes text for bash, after an open `quote` if there is one. A name may hold any character. bash closes
  /// the quotation itself, unless the text ends in that mark: then it is closed here.
  static func quoted(_ text: Substring.UnicodeScalarView, in quote: Unicode.Scalar?) -> String {
    var quoted = ""
    for scalar in text {
      switch (quote, scalar) {
      case ("'", "'"): quoted += "'\\''"
      case ("'", _): quoted.unicodeScalars.append(scalar)
      // Between double quotes, a backslash does not stop bash from expanding `!` from its history.
      case (_?, "!"): quoted += "\"'!'\""
      case (_?, "\""), (_?, "\\"), (_?, "$"), (_?, "`"): quoted += "\\\(scalar)"
      case (nil, _) where !isPlain(scalar): quoted += "\\\(scalar)"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    guard let quote, quoted.unicodeScalars.last == quote else { return quoted }
    return "\(quoted)\(quote)"
  }

  /// Whether it is one plain command, safe to paste: no pipe and no redirection.
  static func isOneCommand(_ line: String) -> Bool {
    !line.unicodeScalars.contains { "|><&;".unicodeScalars.contains($0) }
  }

  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ",", "+", "%": true
    default: !scalar.isASCII
    }
  }
}
