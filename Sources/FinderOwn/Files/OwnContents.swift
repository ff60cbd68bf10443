import FinderEngine

/// What a file of the user's own holds: see `OwnFile`.
package protocol OwnContents {
  /// `favourites.json`
  static var fileName: String { get }
  /// Raised when an older finder would misread, or spoil, what this one writes. Members that may be
  /// passed over can be added without that.
  static var version: Int { get }

  /// As it is before there is a file.
  init()

  /// Whether users other than this one may have written what is about to be read.
  mutating func willRead(fromOthers: Bool)

  /// Takes the value of a member, on which the cursor stands. Returns false, without a step, where the
  /// member is none of its own.
  mutating func take(_ key: JSONStringSpan, _ cursor: inout JSONCursor) throws(ParseError) -> Bool

  /// Members that were not taken. They are written back as they stood.
  var others: OtherMembers { get set }

  /// Its members, each on a line of its own.
  var members: [(inout ByteBuffer) -> Void] { get }
}

extension OwnContents {
  /// Names and points do no harm.
  package mutating func willRead(fromOthers: Bool) {}

  package init(in folder: FilePath) throws(OwnFileError) { self = try OwnFile.read(in: folder) }

  /// See `OwnFile.change`.
  package static func change(
    in folder: FilePath, whenWaiting: () -> Void, _ change: (inout Self) throws -> Bool
  ) throws {
    try OwnFile.change(in: folder, whenWaiting: whenWaiting, change)
  }
}

/// Members of an object that this finder does not know: a later one may have put them there, or a
/// person. They are kept as they stood, but on one line.
package struct OtherMembers: Equatable, Sendable {
  /// `"key":value` of each.
  private var texts: [[UInt8]] = []

  /// Levels of arrays and objects in a value. Those around it are more in one file than in another: a
  /// record stands in an array where it is exported.
  private static let mostLevels = JSONCursor.maximumDepth - 12

  package init() {}

  package var isEmpty: Bool { texts.isEmpty }

  /// Takes the member whose value begins here.
  mutating func take(_ key: JSONStringSpan, _ cursor: inout JSONCursor) throws(ParseError) {
    let value = try cursor.spanOfValue(levels: Self.mostLevels)
    texts.append(
      Self.onOneLine(
        [UInt8(ascii: "\"")] + cursor.rawBytes(key) + Array("\":".utf8) + cursor.bytes(of: value)))
  }

  /// A record is a line. No token of JSON has a line end in it, so that only white space changes.
  private static func onOneLine(_ text: [UInt8]) -> [UInt8] {
    text.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
  }

  func append(to output: inout ByteBuffer) {
    for text in texts {
      output.appendComma()
      text.withUnsafeBufferPointer { output.append($0) }
    }
  }
}
