import CommandLineKit
import FinderChanges
import FinderEngine
import FinderLists

enum DataRemove {
  private static let edition = Argument(
    "EDITION", isRequired: false, completes: .editions,
    summary: "an edition, as 'finder data list' calls it")
  private static let all = Option(
    "all", summary: "remove all editions, and unfinished downloads", group: "Editions",
    isEveryday: true)

  static let command = Command.command(
    "remove", summary: "remove an installed edition",
    otherWords: "rm delete uninstall clear",
    exits: [.nothingFound, .unavailable],
    about: """
      Removes its file, and what is kept beside it for quick answers. If it is the current one, \
      queries use the edition before it again or, if there is none, what they use when nothing is \
      installed: a venues.geojson that you put into the data folder, or the sample. A file of your \
      own is never removed. If there is no such edition, nothing is removed and the exit code is \
      1.
      """,
    usage: ["EDITION [OPTIONS]", "--all [OPTIONS]"],
    examples: """
      finder data remove 5f0c23a91b7e # one of those in 'finder data list'
      finder data remove --all # nothing is installed any more
      """,
    // No --exit-status: this command either changes something or fails.
    options: [all]
      + InstallOptions.common.without(Options.exitStatus).with(
        Options.output.with(summary: "write to FILE, whole or not at all, after the change is made")
      ),
    arguments: [edition],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let wanted = invocation[edition]
    guard (wanted == nil) == invocation.has(all) else {
      throw invocation.error("expected an EDITION, or --all")
    }
    let output = try Output(invocation, inputs: [])
    let folder = try invocation.dataFolder()
    // Locking would create the folder and a file in it, which is pointless if there is nothing to remove.
    let places = [
      InstalledDataset.recordName, InstalledDataset.editions, PartialDownload.folderName,
    ]
    guard places.contains(where: { FilePath("\(folder)/\($0)").isAccessible() }) else {
      if let wanted { throw missing(wanted, InstalledEditions(nil)) }
      return try answer(invocation, [], nil, closing: output, after: nil)
    }
    let installer = try invocation.installer()
    let editions = InstalledEditions(installer.installed)
    guard let wanted else {
      let removed = editions.rows.filter { !$0.isHandPlaced }
      _ = try installer.removeAll()
      PartialDownload.sweep(folder, olderThan: nil)
      return try answer(invocation, removed, installer, closing: output, after: nil)
    }
    let found = editions.rows.filter { $0.isCalled(wanted) }
    guard let row = found.first else { throw missing(wanted, editions) }
    guard found.count == 1 else {
      throw Failure(
        .usage,
        "\(UsageError.quote(wanted)) matches two editions: "
          + found.map(\.word).joined(separator: " and "))
    }
    guard !row.isHandPlaced else {
      throw Failure(
        .usage, "\(row.path) was not installed by finder: delete the file itself")
    }
    _ = try installer.remove(row.edition)
    return try answer(
      invocation, [row], installer, closing: output, after: row.isCurrent ? .rollback : nil)
  }

  private static func answer(
    _ invocation: Invocation, _ removed: [InstalledEditions.Row], _ installer: DatasetInstaller?,
    closing output: Output, after step: NewsKeeper.Step?
  ) throws -> ExitCode {
    let dataset = installer?.installed
    let names = removed.map { $0.edition.shown }.joined(separator: " and the ")
    let now =
      if let dataset { "queries use the \(dataset.current.shown)" } else {
        "nothing is installed now"
      }
    try invocation.write(
      UsageError.escape(
        removed.isEmpty ? "nothing was installed" : "removed the \(names); \(now)") + "\n",
      or: [
        { $0.append(key: "action", string: "remove") },
        { $0.append(key: "changed", bool: !removed.isEmpty) },
        { output in
          output.append(key: "removed", elements: removed.count) { output, place in
            output.appendObject { removed[place].append(to: &$0) }
          }
        },
        { $0.append(key: "current", edition: dataset?.current) },
        { $0.append(key: "previous", edition: dataset?.previous) },
      ], to: output)
    guard let installer, let step else { return .success }
    return try invocation.keepNews(
      of: installer, after: step, closing: output, before: .success)
  }

  private static func missing(_ name: String, _ editions: InstalledEditions) -> Failure {
    let names = editions.rows.map(\.word).joined(separator: ", ")
    return Failure(
      .nothingFound,
      "no edition is called \(UsageError.quote(name))"
        + (names.isEmpty ? ": nothing is installed" : "; there is \(names)"))
  }
}
