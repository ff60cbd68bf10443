import FinderEngine

/// Finds the position in a program's output: JSON (`CoreLocationCLI -json`, `termux-location`), named values
/// (GeoClue's `where-am-i`), or two numbers, latitude first.
package enum ProgramPosition {
  /// `isAll` is true once the program has ended. Before that, only values with names count as a position.
  package static func find(in bytes: Bytes, isAll: Bool) -> Coordinate? {
    let text = PaddedBytes(copying: bytes)
    return withExtendedLifetime(text) {
      var cursor = JSONCursor.start(of: text)
      if cursor.byte == UInt8(ascii: "{") || cursor.byte == UInt8(ascii: "[") {
        // Numbers in any other JSON are not a position.
        return (try? position(&cursor, depth: 0)) ?? nil
      }
      let lines = String(decoding: bytes, as: UTF8.self)
      return named(in: lines, isAll: isAll) ?? (isAll ? written(in: lines) : nil)
    }
  }

  private static let mostDepth = 8
  private static let latitudeKeys: [StaticString] = ["lat", "latitude"]
  private static let longitudeKeys: [StaticString] = ["lon", "lng", "long", "longitude"]

  /// From the first object that has both, searching from the outside in.
  private static func position(
    _ cursor: inout JSONCursor, depth: Int
  ) throws(ParseError) -> Coordinate? {
    guard depth < mostDepth else {
      try cursor.skipValue()
      return nil
    }
    var inner: Coordinate?
    var (latitude, longitude): (Double?, Double?)
    switch cursor.byte {
    case UInt8(ascii: "["):
      try cursor.readArray { (cursor) throws(ParseError) in
        let found = try position(&cursor, depth: depth + 1)
        inner = inner ?? found
      }
    case UInt8(ascii: "{"):
      try cursor.readObject { (key, cursor) throws(ParseError) in
        if latitudeKeys.contains(where: { cursor.key(key, is: $0) }) {
          latitude = try number(&cursor) ?? latitude
        } else if longitudeKeys.contains(where: { cursor.key(key, is: $0) }) {
          longitude = try number(&cursor) ?? longitude
        } else {
          let found = try position(&cursor, depth: depth + 1)
          inner = inner ?? found
        }
      }
    default: try cursor.skipValue()
    }
    guard let latitude, let longitude else { return inner }
    return Coordinate(validLatitude: latitude, longitude: longitude) ?? inner
  }

  /// A number, or a string that holds one, as CoreLocationCLI writes it.
  private static func number(_ cursor: inout JSONCursor) throws(ParseError) -> Double? {
    switch cursor.byte {
    case UInt8(ascii: "\""): return DecimalNumber.parse(try cursor.readText())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try cursor.readDouble()
    default:
      try cursor.skipValue()
      return nil
    }
  }

  /// `Latitude:    51.507400°` and `Longitude: …`, perhaps followed by more; with a decimal comma in
  /// languages that use one.
  private static func named(in text: String, isAll: Bool) -> Coordinate? {
    var (latitude, longitude): (Double?, Double?)
    let text = withoutDecimalCommas(text)
    let isBreak = { (character: Character) in character == ":" || self.isBreak(character) }
    var words: [Substring] = text.split(whereSeparator: isBreak)
    // The last word may be cut off.
    if !isAll, text.last.map({ !isBreak($0) }) ?? true { _ = words.popLast() }
    for (word, next) in zip(words, words.dropFirst()) {
      switch word.lowercased() {
      case "lat", "latitude": latitude = latitude ?? DecimalNumber.parse(String(next))
      case "lon", "lng", "long", "longitude":
        longitude = longitude ?? DecimalNumber.parse(String(next))
      default: continue
      }
    }
    guard let latitude, let longitude else { return nil }
    return Coordinate(validLatitude: latitude, longitude: longitude)
  }

  /// `51.5074 -0.1278`, in any spelling of degrees; or the first two words that are numbers.
  private static func written(in text: String) -> Coordinate? {
    for line in text.split(whereSeparator: \.isNewline).prefix(20) {
      if let point = try? DegreesText.coordinate(String(line)) { return point }
    }
    let numbers = text.split(whereSeparator: isBreak).lazy
      .compactMap { DecimalNumber.parse(String(value(in: $0))) }.prefix(2)
    guard let first = numbers.first, let second = numbers.dropFirst().first else { return nil }
    return Coordinate(validLatitude: first, longitude: second)
  }

  /// `lat:51.5` is a number after a name; `12:30` is a time.
  private static func value(in word: Substring) -> Substring {
    guard let colon = word.lastIndex(of: ":") else { return word }
    let isNamed = word[..<colon].last.map { $0.isLetter } ?? true
    return isNamed ? word[word.index(after: colon)...] : word
  }

  /// Replaces a comma between two groups of digits if neither has a point.
  private static func withoutDecimalCommas(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let decimal = bytes.indices.filter { place in
      guard bytes[place] == UInt8(ascii: ",") else { return false }
      let before = bytes[..<place].reversed().drop(while: \.isDigit)
      let after = bytes[(place + 1)...].drop(while: \.isDigit)
      return bytes[..<place].last?.isDigit == true && bytes[(place + 1)...].first?.isDigit == true
        && before.first != UInt8(ascii: ".") && after.first != UInt8(ascii: ".")
    }
    var changed = bytes
    for place in decimal { changed[place] = UInt8(ascii: ".") }
    return String(decoding: changed, as: UTF8.self)
  }

  private static func isBreak(_ character: Character) -> Bool {
    character.isWhitespace || ",;=<>()[]\"°".contains(character)
  }
}

extension JSONCursor {
  /// Compares in any case.
  fileprivate func key(_ key: JSONStringSpan, is word: StaticString) -> Bool {
    withDecoded(key) { key in
      key.count == word.utf8CodeUnitCount
        && zip(key, word.bytes).allSatisfy { $0 | 0x20 == $1 }
    }
  }
}
