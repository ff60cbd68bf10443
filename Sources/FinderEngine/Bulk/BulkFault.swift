/// A record without an answer.
package struct BulkFault: Sendable {
  package let line: Int
  package let problem: String
  /// Its point was outside the camera bounds; otherwise the record was bad.
  package let isRefusal: Bool
}
