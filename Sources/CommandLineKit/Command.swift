/// A node of the tree that describes a program: a command, a group of commands, or a topic of help. A command
/// cannot be made without the code that runs it.
///
/// A node computes its lists when they are asked for. A command line needs only one command's lists, and
/// making those of all the others costs more than a query. A class, as `Option` is: passing on a whole tree
/// of structs costs more than a query.
public final class Command: Sendable {
  typealias Run = @Sendable (Invocation) throws -> CInt
  typealias List<Element> = @Sendable () -> [Element]

  enum Node: Sendable {
    case command(Run)
    case group(List<Command>)
    case topic
    /// `help`, with its topics. The parser handles it.
    case help(List<Command>)
  }

  public let name: String
  /// A shorter name that works wherever its own does; empty if it has none.
  public let alias: String
  /// One line, lower case, no full stop.
  public let summary: String
  /// Names that other programs have for it, separated by spaces: `search find`. The parser answers them with
  /// a suggestion, and never accepts them.
  public let otherWords: String
  /// The heading that it is listed under; empty if it is listed only in its group.
  public let heading: String
  /// Paragraphs for the help page. Line breaks are kept.
  public var about: String { lists.about() }
  /// What follows the command's name on each line of usage; if empty, help derives it.
  public var usage: [String] { lists.usage() }
  public var examples: [Example] { lists.examples() }
  public var options: [Option] { lists.options() }
  public var arguments: [Argument] { lists.arguments() }
  /// The last parts of the help page: exit codes, environment, files.
  public var sections: [HelpSection] { lists.sections() }
  /// Its exit codes, in addition to those of the groups that it is in.
  var exits: [CInt] { lists.exits() }

  /// For a group, the command that runs if none is named; empty if help is shown then.
  public let standard: String

  let node: Node
  private let lists: Lists

  private struct Lists: Sendable {
    var about: @Sendable () -> String
    var usage: List<String> = { [] }
    var examples: List<Example>
    var options: List<Option> = { [] }
    var arguments: List<Argument> = { [] }
    var sections: List<HelpSection>
    var exits: List<CInt> = { [] }
  }

  private init(
    _ name: String, alias: String = "", _ summary: String, otherWords: String = "",
    heading: String = "", standard: String = "", _ node: Node, _ lists: Lists
  ) {
    self.standard = standard
    self.heading = heading
    self.name = name
    self.alias = alias
    self.summary = summary
    self.otherWords = otherWords
    self.node = node
    self.lists = lists
  }

  /// Copies the names of another command.
  private convenience init(_ other: Command, _ node: Node, _ lists: Lists) {
    self.init(
      other.name, alias: other.alias, other.summary, otherWords: other.otherWords,
      heading: other.heading, standard: other.standard, node, lists)
  }

  /// A command and its code. The code returns a case of the program's enum of exit codes. It must be in the
  /// `exits` of the command or of a group that it is in.
  public static func command<ExitCode: RawRepresentable<CInt> & Sendable>(
    _ name: String, alias: String = "", summary: String, otherWords: String = "",
    heading: String = "", exits: @autoclosure @escaping @Sendable () -> [ExitCode],
    about: @autoclosure @escaping @Sendable () -> String = "",
    usage: @autoclosure @escaping @Sendable () -> [String] = [],
    examples: @autoclosure @escaping @Sendable () -> String = "",
    options: @autoclosure @escaping @Sendable () -> [Option] = [],
    arguments: @autoclosure @escaping @Sendable () -> [Argument] = [],
    sections: @autoclosure @escaping @Sendable () -> [HelpSection] = [],
    run: @escaping @Sendable (Invocation) throws -> ExitCode
  ) -> Command {
    Command(
      name, alias: alias, summary, otherWords: otherWords, heading: heading,
      .command { try run($0).rawValue },
      Lists(
        about: about, usage: usage, examples: { Example.all(examples()) }, options: options,
        arguments: arguments,
        sections: sections, exits: { exits().map(\.rawValue) }))
  }

  /// Commands under one name. The name alone runs the `standard` command. `exits` are codes that any of the
  /// commands may return.
  public static func group(
    _ name: String, alias: String = "", summary: String, otherWords: String = "",
    heading: String = "", exits: @autoclosure @escaping @Sendable () -> [CInt] = [],
    about: @autoclosure @escaping @Sendable () -> String = "",
    usage: @autoclosure @escaping @Sendable () -> [String] = [],
    examples: @autoclosure @escaping @Sendable () -> String = "",
    sections: @autoclosure @escaping @Sendable () -> [HelpSection] = [],
    commands: @autoclosure @escaping @Sendable () -> [Command], standard: String = ""
  ) -> Command {
    Command(
      name, alias: alias, summary, otherWords: otherWords, heading: heading, standard: standard,
      .group(commands),
      Lists(
        about: about, usage: usage, examples: { Example.all(examples()) }, sections: sections,
        exits: exits))
  }

  public static func topic(
    _ name: String, summary: String, otherWords: String = "",
    about: @autoclosure @escaping @Sendable () -> String,
    examples: @autoclosure @escaping @Sendable () -> String = "",
    sections: @autoclosure @escaping @Sendable () -> [HelpSection] = []
  ) -> Command {
    Command(
      name, summary, otherWords: otherWords, .topic,
      Lists(about: about, examples: { Example.all(examples()) }, sections: sections))
  }

  static func help(_ topics: @escaping List<Command>) -> Command {
    Command(
      helpName, "show help for a command or a topic", .help(topics),
      Lists(
        about: { "" }, usage: { ["[COMMAND…]", "--man"] }, examples: { [] },
        options: { [Option.manual] },
        arguments: {
          [
            Argument(
              "COMMAND", isRequired: false, isRepeatable: true,
              summary: "the command or topic to explain")
          ]
        }, sections: { [] }))
  }

  static let helpName = "help"
}

extension Command {
  public var subcommands: [Command] {
    switch node {
    case .group(let list), .help(let list): list()
    case .command, .topic: []
    }
  }

  public var isGroup: Bool { if case .group = node { true } else { false } }
  public var isTopic: Bool { if case .topic = node { true } else { false } }

  public func subcommand(_ word: String) -> Command? {
    subcommands.first { $0.name == word || !$0.alias.isEmpty && $0.alias == word }
  }

  /// This command's own version of the option with that name.
  public func option(named name: String) -> Option? {
    options.first { $0.name == name } ?? Option.builtIn.first { $0.name == name }
  }

  /// The choices of the option with that name; empty if it takes any value, or if there is no such option.
  public func choices(ofOption name: String) -> [String] {
    options.first { $0.name == name }?.choices ?? []
  }

  /// The same, with options and arguments computed once: a parser uses them repeatedly.
  var resolved: Command {
    let (options, arguments) = (options, arguments)
    var lists = lists
    lists.options = { options }
    lists.arguments = { arguments }
    return Command(self, node, lists)
  }

  func adding(_ command: Command) -> Command {
    let commands = subcommands + [command]
    return Command(self, .group { commands }, lists)
  }
}
