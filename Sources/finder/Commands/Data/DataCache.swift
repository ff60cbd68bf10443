import CommandLineKit
import FinderEngine

enum DataCache {
  static let clear = Option("clear", summary: "remove all snapshots", group: "Cache")

  static let command = Command.command(
    "cache", summary: "show or clear the snapshots that make later queries quick",
    otherWords: "snapshots clear",
    exits: [.nothingFound],
    about: """
      The first query on a dataset saves a snapshot of it. Later queries use the snapshot until the \
      dataset changes. FINDER_CACHE=off and --no-cache turn this off. finder refuses a folder that \
      belongs to another user or that others may write to. 'finder help speed' says more.
      """,
    examples: """
      finder data cache # where the snapshots are, and how much space they take
      finder data cache --clear # remove them
      """,
    options: [clear]
      + Options.document.without(Options.data, Options.noCache, Options.units, Options.colour),
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let output = try Output(invocation, inputs: [])
    // --no-cache and FINDER_CACHE=off apply to queries, not to this command.
    let cache = SnapshotCache(placedBy: environment, size: Quantity.bytesOrNone)
    let isOn = !SnapshotCache.isOff(environment)
    let refusal = cache?.refusal
    let removed = try invocation.has(clear) ? remove(cache) : nil
    noteInvalidSize(invocation.diagnostics)
    let entries = cache?.entries ?? []
    let bytes = entries.reduce(0) { $0 + $1.bytes }
    try invocation.write(
      text(cache, isOn: isOn, entries, removed: removed),
      or: [
        { $0.append(key: "enabled", bool: isOn && cache != nil) },
        { $0.append(key: "folder", string: cache?.folder.description) },
        { $0.append(key: "refused", string: refusal) },
        { $0.append(key: "bytes", integer: bytes) },
        { $0.append(key: "limit", integer: cache?.limit) },
        { $0.append(key: "removed", integer: removed ?? 0) },
        { output in
          output.append(key: "snapshots", elements: entries.count) { output, place in
            output.appendObject { output in
              output.append(key: "name", string: "\(entries[place].name)")
              output.append(key: "bytes", integer: entries[place].bytes)
              output.append(key: "names_bytes", integer: entries[place].namesBytes)
              output.append(key: "food_bytes", integer: entries[place].foodBytes)
            }
          }
        },
      ],
      to: output)
    return invocation.exitCode(found: removed ?? entries.count)
  }

  private static func text(
    _ cache: SnapshotCache?, isOn: Bool, _ entries: [SnapshotCache.Entry], removed: Int?
  ) -> String {
    let off = "the cache is off\n"
    guard let cache else { return off }
    if let removed {
      let snapshots = counted(removed, "snapshot")
      return UsageError.escape("removed \(snapshots) from \(cache.folder)") + "\n"
    }
    let refused = cache.refusal.map { [("refused", $0)] } ?? []
    guard isOn || !refused.isEmpty else { return off }
    let bytes = entries.reduce(0) { $0 + $1.bytes }
    return (isOn ? "" : off)
      + labelled(
        [("folder", "\(cache.folder)")] + refused + [
          ("snapshots", String(entries.count)),
          ("size", "\(bytes) bytes of at most \(cache.limit)"),
        ])
  }

  /// Only this command reports an invalid size. Most queries write no snapshot, so they ignore it.
  private static func noteInvalidSize(_ diagnostics: Diagnostics) {
    guard let size = environment("FINDER_CACHE_SIZE"), !size.isEmpty,
      Quantity.bytesOrNone("\(size)") == nil
    else { return }
    diagnostics.note(
      "FINDER_CACHE_SIZE \(UsageError.quote("\(size)")) is not a size such as 10GB, and has no effect"
    )
  }

  private static func remove(_ cache: SnapshotCache?) throws -> Int {
    guard let cache else { return 0 }
    if let refusal = cache.refusal {
      throw Failure(.cannotCreate, "cannot clear \(cache.folder): \(refusal)")
    }
    return cache.clear()
  }
}
