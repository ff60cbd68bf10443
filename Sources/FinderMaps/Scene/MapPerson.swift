import FinderEngine

/// One of the people on a map, or the point that was asked for.
package struct MapPerson: Sendable {
  package let coordinate: Coordinate
  /// Their name on the map and in a page's 'nearest to …'; 'the point' if empty.
  package let name: String
  /// A letter or a number, for one of several people.
  package let label: String

  package init(_ coordinate: Coordinate, name: String, label: String = "") {
    (self.coordinate, self.name, self.label) = (coordinate, name, label)
  }
}
