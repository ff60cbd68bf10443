// One tree describes the whole command line: which commands there are, what each is for, which options and
// arguments it takes, and the code that runs it. Everything that a user sees is derived from it, so two
// descriptions of an option can never differ:
//
//     table ──> parse(arguments) ──> .run(invocation) | .help(path, length) | .version   or a UsageError
//           ──> help(for: path, length, width: 80)
//
//     enum Options {
//       static let depth = Option("depth", value: "CM", summary: "how deep to dig")
//       static let json = Option("json", summary: "print JSON")
//     }
//     let table = CommandTable(
//       .group("mole", summary: "digs", exits: [64], commands: [
//         .command(
//           "dig", summary: "dig a hole", exits: [Exit.dug, .metRock],
//           options: [Options.depth, Options.json]
//         ) { dig($0[Options.depth] ?? "10") }
//       ]),
//       version: "1.0")
//
//     switch try table.parse(arguments) {
//     case .run(let invocation): exit(try invocation.run())
//     case .help(let path, let length): print(table.help(for: path, length), terminator: "")
//     case .version: print(table.versionLine)
//     case .manual: print(table.manual(date: "May 1, 2026"))
//     }
//
// Values go in and values come out. Nothing here prints, exits, or reads a file, the environment or
// the terminal, so asking for help cannot fail. Values stay strings, apart from lists of choices;
// the program turns them into numbers and points, and reports a wrong one with
// `Invocation.error(_:_:)`, which adds the option's name and its line of help.
//
// One rule always holds: an option has the same shape (its short form, and whether it takes a value) wherever
// its name appears. So options may come before the command's name, where the parser must know which of them
// takes the next argument. Tests check it. Nothing is checked or indexed at run time: walking a few dozen
// short strings costs less than building a dictionary of them.

public struct CommandTable: Sendable {
  /// The program itself, a group. `help` is the last of its commands.
  public let root: Command
  public let version: String
  let needless: @Sendable () -> [NeedlessOption]

  public init(
    _ root: Command, version: String,
    topics: @autoclosure @escaping @Sendable () -> [Command] = [],
    needless: @autoclosure @escaping @Sendable () -> [NeedlessOption] = []
  ) {
    self.needless = needless
    self.root = root.adding(.help(topics))
    self.version = version
  }

  public var program: String { root.name }
  public var versionLine: String { "\(program) \(version)" }

  public var topics: [Command] { root.subcommand(Command.helpName)?.subcommands ?? [] }

  /// The command or topic at `path`; the program itself for an empty one.
  public func command(at path: [String]) -> Command? {
    var command = root
    for name in path {
      guard let next = command.subcommand(name) else { return nil }
      command = next
    }
    return command
  }

  /// The exit codes of the command at `path`, in order.
  public func exitCodes(of path: [String]) -> [CInt] {
    let commands = (0...path.count).compactMap { command(at: Array(path.prefix($0))) }
    return Set(commands.flatMap(\.exits)).sorted()
  }

  /// Every command and topic with the path to it: the program first, and a group before its commands.
  public var commands: [(path: [String], command: Command)] {
    func walk(_ path: [String], _ command: Command) -> [(path: [String], command: Command)] {
      [(path, command)] + command.subcommands.flatMap { walk(path + [$0.name], $0) }
    }
    return walk([], root)
  }
}
