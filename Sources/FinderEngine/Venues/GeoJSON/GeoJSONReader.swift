/// Reads a GeoJSON dataset: a FeatureCollection, a single Feature or geometry, several of these with one on
/// each line, or a sequence by RFC 8142 with a record separator before each.
///
/// Members may be in any order: a text's `type` is looked up first, which takes a second pass only if
/// `features` comes before it. If the text is not JSON, or not GeoJSON at the level of the document, the
/// whole text fails with the offset. A fault in one feature goes to the sink with that feature.
package struct GeoJSONReader {
  private var cursor: JSONCursor
  private let text: Bytes
  private var features: FeatureWalk
  /// The minimum size of a part in bytes. A text too short for four parts is read in one.
  private let leastPart: Int

  /// Four parts of this size are read in 10 ms.
  static let standardPart = 4 << 20

  /// Without the quick way, reading takes longer, with the same result.
  package init(_ bytes: PaddedBytes, takesQuickWay: Bool = true, leastPart: Int = standardPart) {
    self.leastPart = leastPart
    text = bytes.bytes
    cursor = JSONCursor(bytes)
    features = FeatureWalk(takesQuickWay: takesQuickWay)
  }

  package mutating func read(into sink: inout some FeatureSink & ~Copyable) throws(ParseError) {
    cursor.position = text.lengthOfByteOrderMark
    guard !cursor.isAtEnd() else {
      throw ParseError(cursor.position, "expected GeoJSON, but there is nothing but white space")
    }
    if cursor.byte == Self.recordSeparator {
      try readSequence(into: &sink)
    } else {
      try readLines(into: &sink)
    }
  }

  private static let recordSeparator: UInt8 = 0x1E

  /// RFC 8142: each text has a record separator before it and may span several lines.
  private mutating func readSequence(into sink: inout some FeatureSink & ~Copyable)
    throws(ParseError)
  {
    while !cursor.isAtEnd() {
      guard cursor.byte == Self.recordSeparator else {
        throw cursor.failure("expected a record separator (0x1E) before the next text")
      }
      while cursor.byte == Self.recordSeparator {
        cursor.position += 1
        cursor.skipWhitespace()
      }
      if cursor.position < text.count { try readText(into: &sink) }
    }
  }

  /// One text of any shape, or several on one line each.
  private mutating func readLines(into sink: inout some FeatureSink & ~Copyable) throws(ParseError)
  {
    var start = cursor.position
    try readText(into: &sink)
    while true {
      let textEnd = cursor.position
      guard !cursor.isAtEnd() else { return }
      guard !holdsNewline(start..<textEnd), holdsNewline(textEnd..<cursor.position) else {
        throw cursor.failure("expected nothing more, or one feature a line")
      }
      start = cursor.position
      try readText(into: &sink)
      guard !holdsNewline(start..<cursor.position) else {
        throw ParseError(start, "expected one whole feature on this line")
      }
    }
  }

  private func holdsNewline(_ range: Range<Int>) -> Bool {
    !range.isEmpty
      && memchr(cursor.base + range.lowerBound, 0x0A, range.count) != nil
  }

  private mutating func readText(into sink: inout some FeatureSink & ~Copyable) throws(ParseError) {
    let start = cursor.position
    guard cursor.byte == UInt8(ascii: "{") else {
      throw cursor.failure("expected a GeoJSON object ('{')")
    }
    guard let type = try cursor.typeAhead() else {
      throw ParseError(start, "expected GeoJSON, but this object has no 'type'")
    }
    if cursor.string(type, is: "FeatureCollection") {
      try readCollection(into: &sink)
    } else if cursor.string(type, is: "Feature") {
      try features.readNext(&cursor, into: &sink)
    } else if cursor.isGeometryType(type) {
      var feature = ScannedFeature()
      try cursor.readBareGeometry(into: &feature)
      sink.take(feature)
    } else {
      let name = fitForMessage(String(decoding: cursor.decoded(type), as: UTF8.self))
      throw ParseError(
        start, "expected a Feature, a FeatureCollection or a geometry, but the type is '\(name)'")
    }
  }

  private static func readFeatures(
    _ cursor: inout JSONCursor, _ features: inout FeatureWalk, atLeast leastPart: Int,
    into sink: inout some FeatureSink & ~Copyable
  ) throws(ParseError) {
    var isFirst = true
    guard try cursor.nextElement(&isFirst) else { return }
    if let parts = FeatureParts.divide(cursor, for: sink, atLeast: leastPart),
      parts.read(&cursor, into: &sink, takesQuickWay: features.takesQuickWay)
    {
      guard try cursor.nextElement(&isFirst) else { return }
    }
    repeat {
      try features.readNext(&cursor, into: &sink)
    } while try cursor.nextElement(&isFirst)
  }

  private mutating func readCollection(into sink: inout some FeatureSink & ~Copyable)
    throws(ParseError)
  {
    let start = cursor.position
    var hasFeatures = false
    try cursor.readObject { (key, cursor) throws(ParseError) in
      guard cursor.string(key, is: "features") else {
        let start = cursor.position
        try cursor.passForeignMember(key)
        return sink.take(member: key, JSONSpan(start: start, end: cursor.position))
      }
      guard !hasFeatures else { throw cursor.failure("expected 'features' only once") }
      hasFeatures = true
      guard cursor.byte == UInt8(ascii: "[") else {
        throw cursor.failure("expected 'features' to be an array")
      }
      try Self.readFeatures(&cursor, &features, atLeast: leastPart, into: &sink)
    }
    guard hasFeatures else {
      throw ParseError(start, "expected a 'features' array in the FeatureCollection")
    }
  }
}

