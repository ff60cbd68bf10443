import TestSupport
import Testing

@testable import FinderEngine

/// An edition that goes between the look at the record and its opening.
@Suite struct SuccessorTests {
  @Test func theNextEditionIsRead() throws {
    try TemporaryDirectory.with { folder in
      let path = FilePath(try folder.write(feature(name: "next"), to: "next.geojson"))
      let gone = DatasetSource(kind: .installed, path: FilePath(folder.file("gone.geojson")))
      let next = DatasetSource(kind: .installed, path: path)
      let loaded = try DatasetLoader.load(gone, cache: nil) { next }
      #expect(loaded.source == next && loaded.store.count == 1)
      // Nothing else is ever read in the place of what was asked for.
      #expect(throws: DatasetError.self) { try DatasetLoader.load(gone, cache: nil) { gone } }
      let named = DatasetSource(kind: .option, path: gone.path)
      #expect(throws: DatasetError.self) { try DatasetLoader.load(named, cache: nil) { next } }
    }
  }
}
