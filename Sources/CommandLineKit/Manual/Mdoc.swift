/// Text in mdoc(7), the language of manual pages, for man(1) on Linux, macOS and the BSDs.
///
/// A line that begins with a dot is a macro; words that could be taken for one are escaped. Lines are broken
/// after each sentence and before 80 bytes, as `mandoc -T lint` asks.
struct Mdoc {
  private var lines: [String] = []
  /// Whether text that follows must begin a new paragraph.
  private var needsBreak = false

  var page: String { lines.joined(separator: "\n") + "\n" }

  init(title: String, section: Int, date: String) {
    lines = [".Dd \(date)", ".Dt \(title.uppercased()) \(section)", ".Os"]
  }

  mutating func macro(_ name: String, _ words: String...) {
    lines.append(([".\(name)"] + words).joined(separator: " "))
  }

  mutating func section(_ heading: String) {
    macro("Sh", Self.escaped(heading.uppercased()))
    needsBreak = false
  }

  mutating func subsection(_ heading: String) {
    macro("Ss", Self.escaped(heading))
    needsBreak = false
  }

  /// In bold, on a line of its own.
  mutating func heading(_ heading: String) {
    if needsBreak { macro("Pp") }
    macro("Sy", Self.word(heading))
    needsBreak = true
  }

  /// Paragraphs are separated by an empty line; other line breaks are kept.
  mutating func text(_ text: String) {
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard !paragraph.isEmpty else { continue }
      if needsBreak { macro("Pp") }
      lines += Self.wrapped(String(paragraph))
      needsBreak = true
    }
  }

  mutating func display(_ rows: [String]) {
    macro("Bd", "-literal", "-offset", "indent")
    lines += rows.map { Self.unlikeMacro(Self.escaped($0)) }
    macro("Ed")
    needsBreak = true
  }

  /// A list of terms and their meanings; a term is a line of macros, such as `Ar FILE`.
  mutating func list(_ rows: [(term: String, meaning: String)]) {
    guard !rows.isEmpty else { return }
    macro("Bl", "-tag", "-width", "Ds")
    for (term, meaning) in rows {
      macro("It", term)
      needsBreak = false
      text(meaning)
    }
    macro("El")
    needsBreak = true
  }
}

extension Mdoc {
  /// One word of a macro's line. It may hold spaces, and is never a macro.
  static func word(_ text: String) -> String { "\"\\&\(escaped(text))\"" }

  /// Escapes every character that would not print as itself. A plain quote may become a curly one and a dash
  /// a hyphen, and neither can be pasted into a shell.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case "\"": "\\(dq"
      case _ where scalar.isASCII: String(scalar)
      default: "\\[u\(fourDigits(scalar.value))]"
      }
    }.joined()
  }

  private static func fourDigits(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// A dot at the beginning would make the line a macro.
  private static func unlikeMacro(_ line: String) -> String {
    line.first == "." ? "\\&" + line : line
  }

  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let isName = word.last == "," || word.contains { "-_/=".contains($0) }
      // Names must not be broken at a hyphen, as in `geojson-seq`.
      let escaped = (isName ? "\\%" : "") + escaped(String(word))
      if !line.isEmpty, line.utf8.count + 1 + escaped.utf8.count > 78 {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? unlikeMacro(escaped) : " " + escaped
      if endsSentence(word) {
        lines.append(line)
        line = ""
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private static func endsSentence(_ word: Substring) -> Bool {
    guard let last = word.last(where: { !")'\"".contains($0) }) else { return false }
    return ".!?".contains(last)
  }
}
