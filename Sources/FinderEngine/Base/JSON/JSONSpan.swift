/// Where a token or value stands in its text: from `start` up to but not including `end`.
package struct JSONSpan: Equatable, Sendable {
  package var start: Int
  package var end: Int

  package init(start: Int, end: Int) {
    self.start = start
    self.end = end
  }

  package static let none = JSONSpan(start: 0, end: 0)

  package var isNone: Bool { end == 0 }
  package var count: Int { end - start }
}
