import TestSupport

/// Random words of a command line: known ones, misspelt ones, and noise.
struct Words {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  static let known = [
    "fire", "glaze", "shelf", "add", "count", "clay", "help", "--heat", "--hours", "--tag",
    "--dry-run", "--log", "--json", "--format", "--colour", "--quiet", "--help", "--version", "-q",
    "-n", "-o", "-h", "--", "-", "", "=", "-=", "--=", "json", "csv", "thin", "-0.5", "-qn", "---",
  ]

  static let scalars: [Unicode.Scalar] = Array(
    "-=azé…\u{301}\u{200D}\u{202E}\n\r\t\0 '\"\\🏺\u{1F3FD}\u{FFFD}0.~".unicodeScalars)

  mutating func word() -> String {
    let known = Self.known.randomElement(using: &generator) ?? ""
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return noise()
    case 1: return known + noise()
    case 2: return "\(known)=\(noise())"
    case 3: return spoilt(known)
    default: return known
    }
  }

  private mutating func noise() -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      text.append(Self.scalars.randomElement(using: &generator) ?? "x")
    }
    return String(text)
  }

  private mutating func spoilt(_ word: String) -> String {
    var letters = Array(word)
    guard letters.count > 1 else { return word }
    let place = Int.random(in: 1..<letters.count, using: &generator)
    if Bool.random(using: &generator) {
      letters.swapAt(place, place - 1)
    } else {
      letters.remove(at: place)
    }
    return String(letters)
  }
}
