/// Why a text is no opening hours.
package struct HoursFault: Error, Equatable, Sendable {
  /// In characters, from 1.
  package let column: Int
  /// What should have stood there: `a time`.
  package let expected: String

  package var message: String { "column \(column): expected \(expected)" }
}
