/// What the user said about 'here': a point to keep, a program that may be run, or that it is off.
package struct LocateSettings: OwnContents, Sendable {
  package var isOff = false
  package var point: KeptPoint?
  /// The program and its arguments; empty where none is allowed.
  package var program: [String] = []
  package var others = OtherMembers()

  package static let fileName = "locate.json"
  package static let version = 1

  package init() {}

  package init(in folder: FilePath) throws(OwnFileError) {
    self = try OwnFile.read(LocateSettings.self, in: folder)
  }

  package static func change(
    in folder: FilePath, whenWaiting: () -> Void, _ change: (inout LocateSettings) throws -> Bool
  ) throws {
    try OwnFile.change(LocateSettings.self, in: folder, whenWaiting: whenWaiting, change)
  }

  package var hasSource: Bool { point != nil || !program.isEmpty }

  /// Before a source is asked.
  package var machine: LocateMachine {
    var machine = LocateMachine()
    if hasSource { machine.take(.given) }
    if isOff { machine.take(.turnedOff) }
    return machine
  }

  /// All that finder knows is forgotten; what it does not know stays.
  package mutating func forget() { (isOff, point, program) = (false, nil, []) }

  package mutating func take(
    _ key: JSONStringSpan, _ cursor: inout JSONCursor
  ) throws(ParseError) -> Bool {
    if cursor.string(key, is: "off") {
      let start = cursor.position
      try cursor.skipValue()
      isOff = cursor.bytes(of: JSONSpan(start: start, end: cursor.position)).equals("true")
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
    // What is run is what is read here: a zero would end a word early.
    guard !program.contains(where: { $0.utf8.contains(0) }), program.first?.isEmpty != true else {
      throw ParseError(start, "expected a program and its arguments")
    }
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
