import CommandLineKit
import FinderEngine

/// What is said beside the results, on standard error: `finder: near: …`.
struct Diagnostics {
  let command: [String]
  /// No warnings and notes; errors are said all the same.
  var isQuiet = false

  func note(_ text: String) {
    if !isQuiet { say(text) }
  }

  func say(_ text: String) {
    let words = ["finder"] + (command.isEmpty ? [] : [command.joined(separator: " ")]) + [text]
    Self.writeLine(words.joined(separator: ": "))
  }

  /// One line, whatever stands in it: file names and data hold line breaks and worse.
  static func writeLine(_ text: String) { write(UsageError.escape(text) + "\n") }

  /// Text of finder's own, as it stands.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      // Nowhere is left to say that standard error is broken.
      _ = FinderEngine.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}
