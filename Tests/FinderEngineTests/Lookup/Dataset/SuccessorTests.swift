import TestSupport
import Testing

@testable import FinderEngine

/// An edition that disappears between reading the record and opening the file.
@Suite struct SuccessorTests {
  @Test func theNextEditionIsRead() throws {
    try TemporaryDirectory.with { folder in
      let path = FilePath(try folder.write(feature(name: "next"), to: "next.geojson"))
      let gone = DatasetSource(kind: .installed, path: FilePath(folder.file("gone.geojson")))
      let next = DatasetSource(kind: .installed, path: path)
      let loaded = try DatasetLoader.load(gone, cache: nil) { next }
      #expect(loaded.source == next && loaded.store.count == 1)
      // No other file is ever read instead of the one requested.
      #expect(throws: DatasetError.self) { try DatasetLoader.load(gone, cache: nil) { gone } }
      let named = DatasetSource(kind: .option, path: gone.path)
      #expect(throws: DatasetError.self) { try DatasetLoader.load(named, cache: nil) { next } }
    }
  }
}
