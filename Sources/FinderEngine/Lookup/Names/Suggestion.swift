/// What a search box shows for a text that is being typed: a line of its list.
package struct Suggestion {
  package enum Kind: String, Sendable {
    case chain
    case venue
    case place
    case postcode
  }

  /// For a terminal too.
  package var text: String
  package var kind: Kind
  /// How many there are of that name; `nil` for a place.
  package var venues: Int?
  /// The venue, where there is just one.
  package var row: Int?
  /// From the point to the nearest of them.
  package var distance: Double?
}
