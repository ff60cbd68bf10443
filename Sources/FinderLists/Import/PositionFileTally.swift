import FinderEngine

/// What was read of a table of positions.
package struct PositionFileTally: Sendable {
  package var rows = 0
  package var used = 0
  package var withoutPostcode = 0
  package var withoutPosition = 0
  /// Their eastings and northings are over 1 km from their latitude and longitude.
  package var contradictory = 0
  /// Their latitude and longitude would be inside the camera bounds the other way round, and are not.
  package var swapped = 0
  /// The first of these.
  package var firstContradictory: Postcode?
  /// And how far, in metres.
  package var firstDistance = 0.0
}