extension JSONCursor {
  /// Looks ahead for the `type` of the object that begins here. It is usually the first member.
  func typeAhead() throws(ParseError) -> JSONStringSpan? {
    var ahead = moved(to: position)
    var isFirst = true
    while let key = try ahead.nextMember(&isFirst) {
      let value = try ahead.spanOfValue()
      if ahead.string(key, is: "type") { return ahead.idToken(value) }
    }
    return nil
  }

  // In 2008, GeoJSON could have a `crs` member for a coordinate reference system other than WGS 84. Its
  // numbers would be read as degrees and give wrong answers, so such a dataset is refused.

  /// Passes a member that finder does not use; throws if it is a `crs` other than WGS 84.
  @inline(__always)
  package mutating func passForeignMember(_ key: JSONStringSpan) throws(ParseError) {
    if string(key, is: "crs") { return try passReferenceSystem() }
    try skipValue()
  }

  @inline(never)
  private mutating func passReferenceSystem() throws(ParseError) {
    let start = position
    if byte == UInt8(ascii: "n") { return try skipValue() }
    var name: JSONStringSpan?
    guard byte == UInt8(ascii: "{") else {
      throw ParseError(start, "expected the 'crs' member to be an object or null")
    }
    try readObject { (key, cursor) throws(ParseError) in
      guard cursor.string(key, is: "properties"), cursor.byte == UInt8(ascii: "{") else {
        return try cursor.skipValue()
      }
      try cursor.readObject { (key, cursor) throws(ParseError) in
        if cursor.string(key, is: "name"), cursor.byte == UInt8(ascii: "\"") {
          name = try cursor.readString()
        } else {
          try cursor.skipValue()
        }
      }
    }
    let shown = name.map { String(decoding: decoded($0), as: UTF8.self) }
    guard let shown, isWGS84(shown) else {
      throw ParseError(
        start,
        "expected WGS 84 longitudes and latitudes (CRS84 or EPSG:4326), but the 'crs' member "
          + (shown.map { "names \(fitForMessage($0))" } ?? "names no such system"))
    }
  }

  /// "EPSG:4326", "urn:ogc:def:crs:OGC:1.3:CRS84" and similar names: the authority and the last field decide.
  private func isWGS84(_ name: String) -> Bool {
    let fields = name.uppercased().split { $0 == ":" || $0 == "/" || $0 == "#" }
    guard let code = fields.last else { return false }
    return code == "CRS84" || code == "CRS84H"
      || (code == "4326" && fields.contains { $0 == "EPSG" || $0 == "EPSG.XML" })
  }
}

/// Takes the features of a dataset, one after another, in the order of the text.
package protocol FeatureSink: ~Copyable {
  mutating func take(_ feature: borrowing ScannedFeature)

  /// Takes a member of a FeatureCollection other than its features.
  mutating func take(member key: JSONStringSpan, _ value: JSONSpan)

  /// False if features must come one after another; then the next two are not called.
  var canTakeParts: Bool { get }
  /// An empty sink for a part of the text that another thread reads.
  func emptyPart(ofBytes bytes: Int) -> Self
  /// Merges the sinks of parts, in their order.
  mutating func takeParts(_ parts: UnsafeMutableBufferPointer<Self>)
}

extension FeatureSink where Self: ~Copyable {
  package mutating func take(member key: JSONStringSpan, _ value: JSONSpan) {}
  package var canTakeParts: Bool { false }
  package func emptyPart(ofBytes bytes: Int) -> Self { fatalError("takes no parts") }
  package mutating func takeParts(_ parts: UnsafeMutableBufferPointer<Self>) {}
}
