extension Polygon {
  /// From a file of GeoJSON, plain or gzip, or from standard input.
  package static func load(_ source: DatasetSource) throws(DatasetError) -> Polygon {
    try load(DatasetLoader.text(of: source), of: source)
  }

  /// From the contents of such a file.
  package static func load(
    _ text: PaddedBytes, of source: DatasetSource
  ) throws(DatasetError) -> Polygon {
    do {
      return try Polygon.read(text)
    } catch {
      throw DatasetLoader.malformed(error, in: text, named: source.displayName, mayBeList: false)
    }
  }
}
