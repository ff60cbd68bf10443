import CommandLineKit
import FinderEngine
import FinderOwn

enum ConfigFile {
  static let edit = Command.command(
    "edit", summary: "open the file of settings in your editor, then check it",
    exits: [],
    about: """
      The editor is VISUAL, else EDITOR, else vi; it is run without a shell. If there is no file yet, \
      one is made in which all keys are comments. finder exits with 65 if the file cannot be read \
      afterwards. If another process changes the file while the editor is open, nothing is overwritten \
      and your text stays in the temporary file.
      """,
    examples: """
      EDITOR=true finder config edit # checks the file, since true changes nothing
      VISUAL='nano -l' finder config edit # with line numbers
      """,
    options: [Options.quiet],
    run: { invocation -> ExitCode in
      let file = try invocation.settingsFile()
      guard let editor = try Editor.chosen() ?? (ReviewQuestions.canAsk ? Editor() : nil) else {
        throw invocation.error("needs a terminal, or VISUAL or EDITOR")
      }
      try file.makeIfMissing(whenWaiting: invocation.noteWaiting)
      let before = try file.textForEditor()
      try editor.edit(before, of: "config") { after in
        // If the user changed nothing, write nothing, even if the file has changed meanwhile.
        guard !after.bytes.elementsEqual(before) else {
          invocation.diagnostics.note(
            "nothing was changed; an editor that returns at once needs its option to wait, such as "
              + "'code --wait'")
          return
        }
        let isReplaced = try file.replace(before, with: after, whenWaiting: invocation.noteWaiting)
        guard isReplaced else {
          throw Failure(
            .badData,
            "another process changed \(file.path) while your editor was open; nothing was saved")
        }
      }
      _ = try file.settings()
      return .success
    })

  static let path = Command.command(
    "path", summary: "where the file of settings is, or would be", otherWords: "file",
    exits: [],
    examples: """
      finder config path # there or not
      cat "$(finder config path)" # what is in it, if it is there
      """,
    options: [Options.quiet],
    run: { invocation -> ExitCode in
      try Output().write("\(try invocation.settingsFile().path)\n")
      return .success
    })
}
