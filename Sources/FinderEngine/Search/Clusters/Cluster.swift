/// The venues of one cell, as a group.
package struct Cluster: Sendable {
  package let cell: ClusterCell
  package let count: Int
  /// The mean of their positions, to 6 decimals.
  package let center: Coordinate
  /// The first zoom at which they lie in several cells; `nil` where there is none.
  package let splitsAtZoom: Int?
  /// The row of the venue that is nearest to the centre.
  package let face: Int
}
