/// Splits a command line into tokens. It reads Unicode scalars, not characters: in `--name=` followed
/// by a combining accent, the `=` and the accent are one character, which would hide where the name
/// ends.
struct Tokenizer {
  private var rest: ArraySlice<Word>
  private var tokens: [Token] = []
  /// The options of the commands visited so far. Another command is visited only if these lack the option
  /// wanted. The command that the line begins with is visited first. It usually has all the options, so a
  /// line costs the same however many commands there are.
  private var options = Option.builtIn
  private var commandsLeft: [Command]

  private init(_ arguments: [Word], by table: CommandTable) {
    rest = arguments[...]
    let names = arguments.prefix { $0.bytes.first != UInt8(ascii: "-") }.map(\.text)
    commandsLeft = [table.root]
    let named = table.command(at: table.commandPath(names[...]))
    if let named, !named.isGroup { commandsLeft.append(named) }
  }

  static func tokens(of arguments: [Word], by table: CommandTable) -> [Token] {
    var tokenizer = Tokenizer(arguments, by: table)
    tokenizer.run()
    return tokenizer.tokens
  }

  private mutating func run() {
    while let word = rest.popFirst() {
      let argument = word.text
      if argument == "--" {
        tokens += rest.map { Token(.word($0)) }
        return
      }
      if argument.isLongOption {
        readLong(word)
      } else if word.beginsLikeOption {
        readShorts(word)
      } else {
        tokens.append(Token(.word(word)))
      }
    }
  }

  private mutating func readLong(_ word: Word) {
    let (name, attached) = word.splitAtEquals
    guard let place = place(of: name) else {
      return tokens.append(Token(.unknown(name, attached)))
    }
    let option = options[place]
    tokens.append(Token(.option(option, given(option, attached: attached))))
  }

  /// `-q`, `-qv` for two switches, `-oFILE`, `-o=FILE` or `-o FILE`.
  private mutating func readShorts(_ word: Word) {
    if let name = longName(withOneDash: word) {
      return tokens.append(Token(.unknown(name, word.splitAtEquals.attached)))
    }
    let scalars = word.text.unicodeScalars
    var lettersLeft = scalars.dropFirst()
    var bytesLeft = word.bytes.dropFirst()
    while let letter = lettersLeft.popFirst() {
      guard let place = place(of: "-\(letter)") else {
        let isFirst = lettersLeft.count + 2 == scalars.count
        guard isFirst else { return tokens.append(Token(.unknown("-\(letter)", nil))) }
        let (name, attached) = word.splitAtEquals
        return tokens.append(Token(.unknown(name, attached)))
      }
      let option = options[place]
      // A letter that is an option is valid UTF-8, so its width is its number of bytes.
      bytesLeft = bytesLeft.dropFirst(UTF8.width(letter))
      if option.value == nil, lettersLeft.first != "=" {
        tokens.append(Token(.option(option, .nothing)))
        continue
      }
      let attached = Word(bytes: lettersLeft.first == "=" ? bytesLeft.dropFirst() : bytesLeft)
      let given = given(option, attached: lettersLeft.isEmpty ? nil : attached)
      return tokens.append(Token(.option(option, given)))
    }
  }

