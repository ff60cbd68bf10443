/// What hours say of a minute.
package enum OpenState: UInt8, Sendable, CaseIterable {
  case closed
  case open
  case unknown
}

/// A piece of a day in one state; its end may lie on the next.
package struct HoursInterval: Equatable, Sendable {
  package let from: CivilTime
  package let to: CivilTime
  package let state: OpenState
  package let comment: String?
}
