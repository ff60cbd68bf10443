/// GeoJSON of 2008 could name another coordinate reference system than WGS 84 in a `crs` member.
/// Numbers on another system would be read as degrees and answer wrongly, so they are refused.
extension JSONCursor {
  /// Passes over a member that finder has no use for; throws where it is a `crs` it cannot serve.
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

  /// "EPSG:4326", "urn:ogc:def:crs:OGC:1.3:CRS84" and their relatives: the authority and the last
  /// field decide.
  private func isWGS84(_ name: String) -> Bool {
    let fields = name.uppercased().split { $0 == ":" || $0 == "/" || $0 == "#" }
    guard let code = fields.last else { return false }
    return code == "CRS84" || code == "CRS84H"
      || (code == "4326" && fields.contains { $0 == "EPSG" || $0 == "EPSG.XML" })
  }
}
