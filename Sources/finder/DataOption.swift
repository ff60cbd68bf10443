import CommandLineKit
import FinderEngine

/// The dataset that a command works on, found and read, with notes about it.
struct LoadedData {
  private(set) var store: VenueStore
  let source: DatasetSource
  private let loaded: DatasetLoader.Loaded

  init(_ source: DatasetSource, _ invocation: Invocation) throws {
    self.source = source
    let isUncached = invocation.has(Options.noCache)
    loaded = try DatasetLoader.load(
      source, cache: isUncached ? nil : SnapshotCache(environment: { environment($0) }))
    store = loaded.store
    note(invocation.diagnostics)
  }

  /// Works out an answer, writes it, and then keeps a snapshot for the next query.
  ///
  /// A snapshot may turn out to be damaged while it is used. Then the answer is not written, but
  /// worked out again from the dataset itself.
  mutating func answer(
    to output: Output, _ work: (VenueStore) throws -> Answer
  ) throws -> Int {
    var answer = try work(store)
    if store.isDamaged {
      try reload()
      answer = try work(store)
    }
    try output.write(answer.bytes)
    try output.finish()
    keep()
    return answer.found
  }

  /// For many queries and many threads: verified, and with an index.
  mutating func storeForManyQueries() throws -> VenueStore {
    store.verifyAll()
    if store.isDamaged { try reload() }
    store = store.indexed()
    return store
  }

  /// A snapshot with right checksums can still be nonsense, if somebody made it so. A single answer is
  /// then worked out again. A stream's answers are already on their way, so it ends with an error.
  func refuseDamage() throws {
    guard store.isDamaged else { return }
    loaded.drop()
    throw Failure(
      .badData, "the snapshot of \(source.displayName) was damaged: these answers may lack venues",
      hint: "  the snapshot was removed; run the command again")
  }

  func keep() { loaded.keep(store) }

  private mutating func reload() throws {
    loaded.drop()
    store = try DatasetLoader.load(source)
  }

  private func note(_ diagnostics: Diagnostics) {
    if source.kind == .sample {
      diagnostics.note(
        "searching the sample data, whose venues are made up; name your own with --data or FINDER_DATA"
      )
    }
    diagnostics.note(faultsIn: store.tally, of: source)
  }
}

extension Diagnostics {
  /// Which features are left out, and whether positions look swapped.
  func note(faultsIn tally: DatasetTally, of source: DatasetSource) {
    if tally.leftOut > 0 {
      note(
        "left out \(tally.leftOut) of \(tally.features) features of \(source.displayName) "
          + "(\(tally.reasons)); 'finder data validate' lists them")
    }
    if tally.looksSwapped { note(swappedIn: source) }
  }

  func note(swappedIn source: DatasetSource) {
    note(
      "most positions of \(source.displayName) lie outside the camera bounds, and would lie inside "
        + "with latitude and longitude swapped; in GeoJSON the longitude comes first")
  }
}

extension DatasetTally {
  /// How many features cannot be used, by reason: `2 no-geometry, 1 out-of-range`.
  var reasons: String {
    faultsFound.map { "\(count(of: $0)) \($0.name)" }.joined(separator: ", ")
  }

  /// The same for programs.
  var reasonCounts: [(name: String, count: Int)] { faultsFound.map { ($0.name, count(of: $0)) } }

  private var faultsFound: [FeatureFault] {
    FeatureFault.allCases.filter { count(of: $0) > 0 }
  }
}

extension Invocation {
  var diagnostics: Diagnostics { Diagnostics(command: path, isQuiet: has(Options.quiet)) }

  /// Where the data comes from. Nothing is read yet, but a terminal is refused.
  func dataSource(argument: String? = nil) throws -> DatasetSource {
    let locator = DatasetLocator(
      environment: { environment($0) }, sampleFolders: { SampleFolders.all })
    let source = try locator.locate(option: self[Options.data] ?? argument)
    if source.kind == .stdin { try refuseTerminal() }
    return source
  }

  /// Where standard input is needed, a person at a terminal would not know that finder waits.
  func refuseTerminal() throws {
    guard Terminal.isTerminal(STDIN_FILENO) else { return }
    throw Failure(
      .usage, "expected input on standard input, which is a terminal",
      hint: Program.help(for: path, width: Terminal.width(of: STDERR_FILENO)))
  }

  func exitCode(found: Int) -> ExitCode {
    found == 0 && has(Options.exitStatus) ? .nothingFound : .success
  }
}

/// Where the sample may be: beside the folder of the installed binary, else in the package that the
/// binary was built from.
enum SampleFolders {
  static var all: [String] {
    let installed = binaryFolder.map { ["\($0)/../share/finder/Data", "\($0)/../share/finder"] }
    return (installed ?? []) + [packageFolder + "/Data"]
  }

  private static var binaryFolder: String? {
    executablePath().flatMap { path in
      path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
  }

  /// This file is two folders below the package.
  private static var packageFolder: String {
    var path = Substring(#filePath)
    for _ in 0..<3 { path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }
    return String(path)
  }
}
