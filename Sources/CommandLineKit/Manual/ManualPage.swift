extension CommandTable {
  /// The manual page, in mdoc(7): every command, option and topic. `date` is that of the version, such as
  /// `November 22, 2026`.
  public func manual(date: String) -> String {
    var page = ManualPage(self, date: date)
    page.write()
    return page.mdoc.page
  }
}

/// Options that several commands share with the same text are described once. Exit codes, environment and
/// files get the sections where readers of manual pages expect them.
private struct ManualPage {
  private static let standard = [
    ("Environment", "ENVIRONMENT"), ("Files", "FILES"), ("Exit codes", "EXIT STATUS"),
  ]
  /// An option is described once if at least this many commands share it.
  private static let fewestSharing = 4

  private let table: CommandTable
  private let commands: [(path: [String], command: Command)]
  private let shared: [Option]
  fileprivate var mdoc: Mdoc

  init(_ table: CommandTable, date: String) {
    self.table = table
    commands = table.commands.filter { !$0.path.isEmpty && !$0.command.isTopic }
    mdoc = Mdoc(title: table.program, section: 1, date: date)
    let all = commands.flatMap(\.command.options)
    var shared: [Option] = []
    for option in all where !shared.contains(option) {
      if all.count(where: { $0 == option }) >= Self.fewestSharing { shared.append(option) }
    }
    self.shared = shared
  }

  mutating func write() {
    writeBeginning()
    mdoc.section("Commands")
    for (path, command) in commands { write(command, path) }
    mdoc.section("Options")
    mdoc.text("These mean the same for every command that takes them.")
    writeOptions(shared + Option.builtIn)
    mdoc.section("Topics")
    for topic in table.topics { writeTopic(topic) }
    for (heading, title) in Self.standard {
      let sections = table.topics.flatMap(\.sections).filter { $0.heading == heading }
      guard !sections.isEmpty else { continue }
      mdoc.section(title)
      for section in sections { writeContents(section) }
    }
    guard !table.root.examples.isEmpty else { return }
    mdoc.section("Examples")
    writeExamples(table.root.examples)
  }

  private mutating func writeBeginning() {
    mdoc.section("Name")
    mdoc.macro("Nm", table.program)
    mdoc.macro("Nd", Mdoc.escaped(table.root.summary))
    mdoc.section("Synopsis")
    mdoc.macro("Nm")
    mdoc.macro("Ar", "command")
    mdoc.macro("Op", "Ar", "options")
    mdoc.macro("Nm")
    mdoc.macro("Cm", Command.helpName)
    mdoc.macro("Op", "Ar", "command", "|", "Ar", "topic")
    mdoc.section("Description")
    mdoc.text(table.root.about.isEmpty ? "These are the commands:" : table.root.about)
    mdoc.list(
      commands.filter { !$0.command.isGroup }.map { path, command in
        ("Cm " + Mdoc.word(path.joined(separator: " ")), command.summary)
      })
    for section in table.root.sections { write(section) }
  }

  private mutating func write(_ command: Command, _ path: [String]) {
    let name = ([table.program] + path).joined(separator: " ")
    mdoc.subsection(name)
    mdoc.text(sentence(command.summary))
    if !command.isGroup { mdoc.display(command.usageLines.map { "\(name) \($0)" }) }
    mdoc.text(command.about)
    mdoc.list(command.arguments.map { ("Ar " + Mdoc.word($0.synopsis), $0.explanation) })
    writeOptions(command.options.filter { !shared.contains($0) })
    let others = command.options.filter(shared.contains).map(\.flag)
    if !others.isEmpty { mdoc.text("Also \(others.joined(separator: ", ")): see OPTIONS.") }
    writeExamples(command.examples)
    for section in command.sections { write(section) }
  }

  private mutating func writeTopic(_ topic: Command) {
    mdoc.subsection(topic.name)
    mdoc.text(sentence(topic.summary))
    mdoc.text(topic.about)
    writeExamples(topic.examples)
    for section in topic.sections where !Self.standard.contains(where: { $0.0 == section.heading })
    {
      write(section)
    }
  }

  private mutating func writeOptions(_ options: [Option]) {
    mdoc.list(
      options.map { option in
        var term = "Fl Fl \(Mdoc.escaped(option.name))"
        if let short = option.short { term += " , Fl \(short)" }
        if let value = option.value {
          term += (option.standard == nil ? " Ar " : " Op Ar ") + Mdoc.word(value)
        }
        return (term, option.explanation)
      })
  }

  private mutating func write(_ section: HelpSection) {
    mdoc.heading(section.heading)
    writeContents(section)
  }

  private mutating func writeContents(_ section: HelpSection) {
    mdoc.text(section.text)
    mdoc.list(section.rows.map { (Mdoc.word($0.term), $0.meaning) })
  }

  private mutating func writeExamples(_ examples: [Example]) {
    for example in examples {
      mdoc.text(sentence(example.explanation, end: ":"))
      mdoc.display([example.command])
    }
  }

  private func sentence(_ summary: String, end: String = ".") -> String {
    let isEnded = summary.last.map { ".!?:".contains($0) } ?? true
    return summary.prefix(1).uppercased() + summary.dropFirst() + (isEnded ? "" : end)
  }
}
