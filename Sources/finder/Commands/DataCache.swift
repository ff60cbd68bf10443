import CommandLineKit
import FinderEngine

enum DataCache {
  static let clear = Option("clear", summary: "remove all snapshots", group: "Cache")

  static let command = Command.command(
    "cache", summary: "show or clear the snapshots that make later queries quick",
    about: """
      The first query on a dataset keeps a snapshot of it. Later queries use the snapshot until the \
      dataset changes. FINDER_CACHE=off and --no-cache turn this off. 'finder help speed' says more.
      """,
    examples: [
      Example("finder data cache", "where the snapshots are, and how much space they take"),
      Example("finder data cache --clear", "remove them"),
    ],
    options: [clear] + Options.document,
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let output = try Output(invocation, inputs: [])
    // --no-cache keeps queries from it, not this.
    let cache = SnapshotCache(environment: environment)
    let removed = invocation.has(clear) ? cache?.clear() ?? 0 : nil
    let entries = cache?.entries ?? []
    let bytes = entries.reduce(0) { $0 + $1.bytes }
    var text: String {
      guard let cache else { return "the cache is off\n" }
      if let removed {
        let snapshots = counted(removed, "snapshot")
        return UsageError.escape("removed \(snapshots) from \(cache.folder)") + "\n"
      }
      return labelled([
        ("folder", "\(cache.folder)"), ("snapshots", String(entries.count)),
        ("size", "\(bytes) bytes of at most \(cache.limit)"),
      ])
    }
    try invocation.write(
      text,
      or: [
        { $0.append(key: "enabled", bool: cache != nil) },
        { $0.append(key: "folder", string: cache?.folder.description) },
        { $0.append(key: "bytes", integer: bytes) },
        { $0.append(key: "limit", integer: cache?.limit) },
        { $0.append(key: "removed", integer: removed ?? 0) },
        { output in
          output.append(key: "snapshots", array: entries) { output, entry in
            output.appendObject { output in
              output.append(key: "name", string: "\(entry.name)")
              output.append(key: "bytes", integer: entry.bytes)
            }
          }
        },
      ],
      to: output)
    return invocation.exitCode(found: entries.count)
  }
}
