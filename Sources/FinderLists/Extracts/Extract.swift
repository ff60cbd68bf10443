import FinderEngine

/// The venues of an extract of OpenStreetMap, a file such as `united-kingdom-latest.osm.pbf`.
package struct Extract {
  /// A FeatureCollection in order of ids, with its attribution: what `data fetch osm` makes of the same
  /// venues.
  package let document: PaddedBytes
  package let venues: Int
  package let leftOut: ChoiceTally
  /// Ways and relations of which only a part is in the file: they stand in the middle of that.
  package let partial: Int
  /// Sentences about the file, such as kinds of blobs that finder does not know.
  package let notes: [String]
  /// Seconds since 1970 of the data, where the file says so.
  package let dataMoment: Int?

  /// Whether a file begins as an extract does. 32 bytes are enough.
  package static func isExtract(_ head: Bytes) -> Bool {
    head.count >= 15 && Bytes(rebasing: head[4..<15]).elementsEqual([0x0A, 9] + "OSMHeader".utf8)
  }

  /// `progress` learns the share of the file that is read. Throws `ListError` or `FileError`. Standard input
  /// is put into a temporary file first, since the file is not read from front to back.
  package static func read(
    _ path: FilePath, named name: String? = nil, choice: VenueChoice,
    progress: (Double) -> Void = { _ in }
  ) throws -> Extract {
    fatalError("not yet")
  }
}