  /// The name in `-json`, which other programs read as `--json` and which is never meant as `-j` with the
  /// value `son`. `-help` is still read as `-h`, so that it shows help.
  private mutating func longName(withOneDash word: Word) -> String? {
    let name = word.splitAtEquals.name
    guard name.utf8.count > 2, !Option.builtIn.contains(where: { "-\($0.name)" == name }),
      name.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || ($0 | 0x20) &- 0x61 < 26 })
    else { return nil }
    return place(of: "-" + name) == nil ? nil : name
  }

  private mutating func given(_ option: Option, attached: Word?) -> Token.Given {
    guard option.value != nil else { return attached == nil ? .nothing : .unwanted }
    if let attached { return value(attached, of: option) }
    // A value may begin with a dash (`--lon -0.13`), but a known option in its place means that the
    // value was forgotten. Only `--name=--word` passes such a word as a value.
    guard let next = rest.first, next.text != "--", !isKnownOption(next),
      option.standard == nil || option.reading?.isMeant(next.text) == true
    else { return option.standard.map { .standard(Word($0)) } ?? .missing }
    rest.removeFirst()
    return value(next, of: option)
  }

  /// Adds the words after it that belong to the same value.
  private mutating func value(_ word: Word, of option: Option) -> Token.Given {
    guard let reading = option.reading else { return .value(word) }
    let more = rest.prefix(ValueReading.mostWords - 1).prefix { $0.isText && !$0.beginsLikeOption }
    for count in stride(from: more.count, to: 0, by: -1) {
      let text = more.prefix(count).reduce(word.text) { $0 + " " + $1.text }
      guard reading.joins(text) else { continue }
      rest.removeFirst(count)
      return .several(Word(text))
    }
    return .value(word)
  }

  private mutating func isKnownOption(_ word: Word) -> Bool {
    guard word.bytes.first == UInt8(ascii: "-") else { return false }
    return place(of: word.text.isLongOption ? word.splitAtEquals.name : word.text) != nil
  }

  /// The index in `options` of the first option with that spelling. Any will do: options of one name have the
  /// same shape.
  private mutating func place(of flag: String) -> Int? {
    if flag.isLongOption {
      let name = String(flag.unicodeScalars.dropFirst(2))
      return place { $0.name == name }
    }
    let scalars = flag.unicodeScalars
    guard scalars.count == 2, scalars.first == "-" else { return nil }
    let letter = Character(scalars[scalars.index(after: scalars.startIndex)])
    return place { $0.short == letter }
  }

  private mutating func place(where matches: (Option) -> Bool) -> Int? {
    var next = 0
    while true {
      while next < options.count {
        if matches(options[next]) { return next }
        next += 1
      }
      guard let command = commandsLeft.popLast() else { return nil }
      options += command.options
      commandsLeft += command.subcommands.reversed()
    }
  }
}

extension String {
  fileprivate var isLongOption: Bool { utf8.starts(with: "--".utf8) && utf8.count > 2 }
}

/// One piece of a command line, before it is known which command it is for. A class, as `Option` is.
final class Token: Sendable {
  enum Kind {
    /// A command's name or an argument.
    case word(Word)
    case option(Option, Given)
    /// An option that no command has, as an error should quote it, and the value after its `=`.
    case unknown(String, Word?)
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  /// The value that an option was given. Errors are reported only once the command is known, and only if the
  /// line does not ask for help.
  enum Given {
    /// A switch, without a value.
    case nothing
    case value(Word)
    /// No value was given, and none is needed: the option's own default.
    case standard(Word)
    /// Several words that form one value.
    case several(Word)
    case missing
    /// A switch that came with `=value`.
    case unwanted
  }

  func asks(for builtIn: Option) -> Bool {
    guard case .option(let option, .nothing) = kind else { return false }
    return option.name == builtIn.name
  }
}

/// A word of a command line as the system passes it: bytes, usually but not always UTF-8. Only a path may be
/// anything else, since it must name a file exactly.
public struct Word: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }
  public init(bytes: [UInt8]) { self.bytes = bytes }

  public init(_ text: String) { bytes = Array(text.utf8) }

  /// As messages show it, with U+FFFD in place of invalid UTF-8.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether it is valid UTF-8. `String(validating:)` takes 5,000 instructions for a word of ten bytes.
  var isText: Bool { text.utf8.elementsEqual(bytes) }

  /// `-` alone means standard input, and `-1` or `-.5` begins a number.
  var beginsLikeOption: Bool {
    guard bytes.count > 1, bytes[0] == UInt8(ascii: "-") else { return false }
    return bytes[1] != UInt8(ascii: ".") && !(0x30...0x39).contains(bytes[1])
  }

  /// The part before the first `=`, and the part after it.
  var splitAtEquals: (name: String, attached: Word?) {
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return (text, nil) }
    return (String(decoding: bytes[..<equals], as: UTF8.self), Word(bytes: bytes[(equals + 1)...]))
  }
}
