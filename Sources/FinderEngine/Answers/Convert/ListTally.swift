/// What became of the records.
package struct ListTally: Equatable, Sendable {
  package var written = 0
  package var withoutPosition = 0
  package var duplicates = 0
  package var moved = 0
  /// Members beside the properties of GeoJSON features, for which the format has no place.
  package var membersLost = 0

  package init() {}
}
