/// What is read, and how.
package struct ListInput: Sendable {
  /// The columns that somebody named, and for what.
  package var position = PositionNames()
  package var name: String?
  package var postcode: String?
  /// Only venues of one of these `BusinessType`s; all where there are none.
  package var businessTypes: [String] = []

  package init() {}
}
