import FinderEngine
import Testing

/// A store's snapshot in its own cache, as a first query leaves it.
package struct KeptSnapshot {
  package let cache: SnapshotCache
  package let identity = SettledFile.identity
  /// As it is read back.
  package let store: VenueStore

  package init(_ store: VenueStore, in folder: TemporaryDirectory) throws {
    cache = SnapshotCache(folder: FilePath(folder.file("cache/finder")), limit: 1 << 40)
    #expect(cache.keep(store, for: identity) == .kept)
    self.store = try #require(cache.store(for: identity))
  }
}
