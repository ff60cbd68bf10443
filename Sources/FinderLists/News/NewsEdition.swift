import FinderEngine

/// An edition in the journal.
package struct NewsEdition: BitwiseCopyable, Equatable, Sendable {
  /// What it is known by: a hash of its SHA-256.
  let key: UInt64
  /// The edition that it was compared with; 0 where there is none.
  let keyBefore: UInt64
  /// When it was installed, in seconds since 1970.
  package let date: Int64
  let dateBefore: Int64
  /// How many changes are kept of it.
  package var entries: UInt32
  /// How many there were where that are too many to be kept; `partial` where the edition before it does
  /// not cover the same.
  package var omitted: UInt32

  static let partial = UInt32.max

  init(
    _ record: EditionRecord, after previous: EditionRecord? = nil, entries: Int = 0,
    omitted: Int = 0
  ) {
    key = Self.key(of: record)
    keyBefore = previous.map(Self.key(of:)) ?? 0
    date = Self.date(of: record)
    dateBefore = previous.map(Self.date(of:)) ?? 0
    self.entries = UInt32(clamping: entries)
    self.omitted = UInt32(clamping: omitted)
  }

  /// Never 0. Of as much of the digest as an edition's file has in its name.
  static func key(of record: EditionRecord) -> UInt64 { key(ofDigest: record.sha256) }

  static func key(ofDigest digest: String) -> UInt64 {
    var hash = StableHash()
    String(digest.prefix(32)).withBytes { hash.add($0) }
    return hash.value | 1
  }

  static func date(of record: EditionRecord) -> Int64 {
    Int64(Timestamp.seconds(of: record.installed) ?? time(nil))
  }
}

extension NewsEdition {
  /// Its changes are those of what the edition before it covers as well.
  package var isPartial: Bool { omitted == Self.partial }
}

extension NewsJournal {
  /// Whether what the row of an edition tells is all that changed since the row before it.
  package func followsOn(_ edition: Int) -> Bool {
    edition > 0 && editions[edition].omitted == 0
      && editions[edition].keyBefore == editions[edition - 1].key
  }

  /// Whether the journal ends with the edition at that path, as it does unless an install was cut short.
  package func endsWith(editionAt path: FilePath) -> Bool {
    editions[editions.count - 1].key == NewsEdition.key(ofDigest: "\(path.name.stem)")
  }
}
