/// Whether a venue is wanted by something that is worked out elsewhere, such as its opening hours.
package protocol RowTest: AnyObject, Sendable {
  func accepts(_ row: Int, of store: VenueStore) -> Bool
}
