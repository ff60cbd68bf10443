extension Command {
  var usageLines: [String] {
    guard usage.isEmpty else { return usage }
    let words = ["[OPTIONS]"] + arguments.map(\.synopsis)
    return [isGroup ? "COMMAND [OPTIONS]" : words.joined(separator: " ")]
  }
}

/// `near --help` is a reminder that fits a screen; `help near` is the reference.
public enum HelpLength: Sendable {
  case short, whole
}

extension Command {
  /// A short page shows no more than these.
  static let mostEverydayOptions = 10
  static let mostEverydayExamples = 5

  /// All options if they fit a short page, else those marked as everyday.
  public var everydayOptions: [Option] {
    let options = options
    return options.count <= Self.mostEverydayOptions ? options : options.filter(\.isEveryday)
  }

  /// Whether a short page leaves something out.
  fileprivate var hasMore: Bool {
    everydayOptions.count < options.count || examples.count > Self.mostEverydayExamples
      || !about.isEmpty || !sections.isEmpty
  }
}

extension CommandTable {
  /// The help page of the command or topic at `path`, or of as much of the path as exists. It is plain text
  /// in lines of at most `width` characters (kept between 40 and 100), except for the commands of examples,
  /// which stay on one line to be copied. It ends in a line break.
  public func help(
    for path: [String] = [], _ length: HelpLength = .whole, width: Int = 80
  ) -> String {
    var known = path
    while command(at: known) == nil { known.removeLast() }
    let command = command(at: known) ?? root
    let page = HelpPage(
      table: self, path: known, command: command,
      isShort: length == .short && !known.isEmpty && !command.isTopic && command.hasMore,
      width: min(max(width, 40), 100))
    return page.text
  }
}

private struct HelpPage {
  let table: CommandTable
  let path: [String]
  let command: Command
  let isShort: Bool
  let width: Int

  var text: String {
    let blocks =
      isShort
      ? [summary, examples, usage, arguments] + commands + [everydayOptions, readMore]
      : [summary, examples, usage, alias, about, arguments] + commands + [topics] + options
        + sections + [readMore]
    return blocks.filter { !$0.isEmpty }.map {
      $0.joined(separator: "\n") + "\n"
    }
    .joined(separator: "\n")
  }

  private var fullName: String { ([table.program] + path).joined(separator: " ") }

  private var summary: [String] {
    wrap("\(fullName): \(command.summary)", width: width, first: 0, rest: 2)
  }

  private var usage: [String] {
    guard !command.isTopic else { return [] }
    return ["Usage:"]
      + command.usageLines.flatMap { wrap("\(fullName) \($0)", width: width, first: 2, rest: 6) }
  }

  private var examples: [String] {
    guard !command.examples.isEmpty else { return [] }
    let shown = command.examples.prefix(isShort ? Command.mostEverydayExamples : .max)
    return ["Examples:"]
      + shown.flatMap { example in
        ["  \(example.command)"] + indent(wrap(example.explanation, width: width - 6), by: 6)
      }
  }

  private var alias: [String] {
    guard !command.alias.isEmpty else { return [] }
    let short = ([table.program] + path.dropLast() + [command.alias]).joined(separator: " ")
    return wrap("'\(short)' is the same.", width: width)
  }

  private var about: [String] { command.about.isEmpty ? [] : wrap(command.about, width: width) }

  private var arguments: [String] {
    block("Arguments", command.arguments.map { ($0.synopsis, $0.explanation) })
  }

  /// A block for each heading, in the order in which the headings first appear, with all columns aligned. If
  /// there are headings, `help` is left out: it has none, and the page's last line names it.
  private var commands: [[String]] {
    guard command.isGroup else { return [] }
    let all = command.subcommands
    let hasHeadings = all.contains { !$0.heading.isEmpty }
    let listed = hasHeadings ? all.filter { $0.name != Command.helpName } : all
    let blocks = listed.grouped { $0.heading.isEmpty ? "Commands" : $0.heading }
    let columns = Columns(fitting: blocks.flatMap(\.1).map(\.name), width: width)
    return blocks.map { heading, commands in
      ["\(heading):"] + columns.lines(commands.map { ($0.name, $0.summary) })
    }
  }

  /// With summaries only on the page of `help`; the program's own page is long enough without.
  private var topics: [String] {
    let topics = table.topics
    if path == [Command.helpName] { return block("Topics", topics.map { ($0.name, $0.summary) }) }
    guard path.isEmpty, !topics.isEmpty else { return [] }
    let names = topics.map(\.name).joined(separator: ", ")
    return ["Topics:"] + indent(wrap(names, width: width - 2), by: 2)
  }

