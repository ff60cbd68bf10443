/// A command: what it is for and what it takes. One that has subcommands is a group, which does
/// nothing by itself.
///
/// What a command takes is worked out when it is asked for: of all commands a line needs one, and to
/// make the lists of the others as well cost more than a query.
public struct Command: Sendable {
  public var name: String
  /// One line, lower case, no full stop.
  public var summary: String
  /// Paragraphs for the help page; a line break in it is kept.
  public var about: String
  /// The name is kept for a later version: not listed, and using it is an error that says so.
  public var isReserved: Bool
  private var lists: Lists

  /// What follows the command's name on each line of usage; derived where there is none.
  public var usage: [String] { lists.usage() }
  public var examples: [Example] { lists.examples() }
  public var options: [Option] { lists.options() }
  public var arguments: [Argument] { lists.arguments() }
  public var subcommands: [Command] { lists.subcommands() }
  /// What closes the help page: exit codes, environment, files.
  public var sections: [HelpSection] { lists.sections() }

  private struct Lists: Sendable {
    var usage: @Sendable () -> [String]
    var examples: @Sendable () -> [Example]
    var options: @Sendable () -> [Option]
    var arguments: @Sendable () -> [Argument]
    var subcommands: @Sendable () -> [Command]
    var sections: @Sendable () -> [HelpSection]
  }

  public init(
    _ name: String, summary: String, about: String = "",
    usage: @autoclosure @escaping @Sendable () -> [String] = [],
    examples: @autoclosure @escaping @Sendable () -> [Example] = [],
    options: @autoclosure @escaping @Sendable () -> [Option] = [],
    arguments: @autoclosure @escaping @Sendable () -> [Argument] = [],
    subcommands: @autoclosure @escaping @Sendable () -> [Command] = [],
    isReserved: Bool = false,
    sections: @autoclosure @escaping @Sendable () -> [HelpSection] = []
  ) {
    self.name = name
    self.summary = summary
    self.about = about
    self.isReserved = isReserved
    lists = Lists(
      usage: usage, examples: examples, options: options, arguments: arguments,
      subcommands: subcommands, sections: sections)
  }

  /// The same with the lists that a parser asks for again and again worked out for good.
  var settled: Command {
    let (options, arguments, subcommands) = (options, arguments, subcommands)
    var command = self
    command.lists.options = { options }
    command.lists.arguments = { arguments }
    command.lists.subcommands = { subcommands }
    return command
  }

  /// The same with one more subcommand.
  func with(_ subcommand: Command) -> Command {
    let subcommands = subcommands + [subcommand]
    var command = self
    command.lists.subcommands = { subcommands }
    return command
  }

  public static func reserved(_ name: String, summary: String) -> Command {
    Command(name, summary: summary, isReserved: true)
  }

  /// Every table has this one; the parser answers it.
  static let help = Command(
    "help", summary: "show help for a command",
    usage: ["[COMMAND…]"], arguments: [Self.topic])

  private static let topic = Argument(
    "COMMAND", isRequired: false, isRepeatable: true, summary: "the command to explain")

  public var isGroup: Bool { !subcommands.isEmpty }

  /// The subcommands worth telling of: all but the reserved ones.
  public var listedSubcommands: [Command] { subcommands.filter { !$0.isReserved } }

  public func subcommand(_ name: String) -> Command? { subcommands.first { $0.name == name } }

  /// This command's own account of the option of that name.
  public func option(named name: String) -> Option? {
    options.first { $0.name == name } ?? Option.builtIn.first { $0.name == name }
  }

  func firstOption(where matches: (Option) -> Bool) -> Option? {
    if let own = options.first(where: matches) { return own }
    for command in subcommands {
      if let found = command.firstOption(where: matches) { return found }
    }
    return nil
  }
}

/// A whole command line, as a user would type it, and what comes of it.
public struct Example: Sendable, Equatable {
  public let command: String
  public let explanation: String

  public init(_ command: String, _ explanation: String) {
    self.command = command
    self.explanation = explanation
  }
}

/// A part of a help page under its own heading: paragraphs, then a list of terms.
public struct HelpSection: Sendable, Equatable {
  public struct Row: Sendable, Equatable {
    public let term: String
    public let meaning: String

    public init(_ term: String, _ meaning: String) {
      self.term = term
      self.meaning = meaning
    }
  }

  public let heading: String
  public let text: String
  public let rows: [Row]

  public init(_ heading: String, text: String = "", rows: [Row] = []) {
    self.heading = heading
    self.text = text
    self.rows = rows
  }
}
