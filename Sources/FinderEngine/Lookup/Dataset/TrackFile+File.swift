extension TrackFile {
  /// From a file of GPX or GeoJSON, plain or gzip, or from standard input.
  package static func load(_ source: DatasetSource) throws(DatasetError) -> [[Coordinate]] {
    try read(
      DatasetLoader.text(of: source, while: mayBegin), named: source.displayName)
  }

  /// From what such a file holds.
  package static func read(
    _ text: PaddedBytes, named name: String
  ) throws(DatasetError) -> [[Coordinate]] {
    do {
      return try read(text)
    } catch {
      throw DatasetLoader.malformed(
        error, in: text, named: name, expected: "GPX or GeoJSON", mayBeList: false)
    }
  }
}
