import FinderEngine

/// A name for what stands in braces in a template, and the templates that may take its place.
struct Rule {
  let name: String
  let choices: [(weight: Int, template: String)]

  /// Of one text, as `WordLists.rules` is written.
  static func all(_ text: String) -> [Rule] {
    var rules: [String] = []
    for line in text.split(separator: "\n") {
      if line.first == " " { rules[rules.count - 1] += line } else { rules.append(String(line)) }
    }
    return rules.map { Rule($0) }
  }

  private init(_ text: String) {
    name = String(text.prefix { $0.isLetter })
    let rest = text.dropFirst(name.count).drop { $0 == " " }
    let parts = split(rest.dropFirst(), at: rest.first == "=" ? "|" : ",")
    choices = parts.enumerated().map { place, part in
      // Roughly as Zipf's law has it.
      guard rest.first == "=" else { return (rest.first == ">" ? 10_000 / (place + 8) : 1, part) }
      let end = part.firstIndex(of: " ") ?? part.endIndex
      guard let weight = Int(part[..<end]) else { fatalError("no weight: \(part)") }
      return (weight, String(part[end...].dropFirst()))
    }
  }
}

/// Rules taken apart once, so that a name takes a few array look-ups.
struct Grammar {
  private enum Piece {
    case text(String)
    case rule(Int)
    case town
  }

  private var rules: [Weighted<(weight: Int, pieces: [Piece])>] = []

  /// The first rule is where names start. `{town}` needs no rule: it is the place's name.
  init(_ source: [Rule]) {
    let indices = Dictionary(
      uniqueKeysWithValues: source.enumerated().map { ($0.element.name, $0.offset) })
    rules = source.map { rule in
      Weighted(
        rule.choices.map { ($0.weight, Self.pieces(of: $0.template, rules: indices)) },
        weight: \.weight)
    }
  }

  func name(in town: String, _ random: inout SplitMix64) -> String {
    var name = ""
    expand(0, in: town, into: &name, &random)
    return name
  }

  private func expand(
    _ rule: Int, in town: String, into name: inout String, _ random: inout SplitMix64
  ) {
    for piece in rules[rule].draw(&random).pieces {
      switch piece {
      case .text(let text): name += text
      case .rule(let rule): expand(rule, in: town, into: &name, &random)
      case .town: name += town
      }
    }
  }

  private static func pieces(of template: String, rules: [String: Int]) -> [Piece] {
    template.split(separator: "{").enumerated().flatMap { index, part -> [Piece] in
      // What comes before the first brace is plain text, unless the template opens with one.
      if index == 0 && !template.hasPrefix("{") { return [.text(String(part))] }
      let halves = part.split(separator: "}", maxSplits: 1)
      let tail = halves.dropFirst().map { Piece.text(String($0)) }
      if halves[0] == "town" { return [.town] + tail }
      guard let rule = rules[String(halves[0])] else { fatalError("no rule {\(halves[0])}") }
      return [.rule(rule)] + tail
    }
  }
}

/// The parts of `text` between separators, without the blanks and line ends around them.
private func split(_ text: Substring, at separator: Character) -> [String] {
  text.split(separator: separator).map { part in
    let start = part.firstIndex { !$0.isWhitespace } ?? part.endIndex
    let end = part.lastIndex { !$0.isWhitespace } ?? start
    return String(part[start...end])
  }
}

/// Elements to draw from, each as often as its weight says.
struct Weighted<Element> {
  private let elements: [Element]
  /// Where each element's share of `0..<total` ends.
  private let ends: [Int]

  init(_ elements: [Element], weight: (Element) -> Int) {
    self.elements = elements
    var total = 0
    ends = elements.map { element in
      total += weight(element)
      return total
    }
  }

  func draw(_ random: inout SplitMix64) -> Element {
    let target = random.below(ends[ends.count - 1])
    return elements[firstPlace(in: 0..<ends.count - 1) { ends[$0] > target }]
  }
}
