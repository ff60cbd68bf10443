import CommandLineKit

enum Completions {
  private static let shell = Argument(
    "SHELL", choices: Shell.allCases.map(\.rawValue), summary: "the shell to write a script for")
  private static let words = Argument(
    "WORD", isRequired: false, isRepeatable: true, summary: "what has been typed, from the script")

  static let command = Command.command(
    "completions", summary: "a script that lets a shell complete finder's commands",
    otherWords: "completion complete autocomplete tab",
    heading: CommandHeading.programs, exits: [],
    about: """
      Prints a script for the shell. Options, commands and values are completed by asking finder, \
      so the script need not be made again when finder changes. It runs the finder on the search \
      path, and nothing else.

      The script calls 'finder completions SHELL -- WORD…' with what has been typed: in zsh and fish \
      the words, in bash the whole line up to the cursor and then COMP_WORDBREAKS. It gets candidates, \
      one a line. Nothing is printed if something is wrong.
      """,
    usage: ["bash|zsh|fish"],
    examples: """
      source <(finder completions bash) # for this shell; in ~/.bashrc, for every shell
      finder completions zsh > _finder # to be kept in a folder of $fpath
      finder completions fish > finder.fish # to be kept in ~/.config/fish/completions
      """,
    arguments: [shell, words],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    guard let shell = invocation[shell].flatMap(Shell.init(rawValue:)) else {
      preconditionFailure("the parser takes the names of shells alone")
    }
    let words = invocation.words(words).map(\.text)
    let output = Output()
    guard !words.isEmpty else {
      try output.write(Program.table.script(for: shell))
      return .success
    }
    var data: SearchData?
    try output.write(
      Program.table.answer(shell, words) {
        CompletedValues($0).candidates(for: $1, after: $2, &data)
      })
    // Otherwise each Tab would read the dataset and work out its names again.
    return try data?.keep(closing: output, before: .success) ?? .success
  }
}
