/// One piece of a command line, before it is known which command it is for. A class, as `Option` is.
final class Token: Sendable {
  enum Kind {
    /// A command's name or an argument.
    case word(Word)
    case option(Option, Given)
    /// An option of no command, as an error should quote it.
    case unknown(String)
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  /// What an option came with. Faults become errors only once the command is known, and only if the
  /// line does not ask for help.
  enum Given {
    /// A switch, as it should be.
    case nothing
    case value(Word)
    case missing
    /// A switch that came with `=value`.
    case unwanted
  }

  func asks(for builtIn: Option) -> Bool {
    guard case .option(let option, .nothing) = kind else { return false }
    return option.name == builtIn.name
  }
}
