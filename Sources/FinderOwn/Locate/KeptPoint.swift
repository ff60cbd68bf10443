import FinderEngine

/// A point that the user kept, with the text that it was given as.
package struct KeptPoint: Equatable, Sendable {
  /// The name of a saved point; empty for 'here'.
  package let name: String
  package let coordinate: Coordinate
  /// As in `SW1A 1AA`.
  package let text: String
  /// When it was kept, in seconds since 1970.
  package let kept: Int
  var others = OtherMembers()

  package init(name: String, _ coordinate: Coordinate, text: String, kept: Int) {
    self.name = TidyText.string(name)
    self.coordinate = coordinate
    self.text = text
    self.kept = kept
  }

  init(_ cursor: inout JSONCursor) throws(ParseError) {
    let start = cursor.position
    var (latitude, longitude) = (Double.nan, Double.nan)
    var (name, text, kept) = ("", "", 0.0)
    var others = OtherMembers()
    try cursor.readMembers { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "name") {
        name = try cursor.readText()
      } else if cursor.string(key, is: "lat") {
        latitude = try cursor.readDouble()
      } else if cursor.string(key, is: "lon") {
        longitude = try cursor.readDouble()
      } else if cursor.string(key, is: "text") {
        text = try cursor.readText()
      } else if cursor.string(key, is: "kept_s") {
        kept = try cursor.readDouble()
      } else {
        try others.take(key, &cursor)
      }
    }
    guard let point = Coordinate(validLatitude: latitude, longitude: longitude) else {
      throw ParseError(start, "expected a point with \"lat\" and \"lon\" in range")
    }
    self.init(name: name, point, text: text, kept: Int(max(0, min(kept, 1e15))))
    self.others = others
  }

  func append(to output: inout ByteBuffer) {
    output.appendObject { output in
      if !name.isEmpty { output.append(key: "name", string: name) }
      output.append(placeOf: coordinate)
      output.append(key: "text", string: text)
      output.append(key: "kept_s", integer: kept)
      others.append(to: &output)
    }
  }
}
