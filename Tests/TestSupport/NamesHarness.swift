import FinderEngine
import Testing

/// A store, and the directory of its names in all available ways: computed from rows in the dataset's order,
/// from rows in the index's order, and from a file.
package struct NamesHarness {
  package let label: String
  package let directories: [(label: String, directory: NameDirectory)]

  package init(_ label: String, _ store: VenueStore, in folder: TemporaryDirectory) throws {
    self.label = label
    let kept = try KeptSnapshot(store, in: folder)
    #expect(kept.cache.keepNames(for: kept.identity) == .kept)
    let names = try #require(kept.cache.names(of: kept.store, for: kept.identity))
    #expect(names.isMapped)
    directories = [
      ("as read", NameDirectory(of: store)), ("indexed", NameDirectory(of: store.indexed())),
      ("mapped", names),
    ]
  }

  package static func with(
    _ label: String, _ venues: [TestVenue], _ body: (NamesHarness) throws -> Void
  ) throws {
    let store = try VenueStore(reading: PaddedBytes(copying: venues.geoJSON.utf8))
    try with(label, store, body)
  }

  package static func with(
    _ label: String, _ store: VenueStore, _ body: (NamesHarness) throws -> Void
  ) throws {
    try TemporaryDirectory.with { folder in
      let harness = try NamesHarness(label, store, in: folder)
      try body(harness)
      for (kind, directory) in harness.directories {
        #expect(!directory.isDamaged && !directory.store.isDamaged, "\(label), \(kind)")
      }
    }
  }
}
