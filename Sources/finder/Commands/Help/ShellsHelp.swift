import CommandLineKit

enum ShellsHelp {
  static let topic = Command.topic(
    "shells", summary: "completions, the manual page, and many processes side by side",
    otherWords: "uninstall",
    about: """
      '.ci/install PREFIX' in finder's source puts the binary, the sample, the completions and the \
      manual page in their places under PREFIX, and '.ci/install --uninstall PREFIX' removes them; \
      installed datasets and what you keep stay in the folders of 'finder help environment'. Without \
      it, set up completions and the page as follows.
      """,
    examples: """
      source <(finder completions bash) # completions in this bash
      finder help --man > finder.1 # the manual page, for man -l finder.1
      """,
    sections: [
      HelpSection(
        "Completions",
        text: """
          The Tab key completes commands, options and their values: formats, columns, files of \
          datasets, favourites, saved points, places, names. Each shell reads a script once; it then asks \
          the finder on the search path, so it offers what that finder knows.
          """,
        rows: """
          bash  'source <(finder completions bash)' in ~/.bashrc; or, with the package bash-completion,
            its output as ~/.local/share/bash-completion/completions/finder. In bash 3.2, of macOS: eval
            "$(finder completions bash)"
          zsh  its output as _finder in a folder of $fpath, before compinit runs
          fish  its output as ~/.config/fish/completions/finder.fish
          """),
      HelpSection(
        "While you type",
        text: "In fzf, a list of venues follows what you type:",
        rows: """
          fzf  fzf --disabled --bind 'start:reload:finder suggest ""' --bind 'change:reload:finder \
            suggest -q -- {q}'
          """),
      HelpSection(
        "Many processes",
        text: """
          'finder bulk' uses all processors of one machine. Where an engine such as Spark hands \
          out parts of the input, give each 'finder bulk --jobs 1': the answers are the same \
          however the input is split. A part must have its own header, or need none: NDJSON does \
          not. Give each point an id, since the lines in the answers count within the part. An \
          exit code other than 0 means that answers are missing or are errors.
          """,
        rows: """
          GNU parallel  parallel --pipe --header : --keep-order finder bulk --jobs 1 < points.csv
          Spark  points.pipe("finder bulk --jobs 1", env=dict(os.environ), checkCode=True)
          """),
    ])
}
