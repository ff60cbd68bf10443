import FinderEngine

/// Whether finder knows where 'here' is: one machine, whose every step is in one table.
///
///     undefined      nothing was ever said
///     initialising   there is a source, which has not answered yet
///     on             it has
///     off            the user said no
///
/// A point that is kept, or in the environment, answers at once. A program may take a while, or fail.
package enum LocateState: String, CaseIterable, Sendable {
  case undefined
  case initialising
  case on
  case off
}

package enum LocateEvent: CaseIterable, Sendable {
  /// A source was given: a point or a program, by the user or in the environment.
  case given
  /// It told a position.
  case answered
  /// It did not.
  case failed
  case turnedOff
  case turnedOn
  case forgotten
}

package struct LocateMachine: Sendable {
  package private(set) var state = LocateState.undefined
  /// It stays while 'here' is off.
  private(set) var hasSource = false

  package init() {}

  /// Returns false, in the state that there was, for what cannot happen in it.
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

  /// The table. Without a source there is nobody to answer or fail, and nothing to turn on. An answer that
  /// comes when the user has turned it off changes nothing.
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
