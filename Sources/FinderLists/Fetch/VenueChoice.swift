import FinderEngine

/// Which venues are taken from a source that has everything, such as an extract of OpenStreetMap.
package struct VenueChoice: Sendable {
  package var kinds: [FetchKind]
  package var box: BoundingBox?
  package var polygon: Polygon?
  /// Canteens and clubs too, with `access=private` or `access=no`.
  package var includesPrivate: Bool

  package init(
    kinds: [FetchKind] = FetchKind.usual, box: BoundingBox? = nil, polygon: Polygon? = nil,
    includesPrivate: Bool = false
  ) {
    (self.kinds, self.box, self.polygon) = (kinds, box, polygon)
    self.includesPrivate = includesPrivate
  }

  package var hasArea: Bool { box != nil || polygon != nil }

  package func contains(_ point: Coordinate) -> Bool {
    (box?.contains(point) ?? true) && (polygon?.contains(point) ?? true)
  }
}

/// Venues that were left out, and why.
package struct ChoiceTally: Equatable, Sendable {
  /// Without a name, a brand or an operator.
  package var nameless = 0
  package var placeless = 0
  package var outside = 0
  package var isPrivate = 0
  package var closed = 0
  package var notUTF8 = 0
  /// With the id of a venue that came before.
  package var doubles = 0
  /// Neither food nor drink.
  package var notFood = 0
  /// Of kinds of food that were not chosen, by the kind's name.
  package var otherKinds: [String: Int] = [:]

  package init() {}

  /// For people: `2 closed, 5 without a name`, in this order.
  package var reasons: [(name: String, count: Int)] {
    [
      ("without a name", nameless), ("without a position", placeless),
      ("outside the area", outside),
      ("private", isPrivate), ("closed", closed), ("not UTF-8", notUTF8),
      ("with an id that came before", doubles), ("not for food or drink", notFood),
    ] + otherKinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}
