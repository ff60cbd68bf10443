import FinderEngine

/// A file or a folder that was added to the gazetteer.
package struct GazetteerSource: Equatable, Sendable {
  /// The name of the gazetteer's copy, in its folder `sources`.
  package var id: String
  /// The name by which it is removed: that of the file, without its folder.
  package var name: String
  /// Where it was when it was added; `-` for standard input.
  package var path: String
  package var form: String
  /// ISO 8601, UTC.
  package var added: String
  package var rows: Int
  package var leftOut: Int
  package var postcodes: Int
  package var names: Int
  /// How many sectors and districts it has positions for.
  package var areas: GivenAreas
}

extension ByteBuffer {
  package mutating func append(areas: GivenAreas) {
    append(key: "sectors", integer: areas.sectors)
    append(key: "districts", integer: areas.districts)
  }

  package mutating func append(_ source: GazetteerSource) {
    appendObject { output in
      output.append(key: "id", string: source.id)
      output.append(key: "name", string: source.name)
      output.append(key: "path", string: source.path)
      output.append(key: "form", string: source.form)
      output.append(key: "added", string: source.added)
      output.append(key: "rows", integer: source.rows)
      output.append(key: "left_out", integer: source.leftOut)
      output.append(key: "postcodes", integer: source.postcodes)
      output.append(key: "names", integer: source.names)
      output.append(areas: source.areas)
    }
  }
}

extension GazetteerSource {
  /// All of them as a JSON array, for a gazetteer's file.
  static func text(_ sources: [GazetteerSource]) -> [UInt8] {
    var output = ByteBuffer()
    output.append("[")
    for (index, source) in sources.enumerated() {
      if index > 0 { output.append(",") }
      output.append(source)
    }
    output.append("]")
    return Array(output.bytes)
  }

  /// Throws if the text makes no sense.
  static func all(in text: [UInt8]) throws(ParseError) -> [GazetteerSource] {
    let text = PaddedBytes(copying: text)
    var cursor = JSONCursor(text)
    var sources: [GazetteerSource] = []
    try cursor.readArray { (cursor) throws(ParseError) in
      sources.append(try GazetteerSource(&cursor))
    }
    guard cursor.isAtEnd() else { throw cursor.failure("expected nothing more") }
    return withExtendedLifetime(text) { sources }
  }

  private init(_ cursor: inout JSONCursor) throws(ParseError) {
    let start = cursor.position
    var texts: [String: String] = [:]
    var numbers: [String: Int] = [:]
    try cursor.readObject { (key, cursor) throws(ParseError) in
      let name = String(decoding: cursor.decoded(key), as: UTF8.self)
      if cursor.byte == UInt8(ascii: "\"") {
        texts[name] = String(decoding: cursor.decoded(try cursor.readString()), as: UTF8.self)
      } else {
        let digits = cursor.bytes(of: try cursor.readNumber())
        numbers[name] = Int(String(decoding: digits, as: UTF8.self))
      }
    }
    guard let id = texts["id"], Self.isID(id), let name = texts["name"], let path = texts["path"],
      let form = texts["form"], let added = texts["added"]
    else { throw ParseError(start, "expected a source of the gazetteer") }
    self.init(
      id: id, name: name, path: path, form: form, added: added, rows: numbers["rows"] ?? 0,
      leftOut: numbers["left_out"] ?? 0, postcodes: numbers["postcodes"] ?? 0,
      names: numbers["names"] ?? 0,
      areas: GivenAreas(sectors: numbers["sectors"] ?? 0, districts: numbers["districts"] ?? 0))
  }

  /// Checked because it becomes a file's name.
  static func isID(_ text: String) -> Bool {
    text.utf8.count == 16
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  static func newID() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
