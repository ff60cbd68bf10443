/// What is recorded about an installed edition of the dataset.
package struct EditionRecord: Equatable, Sendable {
  /// Its path, relative to the data folder.
  package var file: String
  /// The file or address that it came from, without any password; `-` for standard input.
  package var source: String
  /// The SHA-256 of the file as received, packed or not.
  package var sha256: String
  package var bytes: Int
  package var features: Int
  /// Features that can be used.
  package var venues: Int
  /// ISO 8601, UTC, as in `2026-11-21T16:40:00Z`.
  package var installed: String
  /// When the server was last asked; `nil` if it was not fetched.
  package var fetched: String?
  /// The server's tag for this state of the file, byte for byte.
  package var etag: String?
  package var lastModified: String?
  /// For a file, when it was last written, in the form of `installed`.
  package var modified: String?
  /// For an address with a name and a password, which are not stored: a hash of the name, which identifies
  /// the same user. Anyone with a list of names can find the name from it.
  package var user: String?
  /// The request of `finder data fetch`, as text; `nil` if it came in another way.
  package var request: String?
  /// How many venues each of those sources had, before venues of different sources were merged.
  package var sources: [String: Int] = [:]
  /// Which venues were taken from a source that has more, as `VenueChoice` writes it; `nil` if all were.
  package var choice: String?
  /// The columns and the encoding that the user named for it, as `ReadingOptions` writes them.
  package var reading: String?
  /// The path of a copy of that choice's polygon, relative to the data folder.
  package var polygon: String?
  /// The extent that the source states.
  package var extent: BoundingBox?
  /// Each of several files or addresses; empty if there is only one, in `source`.
  package var inputs: [String] = []
}

extension ByteBuffer {
  /// On one line, as in the record file and in `--json`; `null` if there is none.
  package mutating func append(key: StaticString, edition: EditionRecord?) {
    append(key: key)
    guard let edition else { return append("null") }
    appendObject { output in
      output.append(key: "file", string: edition.file)
      output.append(key: "source", string: edition.source)
      output.append(key: "sha256", string: edition.sha256)
      output.append(key: "bytes", integer: edition.bytes)
      output.append(key: "features", integer: edition.features)
      output.append(key: "venues", integer: edition.venues)
      output.append(key: "installed", string: edition.installed)
      output.append(key: "fetched", string: edition.fetched)
      output.append(key: "etag", string: edition.etag)
      output.append(key: "last_modified", string: edition.lastModified)
      if let modified = edition.modified { output.append(key: "modified", string: modified) }
      if let user = edition.user { output.append(key: "user", string: user) }
      if let request = edition.request { output.append(key: "request", string: request) }
      if let choice = edition.choice { output.append(key: "choice", string: choice) }
      if let reading = edition.reading { output.append(key: "reading", string: reading) }
      if let polygon = edition.polygon { output.append(key: "polygon", string: polygon) }
      if let box = edition.extent {
        let edges = box.edges
        output.append(key: "extent", elements: 4) { $0.append(number: edges[$1]) }
      }
      if !edition.inputs.isEmpty {
        output.append(key: "inputs", elements: edition.inputs.count) {
          $0.append(jsonString: edition.inputs[$1])
        }
      }
      guard !edition.sources.isEmpty else { return }
      output.append(key: "sources") { output in
        for (source, venues) in edition.sources.sorted(by: { $0.key < $1.key }) {
          output.append(keyText: source)
          output.append(integer: venues)
        }
      }
    }
  }
}

