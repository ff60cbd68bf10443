import CommandLineKit
import FinderEngine
import FinderOwn

enum ConfigFile {
  static let edit = Command.command(
    "edit", summary: "open the file of settings in your editor, then check it",
    exits: [ExitCode](),
    about: """
      The editor is the one of VISUAL, else of EDITOR, else vi; it is run without a shell. Where there \
      is no file yet, one is made in which all keys are comments. finder exits with 65 where the file \
      cannot be read afterwards.
      """,
    examples: """
      EDITOR=true finder config edit # checks the file, since true changes nothing
      VISUAL='nano -l' finder config edit # with line numbers
      """,
    options: [Options.quiet],
    run: { invocation in
      let editor = try Editor()
      let file = try invocation.settingsFile()
      try file.makeIfMissing(whenWaiting: invocation.noteWaiting)
      try editor.edit(file.path, otherwise: "see what it left in \(file.path)")
      _ = try file.settings()
      return ExitCode.success
    })

  static let path = Command.command(
    "path", summary: "where the file of settings is, or would be", otherWords: "file where",
    exits: [ExitCode](),
    examples: """
      finder config path # there or not
      cat "$(finder config path)" # what is in it, if it is there
      """,
    options: [Options.quiet],
    run: { invocation in
      try Output().write("\(try invocation.settingsFile().path)\n")
      return ExitCode.success
    })
}
