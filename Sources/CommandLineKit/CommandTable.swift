// One table describes the whole command line: which commands there are, what each is for, and
// which options and arguments it takes. Everything that a user meets is derived from that table,
// so that no two accounts of an option can drift apart:
//
//     table ──> parse(arguments) ──> .run(Invocation) | .help(path) | .version   or a UsageError
//           ──> help(for: path, width: 80)
//           ──> (completions and the man page, which read the same public properties)
//
//     enum Options {
//       static let depth = Option("depth", value: .number("CM"), summary: "how deep to dig")
//       static let json = Option("json", summary: "print JSON")
//     }
//     let table = CommandTable(
//       Command("mole", summary: "digs", subcommands: [
//         Command("dig", summary: "dig a hole", options: [Options.depth, Options.json])
//       ]),
//       version: "1.0")
//
//     switch try table.parse(arguments) {
//     case .run(let invocation): dig(invocation[Options.depth] ?? "10")
//     case .help(let path): print(table.help(for: path), terminator: "")
//     case .version: print(table.versionLine)
//     }
//
// It is values in, values out: nothing here prints, exits, or reads a file, the environment or the
// terminal, so that asking for help cannot fail. Values stay strings, apart from lists of choices;
// the program turns them into numbers and points, and words what is wrong with one through
// `Invocation.error(_:_:)`, which adds the option's name and its line of help.
//
// The rule that always holds: an option of one name has one shape (its short form, and whether it
// takes a value) wherever it appears. That is what lets options stand before the command's name,
// where the parser must know which of them takes the next argument. `faults()` checks it; a
// program's tests should find that list empty. Nothing is checked or indexed at run time: walking
// a few dozen short strings costs less than building a dictionary of them.

/// A program's commands and options.
public struct CommandTable: Sendable {
  /// The program itself; its subcommands are the commands, `help` the last of them. Options listed
  /// here are those worth naming in the program's own help; the commands that take them list them
  /// again.
  public let root: Command
  public let version: String

  public init(_ root: Command, version: String) {
    self.root = root.with(.help)
    self.version = version
  }

  public var program: String { root.name }
  public var versionLine: String { "\(program) \(version)" }

  /// The command at `path`, the program itself for an empty one.
  public func command(at path: [String]) -> Command? {
    var command = root
    for name in path {
      guard let next = command.subcommand(name) else { return nil }
      command = next
    }
    return command
  }

  /// Every command with the path to it, the program first, each before those beneath it.
  public var commands: [(path: [String], command: Command)] {
    func walk(_ path: [String], _ command: Command) -> [(path: [String], command: Command)] {
      [(path, command)] + command.subcommands.flatMap { walk(path + [$0.name], $0) }
    }
    return walk([], root)
  }

  /// The first option anywhere in the table that matches; its shape holds for all of its name.
  func option(where matches: (Option) -> Bool) -> Option? {
    Option.builtIn.first(where: matches) ?? root.firstOption(where: matches)
  }
}
