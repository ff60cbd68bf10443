import FinderEngine

/// Whether finder knows where 'here' is: a state machine with all its steps in one table.
///
///     undefined      nothing has been set
///     initialising   there is a source, which has not answered yet
///     on             the source has answered
///     off            the user turned it off
///
/// A point that is kept, or in the environment, answers at once. A program may take a while, or fail.
package enum LocateState: String, CaseIterable, Sendable {
  case undefined
  case initialising
  case on
  case off
}

package enum LocateEvent: CaseIterable, Sendable {
  /// The user or the environment gave a source: a point or a program.
  case given
  /// The source gave a position.
  case answered
  /// The source gave none.
  case failed
  case turnedOff
  case turnedOn
  case forgotten
}

package struct LocateMachine: Sendable {
  package private(set) var state = LocateState.undefined
  /// Stays true while 'here' is off.
  private(set) var hasSource = false

  package init() {}

  /// Returns false, and keeps the state, if the event cannot happen in it.
  @discardableResult
  package mutating func take(_ event: LocateEvent) -> Bool {
    guard let next = Self.next(after: state, hasSource: hasSource, event) else { return false }
    state = next
    switch event {
    case .given: hasSource = true
    case .forgotten: hasSource = false
    case .answered, .failed, .turnedOff, .turnedOn: break
    }
    return true
  }

  /// The table. Without a source, none can answer or fail, and there is nothing to turn on. An answer that
  /// comes after the user has turned it off changes nothing.
  static func next(
    after state: LocateState, hasSource: Bool, _ event: LocateEvent
  ) -> LocateState? {
    switch (state, event) {
    case (.undefined, .given): .initialising
    case (.undefined, .answered): nil
    case (.undefined, .failed): nil
    case (.undefined, .turnedOff): .off
    case (.undefined, .turnedOn): nil
    case (.undefined, .forgotten): .undefined

    case (.initialising, .given): .initialising
    case (.initialising, .answered): .on
    case (.initialising, .failed): .initialising
    case (.initialising, .turnedOff): .off
    case (.initialising, .turnedOn): .initialising
    case (.initialising, .forgotten): .undefined

    case (.on, .given): .initialising
    case (.on, .answered): .on
    case (.on, .failed): .initialising
    case (.on, .turnedOff): .off
    case (.on, .turnedOn): .on
    case (.on, .forgotten): .undefined

    case (.off, .given): .initialising
    case (.off, .answered): hasSource ? .off : nil
    case (.off, .failed): hasSource ? .off : nil
    case (.off, .turnedOff): .off
    case (.off, .turnedOn): hasSource ? .initialising : nil
    case (.off, .forgotten): .undefined
    }
  }
}