  /// A block for each heading, in the order in which the headings first appear, with all columns aligned.
  private var options: [[String]] {
    guard !command.isTopic else { return [] }
    let all = command.options + (path.isEmpty ? Option.builtIn : [.help])
    let columns = Columns(fitting: all.map(\.synopsis), width: width)
    return all.grouped { $0.group }.map { heading, options in
      ["\(heading):"] + columns.lines(options.map { ($0.synopsis, $0.explanation) })
    }
  }

  private var everydayOptions: [String] {
    block("Options", command.everydayOptions.map { ($0.synopsis, $0.explanation) })
  }

  private var sections: [[String]] {
    command.sections.map { section in
      let text = section.text.isEmpty ? [] : indent(wrap(section.text, width: width - 2), by: 2)
      let columns = Columns(fitting: section.rows.map(\.term), width: width)
      return ["\(section.heading):"] + text + columns.lines(section.rows)
    }
  }

  private var readMore: [String] {
    // No-break spaces keep each command on one line.
    let space: Character = "\u{A0}"
    let help = ([table.program, Command.helpName] + path).joined(separator: "\(space)")
    let topic = path.isEmpty && !table.topics.isEmpty ? ", '\(help)\(space)TOPIC' a topic" : ""
    let one = command.isGroup ? ["'\(help)\(space)COMMAND' explains one command\(topic)"] : []
    let all = isShort ? ["'\(help)' shows everything\(everything)"] : []
    guard command.isGroup || isShort else { return [] }
    return wrap((one + all).joined(separator: "; ") + ".", width: width)
      .map { String($0.map { $0 == space ? " " : $0 }) }
  }

  /// The totals, if something is left out.
  private var everything: String {
    let (options, examples) = (command.options.count, command.examples.count)
    let counts = [
      command.everydayOptions.count < options ? "\(options) options" : nil,
      examples > Command.mostEverydayExamples ? "\(examples) examples" : nil,
    ].compactMap { $0 }
    return counts.isEmpty ? "" : ": " + counts.joined(separator: ", ")
  }

  private func block(_ heading: String, _ rows: [(term: String, meaning: String)]) -> [String] {
    guard !rows.isEmpty else { return [] }
    return ["\(heading):"] + Columns(fitting: rows.map(\.term), width: width).lines(rows)
  }
}

extension Array {
  /// Groups the elements by heading, in the order in which the headings first appear.
  fileprivate func grouped(by heading: (Element) -> String) -> [(String, [Element])] {
    var groups: [(heading: String, elements: [Element])] = []
    for element in self {
      let heading = heading(element)
      if let place = groups.firstIndex(where: { $0.heading == heading }) {
        groups[place].elements.append(element)
      } else {
        groups.append((heading, [element]))
      }
    }
    return groups
  }
}

/// A part of a help page under its own heading: paragraphs, then a list of terms.
public struct HelpSection: Sendable {
  public typealias Row = (term: String, meaning: String)

  public let heading: String
  public let text: String
  public let rows: [Row]

  public init(_ heading: String, text: String = "", rows: [Row] = []) {
    self.heading = heading
    self.text = text
    self.rows = rows
  }

  /// `rows` has a term and its meaning on each line, two spaces apart.
  public init(_ heading: String, text: String = "", rows: String) {
    self.init(heading, text: text, rows: pairs(in: rows, apartBy: "  "))
  }
}

/// A whole command line, as a user would type it, and what it does.
public struct Example: Sendable {
  public let command: String
  public let explanation: String

  /// Parses a text with one example a line: `finder near home # the ten nearest venues`
  static func all(_ text: String) -> [Example] {
    pairs(in: text, apartBy: " # ").map { Example(command: $0, explanation: $1) }
  }
}

/// The rows of a text, each in two parts. A line that begins with a space continues the row before.
private func pairs(in text: String, apartBy mark: String) -> [(term: String, meaning: String)] {
  var rows: [String] = []
  for line in text.split(separator: "\n") {
    if line.first == " " {
      rows[rows.count - 1] += " " + line.drop { $0 == " " }
    } else {
      rows.append(String(line))
    }
  }
  return rows.map { row in
    // `split(separator:)` with a string would link the regular expression library.
    let bytes = row.utf8
    var cut = bytes.startIndex
    while cut < bytes.endIndex, !bytes[cut...].starts(with: mark.utf8) {
      cut = bytes.index(after: cut)
    }
    let meaning = bytes[cut...].dropFirst(mark.utf8.count)
    return (String(row[..<cut]), String(Substring(meaning)))
  }
}
