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
      cannot be read afterwards. Where the file is changed while the editor is open, nothing is \
      overwritten, and what you wrote stays in its temporary file.
      """,
    examples: """
      EDITOR=true finder config edit # checks the file, since true changes nothing
      VISUAL='nano -l' finder config edit || true # with line numbers
      """,
    options: [Options.quiet],
    run: { invocation in
      let editor = try Editor()
      let file = try invocation.settingsFile()
      try file.makeIfMissing(whenWaiting: invocation.noteWaiting)
      let before = try file.text()
      try editor.edit(before, of: "config") { after in
        // Whoever only looked changes nothing, whatever happened meanwhile.
        guard !after.bytes.elementsEqual(before) else { return }
        let isReplaced = try file.replace(before, with: after, whenWaiting: invocation.noteWaiting)
        guard isReplaced else {
          throw Failure(
            .badData, "\(file.path) was changed while your editor was open: nothing was kept")
        }
      }
      _ = try file.settings()
      return ExitCode.success
    })

  static let path = Command.command(
    "path", summary: "where the file of settings is, or would be", otherWords: "file",
    exits: [ExitCode](),
    examples: """
      finder config path # there or not
      cat "$(finder config path)" || true # what is in it, if it is there
      """,
    options: [Options.quiet],
    run: { invocation in
      try Output().write("\(try invocation.settingsFile().path)\n")
      return ExitCode.success
    })
}
