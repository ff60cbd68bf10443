import FinderEngine

/// The user's settings for 'here': a point, a program that may be run to find one, and whether it is off.
package struct LocateSettings: OwnContents, Sendable {
  private(set) var isOff = false
  package private(set) var point: KeptPoint?
  /// The program and its arguments; empty if none is allowed.
  package private(set) var program: [String] = []
  private var isFileOfOthers = false
  /// Whether other users may have written the program, which is then not run.
  package private(set) var isProgramOfOthers = false
  package var others = OtherMembers()

  package static let fileName = "locate.json"
  package static let version = 1

  package init() {}

  /// The state machine, before any source is asked.
  package var machine: LocateMachine {
    var machine = LocateMachine()
    if point != nil || !program.isEmpty { machine.take(.given) }
    if isOff { machine.take(.turnedOff) }
    return machine
  }

  /// Makes the change if the machine allows it. Returns false, and changes nothing, if it makes no sense in
  /// the current state.
  ///
  /// The result is written to a file that only the user can write. A program that others may have written
  /// must not become the user's own that way, so it is removed first.
  package mutating func make(_ change: LocateChange) -> Bool {
    // With a program of others there is something to forget.
    if case .forget = change, machine.state == .undefined { return false }
    var changed = self
    if isProgramOfOthers { (changed.program, changed.isProgramOfOthers) = ([], false) }
    var machine = changed.machine
    guard machine.take(change.event) else { return false }
    switch change {
    case .keep(let point): changed.point = point
    case .allow(let words): (changed.program, changed.point) = (words, nil)
    case .forget: (changed.program, changed.point) = ([], nil)
    case .turnOff, .turnOn: break
    }
    changed.isOff = machine.state == .off
    self = changed
    return true
  }

  package mutating func willRead(fromOthers: Bool) { isFileOfOthers = fromOthers }

  package mutating func take(
    _ key: JSONStringSpan, _ cursor: inout JSONCursor
  ) throws(ParseError) -> Bool {
    if cursor.string(key, is: "off") {
      let start = cursor.position
      guard let isOff = try cursor.readBool() else {
        throw ParseError(start, "expected true or false")
      }
      self.isOff = isOff
    } else if cursor.string(key, is: "point") {
      if cursor.byte == UInt8(ascii: "n") {
        try cursor.skipValue()
      } else {
        point = try KeptPoint(&cursor)
      }
    } else if cursor.string(key, is: "program") {
      try readProgram(&cursor)
    } else {
      return false
    }
    return true
  }

  private mutating func readProgram(_ cursor: inout JSONCursor) throws(ParseError) {
    let start = cursor.position
    program = []
    try cursor.readArray { (cursor) throws(ParseError) in program.append(try cursor.readText()) }
    // The program is run exactly as read: a zero byte would end a word early.
    guard !program.contains(where: { $0.utf8.contains(0) }), program.first?.isEmpty != true else {
      throw ParseError(start, "expected a program and its arguments")
    }
    isProgramOfOthers = isFileOfOthers && !program.isEmpty
  }

  package var members: [(inout ByteBuffer) -> Void] {
    [
      { $0.append(key: "off", bool: isOff) },
      { output in
        output.append(key: "point")
        if let point { point.append(to: &output) } else { output.append("null") }
      },
      { output in
        output.append(key: "program", elements: program.count) {
          $0.append(jsonString: program[$1])
        }
      },
    ]
  }
}

/// A change that the user makes to 'here'.
package enum LocateChange: Sendable {
  case keep(KeptPoint)
  /// A program and its arguments. A kept point is removed, since it would take precedence.
  case allow([String])
  case turnOff
  case turnOn
  /// Removes all that finder knows; members that it does not know stay.
  case forget

  var event: LocateEvent {
    switch self {
    case .keep, .allow: .given
    case .turnOff: .turnedOff
    case .turnOn: .turnedOn
    case .forget: .forgotten
    }
  }
}
