extension Polygon {
  /// From a file of GeoJSON, plain or gzip, or from standard input.
  package static func load(_ source: DatasetSource) throws(DatasetError) -> Polygon {
    let text = try DatasetLoader.text(of: source)
    do {
      return try Polygon.read(text)
    } catch {
      throw DatasetLoader.malformed(error, in: text, named: source.displayName, mayBeList: false)
    }
  }
}
