/// How a list is to be written.
package struct ListOutput: Sendable {
  package var format: ListFormat
  package var isPacked = false
  /// Decimals of positions.
  package var precision: Int?
  package var sorts = false
  package var dropsDuplicates = false
  /// The seed by which venues on one spot are moved apart.
  package var spreadSeed: UInt64?

  package init(format: ListFormat = .geojson) { self.format = format }
}
