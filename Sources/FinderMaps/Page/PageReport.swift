import FinderEngine

/// What became of a page's contents.
package struct PageReport: Equatable, Sendable {
  /// How many bytes of the page are its base map and the names of places.
  package let baseBytes: Int
  /// How many venues have other properties that are not in the page.
  package let venuesCutShort: Int
  package let mostPropertyBytes = PageColumns.mostPropertyBytes
}
