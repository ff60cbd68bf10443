import FinderEngine

/// A shape of a base map, in degrees: a coast, a lake, a border.
package struct BaseShape: Equatable, Sendable {
  package let kind: MapShape.Kind
  /// Tidied; empty where it has none.
  package let name: String
  /// One or more closed rings of an area, of which the even-odd rule says what is inside; or lines.
  package let lines: [[Coordinate]]
  /// Whether the lines are rings. The last point is not the first one again.
  package let isClosed: Bool
  /// Whether an area has an edge that is drawn. Where part of it is, that is a shape of lines by itself.
  package var hasEdge = true

  package init(kind: MapShape.Kind, name: String = "", lines: [[Coordinate]], isClosed: Bool) {
    (self.kind, self.name, self.lines, self.isClosed) = (kind, name, lines, isClosed)
  }
}
