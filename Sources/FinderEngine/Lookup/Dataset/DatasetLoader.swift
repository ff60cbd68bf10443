/// Loads a source into a store: from the cache, or else by reading, unpacking and parsing.
package enum DatasetLoader {
  /// A store, and what is needed to save it for the next query.
  package struct Loaded: Sendable {
    package let store: VenueStore
    package fileprivate(set) var source: DatasetSource
    /// Where a snapshot may be, the best place first.
    fileprivate var places: [SnapshotCache] = []
    fileprivate var identity: DatasetIdentity?

    /// To be called after the query is answered, so the user does not wait for it. `store` may have got an
    /// index meanwhile.
    @discardableResult
    package func keep(_ store: VenueStore) -> SnapshotCache.Outcome {
      wouldKeep(store) ? firstKept { $0.keep(store, for: $1) } : .notKept
    }

    private func firstKept(
      _ keep: (SnapshotCache, DatasetIdentity) -> SnapshotCache.Outcome
    ) -> SnapshotCache.Outcome {
      guard let identity else { return .notKept }
      for place in places {
        let outcome = keep(place, identity)
        if outcome != .notKept { return outcome }
      }
      return .notKept
    }

    package func wouldKeep(_ store: VenueStore) -> Bool { !store.isMapped && hasPlace }

    package var hasPlace: Bool { !places.isEmpty && identity != nil }

    /// The directory of its venues' names: from the file beside the snapshot, or computed when needed.
    package func names(of store: VenueStore) -> NameDirectory { companion(of: store) }

    /// The same for its venues' food.
    package func food(of store: VenueStore) -> FoodColumns { companion(of: store) }

    private func companion<Companion: SnapshotCompanion>(of store: VenueStore) -> Companion {
      if let identity {
        for place in places {
          if let kept: Companion = place.companion(of: store, for: identity) { return kept }
        }
      }
      return Companion(of: store)
    }

    /// Saves the directory beside an existing snapshot. It takes as long as some queries, so call this too
    /// after the query is answered.
    package func keep(_ names: NameDirectory) -> SnapshotCache.Outcome {
      firstKept { $0.keep(companion: names, for: $1) }
    }

    package func keep(_ food: FoodColumns) -> SnapshotCache.Outcome {
      firstKept { $0.keep(companion: food, for: $1) }
    }

    /// Removes a snapshot that was found to be damaged.
    package func drop() {
      guard let identity else { return }
      for place in places { place.remove(for: identity) }
    }
  }

  /// An installed edition may be replaced and removed after the record is read and before the edition is
  /// opened. In that case `successor` finds what is installed now.
  package static func load(
    _ source: DatasetSource, cache: SnapshotCache?, successor: () throws -> DatasetSource
  ) throws -> Loaded {
    do {
      return try load(source, cache: cache)
    } catch {
      guard source.kind == .installed, case .file(.unreadable(_, ENOENT)) = error,
        let next = try? successor(), next.path != source.path
      else { throw error }
      return try load(next, cache: cache)
    }
  }

  /// Where a dataset's snapshot may be.
  private static func places(for source: DatasetSource, _ cache: SnapshotCache) -> [SnapshotCache] {
    source.isEdition ? [cache.beside(source.path), cache] : [cache]
  }

  /// The state of the snapshot that a query would find.
  package static func snapshotState(
    of source: DatasetSource, in cache: SnapshotCache
  ) -> SnapshotCache.State {
    let states = places(for: source, cache).map { $0.state(ofFile: source.path) }
    return states.first { $0 == .fresh } ?? states.first { $0 == .stale }
      ?? states[states.count - 1]
  }

  package static func load(
    _ source: DatasetSource, cache: SnapshotCache?
  ) throws(DatasetError) -> Loaded {
    guard let cache, source.kind != .stdin, let identity = DatasetIdentity(ofFile: source.path)
    else { return Loaded(store: try load(source), source: source) }
    let places = places(for: source, cache)
    for place in places {
      if let store = place.store(for: identity) {
        return Loaded(store: store, source: source, places: places, identity: identity)
      }
    }
    // This is checked before reading. A file read within two seconds of a change may have changed again in
    // the same tick, which would no longer show after a long query or stream.
    let wasSettled = identity.isSettled
    let store = try load(source)
    // If a file was written to while it was read, no snapshot could be valid for it.
    let isUnchanged = DatasetIdentity(ofFile: source.path) == identity
    let canBeKept = isUnchanged && (wasSettled || source.isEdition)
    return Loaded(
      store: store, source: source, places: canBeKept ? places : [], identity: identity)
  }

  package static func load(_ source: DatasetSource) throws(DatasetError) -> VenueStore {
    try store(reading: text(of: source), source)
  }

  /// The dataset's text.
  package static func text(of source: DatasetSource) throws(DatasetError) -> PaddedBytes {
    try text(of: source, while: mayBeText)
  }

  /// The text of another file, which is not read on where `mayBe` says of its beginning that it is none.
  static func text(
    of source: DatasetSource, while mayBe: @escaping FileReading.Judge
  ) throws(DatasetError) -> PaddedBytes {
    try unpacked(bytes(of: source, while: mayBe), source, while: mayBe)
  }

  /// The file's or pipe's bytes, unchanged.
  package static func bytes(of source: DatasetSource) throws(DatasetError) -> PaddedBytes {
    try bytes(of: source, while: mayBeText)
  }

  private static func bytes(
    of source: DatasetSource, while mayBe: @escaping FileReading.Judge
  ) throws(DatasetError) -> PaddedBytes {
    // What begins like no dataset is not read to its end, which may be far off. What there is of it is
    // then refused like the whole.
    func isWanted(_ beginning: Bytes) -> Bool? {
      guard Gzip.isGzip(beginning) else { return mayBe(beginning) }
      // A damaged archive has a message of its own, with the place.
      guard let head = Gzip.head(ofBeginning: beginning), head.count > 0 else { return true }
      return mayBe(head.bytes)
    }
    do throws(FileError) {
      return source.kind == .stdin
        ? try FileReading.contents(of: STDIN_FILENO, named: source.displayName, while: isWanted)
        : try FileReading.contents(ofFile: source.path, while: isWanted)
    } catch {
      switch source.kind {
      case .environment, .config: throw .named(error, by: source.kind)
      default: throw .file(error)
      }
    }
  }

  /// `nil` while its first two tokens are not there. No JSON has a control character in it, so that one
  /// random file in 64, which begins like JSON, is not read on either.
  private static func mayBeText(_ beginning: Bytes) -> Bool? {
    let start = beginning.lengthOfByteOrderMark
    let text = beginning[start...]
    let isForbidden = text.prefix(4096).contains {
      $0 < 0x20 && !$0.isBlank && $0 != recordSeparator
    }
    guard !isForbidden else { return false }
    let tokens = text.lazy.filter { !$0.isBlank }.prefix(2)
    guard let first = tokens.first else { return nil }
    guard let followers = followers(of: first) else { return false }
    return tokens.dropFirst().first.map(followers.contains)
  }

  /// The bytes that may follow a dataset's first byte, apart from white space; `nil` if no dataset begins
  /// with that byte.
  private static func followers(of first: UInt8) -> [UInt8]? {
    switch first {
    case UInt8(ascii: "{"): [UInt8(ascii: "\""), UInt8(ascii: "}")]
    case UInt8(ascii: "["): [UInt8(ascii: "{"), UInt8(ascii: "]")]
    case recordSeparator: [UInt8(ascii: "{")]
    default: nil
    }
  }

  private static let recordSeparator: UInt8 = 0x1E

  static func unpacked(
    _ bytes: PaddedBytes, _ source: DatasetSource,
    while mayBe: @escaping FileReading.Judge = mayBeText
  ) throws(DatasetError) -> PaddedBytes {
    do throws(FileError) {
      return Gzip.isGzip(bytes.bytes)
        ? try Gzip.unpack(bytes, named: source.displayName, while: mayBe) : bytes
    } catch {
      throw .file(error)
    }
  }

  static func store(
    reading text: PaddedBytes, _ source: DatasetSource
  ) throws(DatasetError) -> VenueStore {
    do {
      return try VenueStore(reading: text)
    } catch {
      throw malformed(error, in: text, named: source.displayName)
    }
  }

  /// Reads the features of a text from a source, one after another.
  static func read(
    _ text: PaddedBytes, of source: DatasetSource, into sink: inout some FeatureSink
  ) throws(DatasetError) {
    do {
      var reader = GeoJSONReader(text)
      try reader.read(into: &sink)
    } catch {
      throw malformed(error, in: text, named: source.displayName)
    }
  }

  /// The same for other modules, for whose sinks this module's generic function would not be specialised.
  package static func forEachFeature(
    of text: PaddedBytes, from source: DatasetSource,
    _ take: @escaping (borrowing ScannedFeature) -> Void
  ) throws(DatasetError) {
    var calls = FeatureCalls(body: take)
    try read(text, of: source, into: &calls)
  }

  private struct FeatureCalls: FeatureSink {
    let body: (borrowing ScannedFeature) -> Void

    func take(_ feature: borrowing ScannedFeature) { body(feature) }
  }

  /// `mayBeList` is false for polygons, since a list of venues is never one.
  package static func malformed(
    _ error: ParseError, in text: PaddedBytes, named name: String,
    expected: String = "GeoJSON", mayBeList: Bool = true
  ) -> DatasetError {
    let extract = "an extract of OpenStreetMap; 'finder data install FILE' makes a dataset from it"
    let foreign =
      ForeignFormat.isExtract(text.bytes)
      ? extract : ForeignFormat.name(of: text.bytes) ?? utf16(text.bytes, mayBeList: mayBeList)
    return .malformed(
      path: name, at: TextPosition(of: error.offset, in: text.bytes),
      problem: foreign.map { "expected \(expected), found \($0)" }
        ?? error.description(in: text.bytes),
      hint: mayBeList && foreign == nil && isList(text.bytes, until: error.offset)
        ? Header(of: text.bytes)?.hasPostcodesAlone ?? false ? postcodeHint : listHint : nil)
  }

  /// Lists may be UTF-16. GeoJSON is UTF-8 by its standard.
  private static func utf16(_ bytes: Bytes, mayBeList: Bool) -> String? {
    guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
    return mayBeList
      ? "UTF-16; 'finder data convert' converts it to UTF-8" : "UTF-16; save it as UTF-8"
  }

  private static let listHint =
    "  if this is a list, 'finder data convert' converts it to GeoJSON (see 'finder help lists')"

  /// A list that must be placed first, which `convert` does not do.
  package static let postcodeHint =
    "  this is a list with postcodes and no positions; 'finder data import' converts it to GeoJSON "
    + "(see 'finder help lists')"

  /// Text that is not GeoJSON from its first character may be CSV or other JSON.
  private static func isList(_ bytes: Bytes, until offset: Int) -> Bool {
    let start = bytes.lengthOfByteOrderMark
    return offset < bytes.count && bytes[start..<max(start, offset)].allSatisfy(\.isBlank)
      && bytes.prefix(256).allSatisfy { $0 >= 0x09 }
  }
}
