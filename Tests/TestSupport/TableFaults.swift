import CommandLineKit

extension CommandTable {
  /// The faults of the tree itself, one line each; a working program has none. It takes time quadratic in the
  /// number of options.
  public func faults() -> [String] {
    let all = commands
    return all.flatMap { path, command in
      let place = path.isEmpty ? program : path.joined(separator: " ")
      let found = command.nameFaults + command.optionFaults + command.argumentFaults
      return found.map { "\(place): \($0)" }
    } + shapeFaults(all.flatMap { $0.command.options })
  }

  /// Options that could not come before a command's name, because one spelling means two things.
  private func shapeFaults(_ options: [Option]) -> [String] {
    var faults: [String] = []
    for (index, option) in options.enumerated() {
      for other in options[..<index] {
        if option.name == other.name {
          guard option.short != other.short || option.takesValue != other.takesValue else { break }
          faults.append("\(option.flag) has two shapes")
        } else if let short = option.short, short == other.short {
          faults.append("-\(short) stands for both \(other.flag) and \(option.flag)")
        }
      }
    }
    return faults
  }
}

extension Option {
  fileprivate var takesValue: Bool { value != nil }

  fileprivate var faults: [String] {
    var faults: [String] = []
    if !name.isPlainName { faults.append("is not a plain name") }
    if let short, !(short.isASCII && short.isLetter) { faults.append("-\(short) is not a letter") }
    if !summary.isSummary { faults.append("has no summary of one line without a full stop") }
    if value == nil, reading != nil || isRepeatable || defaultText != nil || !choices.isEmpty {
      faults.append("is a switch, which neither repeats nor has choices or a default")
    }
    return faults.map { "\(flag) \($0)" }
  }
}

extension Command {
  fileprivate var nameFaults: [String] {
    var faults: [String] = []
    if !name.isPlainName { faults.append("is not a plain name") }
    if !summary.isSummary { faults.append("has no summary of one line without a full stop") }
    if !alias.isEmpty, !alias.isPlainName { faults.append("'\(alias)' is not a plain name") }
    let names = subcommands.flatMap { $0.alias.isEmpty ? [$0.name] : [$0.name, $0.alias] }
    if !standard.isEmpty, !subcommands.contains(where: { $0.name == standard }) {
      faults.append("has no command that it runs by itself")
    }
    for name in names.repeated { faults.append("has two commands '\(name)'") }
    return faults
  }

  fileprivate var optionFaults: [String] {
    let builtIn = Option.builtIn.map(\.name)
    let taken = options.filter { builtIn.contains($0.name) || $0.short == Option.help.short }
    return options.flatMap(\.faults)
      + options.map(\.flag).repeated.map { "\($0) is listed twice" }
      + taken.map { "\($0.flag) takes the place of a built-in option" }
  }

  fileprivate var argumentFaults: [String] {
    var faults: [String] = []
    for (argument, next) in zip(arguments, arguments.dropFirst()) {
      if argument.mostWords > 1 { faults.append("\(argument.name) repeats but is not the last") }
      if next.isRequired, !argument.isRequired {
        faults.append("\(next.name) is required after \(argument.name), which is not")
      }
    }
    return faults + arguments.map(\.name).repeated.map { "\($0) is listed twice" }
  }
}

extension String {
  fileprivate var isPlainName: Bool {
    guard let first = utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else {
      return false
    }
    return utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
    }
  }

  fileprivate var isSummary: Bool { !isEmpty && !hasSuffix(".") && !contains(where: \.isNewline) }
}

extension [String] {
  /// Those that equal an earlier one.
  fileprivate var repeated: [String] {
    indices.filter { self[..<$0].contains(self[$0]) }.map { self[$0] }
  }
}
