import FinderEngine

/// The contents of one of the user's own files: see `OwnFile`.
package protocol OwnContents {
  /// As in `favourites.json`.
  static var fileName: String { get }
  /// Raised only if an older finder would misread or damage the new form. Members that older versions can
  /// ignore may be added without it.
  static var version: Int { get }

  /// The contents before there is a file.
  init()

  /// Called before reading. `fromOthers` says whether other users may have written the file.
  mutating func willRead(fromOthers: Bool)

  /// Takes the value of a member; the cursor is on it. Returns false, without moving the cursor, if the
  /// member is not one of its own.
  mutating func take(_ key: JSONStringSpan, _ cursor: inout JSONCursor) throws(ParseError) -> Bool

  /// Members that were not taken. They are written back unchanged.
  var others: OtherMembers { get set }

  /// Its members, each written on a line of its own.
  var members: [(inout ByteBuffer) -> Void] { get }
}

extension OwnContents {
  /// Names and points are harmless, so nothing is done by default.
  package mutating func willRead(fromOthers: Bool) {}

  package init(in folder: FilePath) throws(OwnFileError) { self = try OwnFile.read(in: folder) }

  /// See `OwnFile.change`.
  package static func change(
    in folder: FilePath, whenWaiting: () -> Void, _ change: (inout Self) throws -> Bool
  ) throws {
    try OwnFile.change(in: folder, whenWaiting: whenWaiting, change)
  }
}

/// Members of an object that this finder does not know: a later finder or a person may have put them there.
/// They are kept unchanged, but on one line.
package struct OtherMembers: Equatable, Sendable {
  /// `"key":value` for each.
  private var texts: [[UInt8]] = []

  /// The most levels of arrays and objects in a value. It leaves room for outer levels, which differ between
  /// files: an exported record is inside an array.
  private static let mostLevels = JSONCursor.maximumDepth - 12

  package init() {}

  package var isEmpty: Bool { texts.isEmpty }

  /// Takes the member whose value begins at the cursor.
  mutating func take(_ key: JSONStringSpan, _ cursor: inout JSONCursor) throws(ParseError) {
    let value = try cursor.spanOfValue(levels: Self.mostLevels)
    texts.append(
      Self.onOneLine(
        [UInt8(ascii: "\"")] + cursor.rawBytes(key) + Array("\":".utf8) + cursor.bytes(of: value)))
  }

  /// A record is one line. No JSON token contains a line end, so only white space changes.
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
