import CommandLineKit
import FinderEngine

/// `finder data cache`: shows or removes what is kept between queries.
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
    options: [clear] + Options.common(formats: [.table, .json, .ndjson]),
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let output = try Output(invocation, inputs: [])
    let cache = SnapshotCache(environment: { environment($0) })
    let removed = invocation.has(clear) ? cache?.clear() ?? 0 : nil
    if invocation.format() == .table {
      let lines = text(cache, removed).map { UsageError.escape($0) }
      try output.write(lines.joined(separator: "\n") + "\n")
    } else {
      let isOnLines = invocation.format() != .ndjson
      try output.write(document(cache, removed, onLines: isOnLines))
    }
    try output.finish()
    return invocation.exitCode(found: cache?.entries.count ?? 0)
  }

  private static func text(_ cache: SnapshotCache?, _ removed: Int?) -> [String] {
    guard let cache else { return ["the cache is off"] }
    if let removed { return ["removed \(counted(removed, "snapshot")) from \(cache.folder)"] }
    let entries = cache.entries
    let bytes = entries.reduce(0) { $0 + $1.bytes }
    return [
      "folder     \(cache.folder)",
      "snapshots  \(entries.count)",
      "size       \(bytes) bytes of at most \(cache.limit)",
    ]
  }

  private static func document(
    _ cache: SnapshotCache?, _ removed: Int?, onLines: Bool
  ) -> ByteBuffer {
    let entries = cache?.entries ?? []
    var output = ByteBuffer()
    output.appendDocument(
      onLines: onLines,
      [
        { $0.append(key: "enabled", bool: cache != nil) },
        { $0.append(key: "folder", string: cache?.folder) },
        { $0.append(key: "bytes", integer: entries.reduce(0) { $0 + $1.bytes }) },
        { $0.append(key: "limit", integer: cache?.limit) },
        { $0.append(key: "removed", integer: removed ?? 0) },
        { output in
          output.append(key: "snapshots", array: entries) { output, entry in
            output.appendObject { output in
              output.append(key: "name", string: entry.name)
              output.append(key: "bytes", integer: entry.bytes)
            }
          }
        },
      ])
    return output
  }
}
