/// Turns a source into a store: from the cache, or else by reading, unpacking and parsing.
package enum DatasetLoader {
  /// A store, and what it takes to keep it for the next query.
  package struct Loaded: Sendable {
    package let store: VenueStore
    fileprivate var cache: SnapshotCache?
    fileprivate var identity: DatasetIdentity?

    /// Call this after the query is answered, so that nobody waits for it. `store` may have been
    /// given an index meanwhile.
    package func keep(_ store: VenueStore) {
      guard wouldKeep(store), let cache, let identity else { return }
      cache.keep(store, for: identity)
    }

    package func wouldKeep(_ store: VenueStore) -> Bool {
      !store.isMapped && cache != nil && identity != nil
    }

    /// Drops a snapshot that was found to be damaged.
    package func drop() {
      if let cache, let identity { cache.remove(for: identity) }
    }
  }

  package static func load(
    _ source: DatasetSource, cache: SnapshotCache?
  ) throws(DatasetError) -> Loaded {
    guard let cache, source.kind != .stdin, let identity = DatasetIdentity(ofFile: source.path)
    else { return Loaded(store: try load(source)) }
    if let store = cache.store(for: identity) {
      return Loaded(store: store, cache: cache, identity: identity)
    }
    // This is checked before reading. A file read within two seconds of a change may have changed
    // again in the same tick, which would no longer show after a long query or stream.
    let wasSettled = identity.isSettled
    let store = try load(source)
    // A file that was written to while it was read has no state that a snapshot could be valid for.
    let isUnchanged = DatasetIdentity(ofFile: source.path) == identity
    return Loaded(
      store: store, cache: wasSettled && isUnchanged ? cache : nil, identity: identity)
  }

  package static func load(_ source: DatasetSource) throws(DatasetError) -> VenueStore {
    try store(reading: text(of: source), source)
  }

  /// The dataset's text.
  package static func text(of source: DatasetSource) throws(DatasetError) -> PaddedBytes {
    try unpacked(bytes(of: source), source)
  }

  /// The bytes as they are in the file or come through the pipe.
  package static func bytes(of source: DatasetSource) throws(DatasetError) -> PaddedBytes {
    do throws(FileError) {
      return source.kind == .stdin
        ? try FileReading.contents(
          of: STDIN_FILENO, named: source.displayName, while: mayBeDataset)
        : try FileReading.contents(ofFile: source.path, while: mayBeDataset)
    } catch {
      throw .file(error)
    }
  }

  /// What begins like no dataset is not read to its end, which may be far off. What there is of it is
  /// then refused like the whole.
  private static func mayBeDataset(_ beginning: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard Gzip.isGzip(beginning) else { return mayBeText(beginning) }
    // A damaged archive has a message of its own, with the place.
    guard let head = Gzip.head(ofBeginning: beginning), head.count > 0 else { return true }
    return mayBeText(head.bytes)
  }

  /// `nil` while there is only white space.
  private static func mayBeText(_ beginning: UnsafeBufferPointer<UInt8>) -> Bool? {
    let start = beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = beginning[start...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first.map { [UInt8(ascii: "{"), UInt8(ascii: "["), 0x1E].contains($0) }
  }

  static func unpacked(
    _ bytes: PaddedBytes, _ source: DatasetSource
  ) throws(DatasetError) -> PaddedBytes {
    do throws(FileError) {
      return Gzip.isGzip(bytes.bytes)
        ? try Gzip.unpack(bytes, named: source.displayName, while: mayBeText) : bytes
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

  static func malformed(
    _ error: ParseError, in text: PaddedBytes, named name: String
  ) -> DatasetError {
    .malformed(
      path: name, at: TextPosition(of: error.offset, in: text.bytes),
      problem: error.description(in: text.bytes))
  }
}