extension EditionRecord {
  /// Unknown members are ignored: a later finder may have written them.
  init(_ cursor: inout JSONCursor) throws(ParseError) {
    let start = cursor.position
    var texts: [String: String] = [:]
    var numbers: [String: Int] = [:]
    var sources: [String: Int] = [:]
    var extent: BoundingBox?
    var inputs: [String] = []
    try cursor.readObject { (key, cursor) throws(ParseError) in
      let name = String(decoding: cursor.decoded(key), as: UTF8.self)
      switch cursor.byte {
      case UInt8(ascii: "\""):
        texts[name] = String(decoding: cursor.decoded(try cursor.readString()), as: UTF8.self)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digits = cursor.bytes(of: try cursor.readNumber())
        numbers[name] = Int(String(decoding: digits, as: UTF8.self))
      case UInt8(ascii: "{") where name == "sources": sources = try Self.counts(&cursor)
      case UInt8(ascii: "[") where name == "extent": extent = try Self.box(&cursor)
      case UInt8(ascii: "[") where name == "inputs": inputs = try Self.strings(&cursor)
      default: try cursor.skipValue()
      }
    }
    func missing(_ name: String, _ kind: String) -> ParseError {
      ParseError(start, "expected an edition's \"\(name)\", \(kind)")
    }
    func text(_ name: String) throws(ParseError) -> String {
      if let text = texts[name] { return text }
      throw missing(name, "a string")
    }
    func number(_ name: String) throws(ParseError) -> Int {
      if let number = numbers[name] { return number }
      throw missing(name, "a whole number")
    }
    let file = try text("file")
    try Self.refuseOutside(file, start)
    if let polygon = texts["polygon"] { try Self.refuseOutside(polygon, start) }
    self.init(
      file: file, source: try text("source"), sha256: try text("sha256"),
      bytes: try number("bytes"), features: try number("features"), venues: try number("venues"),
      installed: try text("installed"), fetched: texts["fetched"],
      etag: texts["etag"].flatMap(Self.validator),
      lastModified: texts["last_modified"].flatMap(Self.validator), modified: texts["modified"],
      user: texts["user"], request: texts["request"],
      sources: sources, choice: texts["choice"], reading: texts["reading"],
      polygon: texts["polygon"], extent: extent, inputs: inputs)
  }

  private static func strings(_ cursor: inout JSONCursor) throws(ParseError) -> [String] {
    var strings: [String] = []
    try cursor.readArray { (cursor) throws(ParseError) in
      guard cursor.byte == UInt8(ascii: "\"") else { return try cursor.skipValue() }
      strings.append(String(decoding: cursor.decoded(try cursor.readString()), as: UTF8.self))
    }
    return strings
  }

  /// `[west, south, east, north]`; `nil` for anything else, since the record may have been edited.
  private static func box(_ cursor: inout JSONCursor) throws(ParseError) -> BoundingBox? {
    var edges: [Double?] = []
    try cursor.readArray { (cursor) throws(ParseError) in
      let value = try cursor.spanOfValue()
      edges.append(DecimalNumber.parse(String(decoding: cursor.bytes(of: value), as: UTF8.self)))
    }
    // No edge is in range that is not a number.
    return BoundingBox(edges: edges.map { $0 ?? .nan })
  }

  private static func counts(_ cursor: inout JSONCursor) throws(ParseError) -> [String: Int] {
    var counts: [String: Int] = [:]
    try cursor.readObject { (key, cursor) throws(ParseError) in
      let name = String(decoding: cursor.decoded(key), as: UTF8.self)
      let value = try cursor.spanOfValue()
      counts[name] = Int(String(decoding: cursor.bytes(of: value), as: UTF8.self))
    }
    return counts.filter { $0.value >= 0 }
  }

  /// An ETag or a date that is stored and sent back unchanged, if it is printable ASCII and not too long. It
  /// is checked again when the record is read, which may have been edited.
  static func validator(_ value: String) -> String? {
    let isPlain = value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    return isPlain && !value.isEmpty && value.utf8.count <= 1024 ? value : nil
  }

  /// Reads only an edition's path, which is all that a query needs, and skips the rest.
  static func file(_ cursor: inout JSONCursor) throws(ParseError) -> String {
    let start = cursor.position
    var name = JSONStringSpan.none
    try cursor.readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "file"), cursor.byte == UInt8(ascii: "\"") {
        name = try cursor.readString()
      } else {
        try cursor.skipValue()
      }
    }
    guard !name.isNone else { throw ParseError(start, "expected an edition's \"file\", a string") }
    let file = String(decoding: cursor.decoded(name), as: UTF8.self)
    try refuseOutside(file, start)
    return file
  }

  private static func refuseOutside(_ file: String, _ start: Int) throws(ParseError) {
    guard staysInFolder(file) else {
      throw ParseError(start, "an edition's \"file\" is outside the data folder")
    }
  }

  /// Whether no step of the path is empty, `.` or `..`.
  private static func staysInFolder(_ file: String) -> Bool {
    var dots = 0
    var others = 0
    for byte in Array(file.utf8) + [UInt8(ascii: "/")] {
      switch byte {
      case 0: return false
      case UInt8(ascii: "."): dots += 1
      case UInt8(ascii: "/"):
        guard others > 0 || dots > 2 else { return false }
        (dots, others) = (0, 0)
      default: others += 1
      }
    }
    return true
  }
}
