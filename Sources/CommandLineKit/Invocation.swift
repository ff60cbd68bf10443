/// One use of an option on the line. A class, as `Option` is.
final class Occurrence: Sendable {
  let option: Option
  let value: Word?
  /// How many arguments come before it.
  let place: Int

  init(_ option: Option, _ value: Word?, after place: Int) {
    self.option = option
    self.value = value
    self.place = place
  }
}

/// A command to run, with its options and arguments. Look them up by the constants that the tree uses. A
/// lookup walks the few that were given. A class, as `Option` is.
public final class Invocation: Sendable {
  public let program: String
  /// As in `["data", "validate"]`.
  public let path: [String]
  public let command: Command
  let occurrences: [Occurrence]
  let words: [Word]

  init(
    program: String, path: [String], command: Command, occurrences: [Occurrence], words: [Word]
  ) {
    self.program = program
    self.path = path
    self.command = command
    self.occurrences = occurrences
    self.words = words
  }

  public var arguments: [String] { words.map(\.text) }

  public func run() throws -> CInt {
    guard case .command(let code) = command.node else {
      preconditionFailure("the parser makes invocations only for commands")
    }
    return try code(self)
  }

  public func has(_ option: Option) -> Bool {
    occurrences.contains { $0.option.name == option.name }
  }

  /// The value given, the last one if there are several; `nil` if there is none. Use `word` for the name of a
  /// file: in text, U+FFFD replaces invalid UTF-8.
  public subscript(option: Option) -> String? { word(option)?.text }

  public func word(_ option: Option) -> Word? {
    occurrences.last { $0.option.name == option.name }?.value
  }

  /// Every value given to a repeatable option; the last one of any other.
  public func values(_ option: Option) -> [String] { words(option).map(\.text) }

  public func words(_ option: Option) -> [Word] {
    let given = occurrences.compactMap { $0.option.name == option.name ? $0.value : nil }
    return option.isRepeatable ? given : given.suffix(1)
  }

  /// Calls `body` with each option that was given different values, although only the last counts.
  public func forEachOverridden(_ body: (Option) -> Void) {
    for (place, last) in occurrences.enumerated() where !last.option.isRepeatable {
      func isOfSame(_ other: Occurrence) -> Bool { other.option.name == last.option.name }
      guard !occurrences[(place + 1)...].contains(where: isOfSame) else { continue }
      if occurrences[..<place].contains(where: { isOfSame($0) && $0.value != last.value }) {
        body(last.option)
      }
    }
  }

  /// The name of whichever of these options was given last, for options that override one another.
  public func last(of options: Option...) -> String? {
    let place = occurrences.lastIndex { given in options.contains { $0.name == given.option.name } }
    return place.map { occurrences[$0].option.name }
  }

  /// The word given for an argument, the first one if it repeats.
  public subscript(argument: Argument) -> String? { word(argument)?.text }

  public func word(_ argument: Argument) -> Word? { words(argument).first }

  public func words(_ argument: Argument) -> ArraySlice<Word> {
    let all = command.arguments
    guard let place = all.firstIndex(where: { $0.name == argument.name }), place < words.count
    else { return [] }
    return place == all.count - 1 ? words[place...] : words[place...place]
  }
}

// Errors about what was given. The problem omits the name of the option or argument, which is put in front:
// `error(Options.lat, "95.2 is out of range")` says `--lat 95.2 is out of range`.
extension Invocation {
  public func error(_ option: Option, _ problem: String) -> UsageError {
    let own = command.option(named: option.name) ?? option
    return error("\(option.flag) \(problem)", help: own.errorHelp)
  }

  public func error(
    _ argument: Argument, _ problem: String, advice: String = ""
  ) -> UsageError {
    error(
      "\(argument.name) \(problem)", advice: advice,
      help: "\(argument.synopsis)  \(argument.explanation)")
  }

  /// An error about several options: two that exclude each other, or none where one of several is needed.
  public func error(_ problem: String, advice: String = "") -> UsageError {
    error(problem, advice: advice, help: nil)
  }

  /// An error that says what to type, so that no help follows it.
  public func errorWithoutHelp(_ problem: String, advice: String = "") -> UsageError {
    error(problem).advising(advice)
  }

  /// `readMore` is the command whose help explains more, by default this one.
  func error(
    _ problem: String, advice: String = "", help: String?, readMore: [String]? = nil
  ) -> UsageError {
    UsageError(
      program: program, commandPath: path, problem: problem, advice: advice, help: help,
      readMore: readMore ?? path)
  }
}
