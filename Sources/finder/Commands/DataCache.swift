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
    switch invocation.format() {
    case .table:
      let lines = text(cache, removed).map { UsageError.escape($0) }
      try output.write(lines.joined(separator: "\n") + "\n")
    case .ndjson: try output.write(json(cache, removed, separator: ","))
    default: try output.write(json(cache, removed, separator: ",\n "))
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

  private static func json(
    _ cache: SnapshotCache?, _ removed: Int?, separator: String
  ) -> String {
    let entries = cache?.entries ?? []
    let objects = entries.map { "{\"name\":\(finder.json($0.name)),\"bytes\":\($0.bytes)}" }
    let members = [
      "\"enabled\":\(cache != nil)", "\"folder\":\(finder.json(cache?.folder))",
      "\"bytes\":\(entries.reduce(0) { $0 + $1.bytes })",
      "\"limit\":\(cache.map { String($0.limit) } ?? "null")",
      "\"removed\":\(removed ?? 0)",
      "\"snapshots\":[\(objects.joined(separator: ","))]",
    ]
    return "{" + members.joined(separator: separator) + "}\n"
  }
}
