/// A name as the resolver takes it: all venues whose names fold to the same.
package struct NamedVenues {
  /// The most frequent spelling; of equally frequent ones the first by bytes.
  package var spelling: [UInt8]
  package var venues: UInt32
  /// Of its venues the one that is farthest south; of those the one farthest west.
  package var position: Coordinate
  /// Not all of its venues stand on one spot.
  package var hasSeveralPositions: Bool

  package init(
    spelling: [UInt8], venues: UInt32, position: Coordinate,
    hasSeveralPositions: Bool
  ) {
    self.spelling = spelling
    self.venues = venues
    self.position = position
    self.hasSeveralPositions = hasSeveralPositions
  }
}
