/// A string token: what stands between its quotes, and whether that holds escapes.
package struct JSONStringSpan: BitwiseCopyable, Equatable, Sendable {
  package var start: Int
  package var end: Int
  package var hasEscapes: Bool

  package static let none = JSONStringSpan(start: 0, end: 0, hasEscapes: false)

  package var isNone: Bool { end == 0 }
  package var count: Int { end - start }
}
