import CommandLineKit
import FinderEngine

/// What is printed on standard error, apart from the results: `finder: near: …`.
struct Diagnostics {
  let command: [String]
  /// No warnings and notes; errors are still printed.
  var isQuiet = false

  func note(_ text: String) {
    if !isQuiet { say(text) }
  }

  func say(_ text: String) {
    let words = ["finder"] + (command.isEmpty ? [] : [command.joined(separator: " ")]) + [text]
    Self.writeLine(words.joined(separator: ": "))
  }

  /// One line, whatever the text is: file names and data may hold line breaks and worse.
  static func writeLine(_ text: String) { write(UsageError.escape(text) + "\n") }

  /// Text of finder's own, unchanged.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      // If standard error is broken, there is nowhere to say so.
      _ = FinderEngine.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}
