extension Command {
  var usageLines: [String] {
    guard usage.isEmpty else { return usage }
    let words = ["[OPTIONS]"] + arguments.map(\.synopsis)
    return [isGroup ? "COMMAND [OPTIONS]" : words.joined(separator: " ")]
  }
}

extension CommandTable {
  /// The help page of the command or topic at `path`, or of as much of the path as there is. It is
  /// plain text in lines of at most `width` characters (kept between 40 and 100), except for the
  /// commands of examples, which must stay whole to be copied. It ends in a line break.
  public func help(for path: [String] = [], width: Int = 80) -> String {
    var known = path
    while command(at: known) == nil { known.removeLast() }
    let page = HelpPage(
      table: self, path: known, command: command(at: known) ?? root,
      width: min(max(width, 40), 100))
    return page.text
  }
}

private struct HelpPage {
  let table: CommandTable
  let path: [String]
  let command: Command
  let width: Int

  var text: String {
    let blocks = [summary, examples, usage, alias, about, arguments, commands, topics]
    return (blocks + options + sections + [readMore]).filter { !$0.isEmpty }.map {
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
    return ["Examples:"]
      + command.examples.flatMap { example in
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

  private var commands: [String] {
    block("Commands", command.isGroup ? command.subcommands.map { ($0.name, $0.summary) } : [])
  }

  private var topics: [String] {
    let lists = path.isEmpty || path == [Command.helpName]
    return block("Topics", lists ? table.topics.map { ($0.name, $0.summary) } : [])
  }

  /// A block for each heading, in the order in which the headings first appear; all line up.
  private var options: [[String]] {
    guard !command.isTopic else { return [] }
    let all = command.options + (path.isEmpty ? Option.builtIn : [.help])
    let columns = Columns(fitting: all.map(\.synopsis), width: width)
    var headings: [String] = []
    for option in all where !headings.contains(option.group) { headings.append(option.group) }
    return headings.map { heading in
      let rows = all.filter { $0.group == heading }.map { ($0.synopsis, $0.explanation) }
      return ["\(heading):"] + columns.lines(rows)
    }
  }

  private var sections: [[String]] {
    command.sections.map { section in
      let text = section.text.isEmpty ? [] : indent(wrap(section.text, width: width - 2), by: 2)
      let columns = Columns(fitting: section.rows.map(\.term), width: width)
      return ["\(section.heading):"] + text + columns.lines(section.rows)
    }
  }

  private var readMore: [String] {
    guard command.isGroup else { return [] }
    let help = ([table.program, Command.helpName] + path).joined(separator: " ")
    let topic = path.isEmpty && !table.topics.isEmpty ? ", '\(help) TOPIC' a topic" : ""
    return wrap("'\(help) COMMAND' explains one command\(topic).", width: width)
  }

  private func block(_ heading: String, _ rows: [(term: String, meaning: String)]) -> [String] {
    guard !rows.isEmpty else { return [] }
    return ["\(heading):"] + Columns(fitting: rows.map(\.term), width: width).lines(rows)
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

  /// With the rows as a text: each a term and its meaning, two spaces apart.
  public init(_ heading: String, text: String = "", rows: String) {
    self.init(heading, text: text, rows: pairs(in: rows, apartBy: "  "))
  }
}

/// A whole command line, as a user would type it, and what it does.
public struct Example: Sendable {
  public let command: String
  public let explanation: String

  /// Of a text with one a row: `finder near home # the ten nearest venues`
  static func all(_ text: String) -> [Example] {
    pairs(in: text, apartBy: " # ").map { Example(command: $0, explanation: $1) }
  }
}

/// The rows of a text, each of two parts. A line that begins with a space goes on with the row before.
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
    // Not by `split(separator:)`, which for a text links the regular expressions.
    let bytes = row.utf8
    var cut = bytes.startIndex
    while cut < bytes.endIndex, !bytes[cut...].starts(with: mark.utf8) {
      cut = bytes.index(after: cut)
    }
    let meaning = bytes[cut...].dropFirst(mark.utf8.count)
    return (String(row[..<cut]), String(Substring(meaning)))
  }
}
