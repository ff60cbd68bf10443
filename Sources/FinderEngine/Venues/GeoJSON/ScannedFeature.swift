/// A feature in its text: the places of its parts, its position, or why it cannot be used.
///
/// The same code serves for loading, which keeps a few offsets, and for printing a result, which returns to
/// the feature's first byte and takes what it needs.
package struct ScannedFeature {
  /// The whole of it, from brace to brace.
  package var span = JSONSpan.none
  package var id = JSONSpan.none
  package var name = PropertyValue()
  package var postcode = PropertyValue()
  /// `none` if there are none or they are null.
  package var properties = JSONSpan.none
  /// Whether there are properties other than `name` and `postcode`; some of them may not be shown.
  package var hasOtherProperties = false
  var geometry = GeometryScan()
  package var fault: FeatureFault?

  package var coordinate: Coordinate { geometry.center }
}

/// A property found under one of several keys; earlier keys in the list take precedence.
package struct PropertyValue {
  /// The value: for a string the text between its quotes, for a number its digits.
  package var text = JSONStringSpan.none
  /// The rank of its key, 0 for the best.
  var rank = UInt8.max
}

extension JSONCursor {
  /// Reads an element of `features`, or a whole Feature text. `feature` is overwritten.
  mutating func readFeature(into feature: inout ScannedFeature) throws(ParseError) {
    feature = ScannedFeature()
    let start = position
    guard byte == UInt8(ascii: "{") else {
      feature.fault = .notAFeature
      feature.span = try spanOfValue()
      return
    }
    var isFeature = false
    var hasGeometry = false
    try readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "properties") {
        try cursor.readProperties(into: &feature)
      } else if cursor.string(key, is: "geometry") {
        hasGeometry = true
        feature.geometry = GeometryScan()
        try cursor.readGeometry(into: &feature.geometry)
      } else if cursor.string(key, is: "type") {
        isFeature = try cursor.readWhetherString(is: "Feature")
      } else if cursor.string(key, is: "id") {
        feature.id = try cursor.readID()
      } else {
        try cursor.passForeignMember(key)
      }
    }
    feature.span = JSONSpan(start: start, end: position)
    if !isFeature {
      feature.fault = .notAFeature
    } else if feature.fault == nil {
      feature.fault = hasGeometry ? feature.geometry.verdict : .noGeometry
    }
  }

  /// Passes a value, and returns whether it is the string `word`.
  @inline(__always)
  mutating func readWhetherString(is word: StaticString) throws(ParseError) -> Bool {
    guard byte == UInt8(ascii: "\"") else {
      try skipValue()
      return false
    }
    return string(try readString(), is: word)
  }

  /// A string or number that is not empty; anything else does not count as an id.
  mutating func readID() throws(ParseError) -> JSONSpan { id(at: try spanOfValue()) }

  /// The same for a value that has already been passed.
  package func id(at span: JSONSpan) -> JSONSpan {
    let first = base[span.start]
    let isText = first == UInt8(ascii: "\"") && span.count > 2
    let isNumber = first == UInt8(ascii: "-") || first &- 0x30 < 10
    return isText || isNumber ? span : .none
  }

  @inline(__always)
  private mutating func readProperties(into feature: inout ScannedFeature) throws(ParseError) {
    feature.properties = .none
    feature.name = PropertyValue()
    feature.postcode = PropertyValue()
    feature.hasOtherProperties = false
    if feature.fault == .malformedProperties { feature.fault = nil }
    guard byte == UInt8(ascii: "{") else {
      if byte != UInt8(ascii: "n") { feature.fault = .malformedProperties }
      return try skipValue()
    }
    let start = position
    try readObject { (key, cursor) throws(ParseError) in
      try cursor.readProperty(key, into: &feature)
    }
    feature.properties = JSONSpan(start: start, end: position)
  }

  /// Passes a property's value, and takes it if the key is one for a name or postcode.
  @inline(__always)
  mutating func readProperty(
    _ key: JSONStringSpan, into feature: inout ScannedFeature
  ) throws(ParseError) {
    let isTextOrNumber =
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "-") || byte &- 0x30 < 10
    let mayCount = key.hasEscapes || key.count > 0 && base[key.end - 1] == VenueKeys.lastByte
    let nameRank = mayCount ? rankAsName(key) : nil
    let rank = mayCount ? nameRank ?? rankAsPostcode(key) : nil
    if rank != 0 || !isTextOrNumber { feature.hasOtherProperties = true }
    guard let rank else { return try skipValue() }
    if nameRank != nil {
      try readPropertyValue(rank: rank, into: &feature.name)
    } else {
      try readPropertyValue(rank: rank, into: &feature.postcode)
    }
  }

  /// Takes a string that is not empty, or a number, unless a better key already gave one. The last of several
  /// equal keys counts, as in most JSON readers.
  @inline(__always)
  mutating func readPropertyValue(rank: UInt8, into value: inout PropertyValue) throws(ParseError) {
    let text: JSONStringSpan
    switch byte {
    case UInt8(ascii: "\""): text = try readString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let number = try readNumber()
      text = JSONStringSpan(start: number.start, end: number.end, hasEscapes: false)
    default: return try skipValue()
    }
    guard rank <= value.rank, hasContent(text) else { return }
    value = PropertyValue(text: text, rank: rank)
  }

  /// Whether the member gave the venue its name or postcode, or would have if it were not empty.
  package func isNameOrPostcode(
    _ key: JSONStringSpan, _ value: JSONSpan, of feature: ScannedFeature
  ) -> Bool {
    if let rank = rankAsName(key) { return rank == feature.name.rank || isEmptyValue(value) }
    if let rank = rankAsPostcode(key) {
      return rank == feature.postcode.rank || isEmptyValue(value)
    }
    return false
  }

  package func isEmptyValue(_ value: JSONSpan) -> Bool {
    switch base[value.start] {
    case UInt8(ascii: "n"): true
    case UInt8(ascii: "\""): !hasContent(idToken(value))
    default: false
    }
  }

  /// Whether anything remains after tidying: white space alone is not a name.
  @inline(__always) func hasContent(_ text: JSONStringSpan) -> Bool {
    guard text.count > 0 else { return false }
    let first = base[text.start]
    if first > 0x20, first < 0x7F, first != UInt8(ascii: "\\") { return true }
    return hasContentOnceTidied(text)
  }

  @inline(never) private func hasContentOnceTidied(_ text: JSONStringSpan) -> Bool {
    withDecoded(text) { !TidyText.string($0).isEmpty }
  }

  @inline(__always) package func rankAsName(_ key: JSONStringSpan) -> UInt8? {
    VenueKeys.nameRank { string(key, is: $0) }
  }

  @inline(__always) package func rankAsPostcode(_ key: JSONStringSpan) -> UInt8? {
    VenueKeys.postcodeRank { string(key, is: $0) }
  }
}

/// Why a feature cannot be used. The rest of the dataset can: the feature is left out and counted, and `data
/// validate` shows where it is.
package enum FeatureFault: UInt8, CaseIterable, Sendable {
  case notAFeature
  case noGeometry
  case emptyGeometry
  case unknownGeometry
  case malformedCoordinates
  case outOfRange
  case malformedProperties

  /// A word for scripts.
  package var name: String {
    switch self {
    case .notAFeature: "not-a-feature"
    case .noGeometry: "no-geometry"
    case .emptyGeometry: "empty-geometry"
    case .unknownGeometry: "unknown-geometry"
    case .malformedCoordinates: "malformed-coordinates"
    case .outOfRange: "out-of-range"
    case .malformedProperties: "malformed-properties"
    }
  }

  /// A clause for people, after "feature 12: ".
  package var explanation: String {
    switch self {
    case .notAFeature: "is not an object of type Feature"
    case .noGeometry: "has no geometry"
    case .emptyGeometry: "has a geometry without any position"
    case .unknownGeometry: "has a geometry of a type that GeoJSON does not know"
    case .malformedCoordinates: "has coordinates that do not fit its geometry's type"
    case .outOfRange: "has a latitude outside -90…90 or a longitude outside -180…180"
    case .malformedProperties: "has properties that are neither an object nor null"
    }
  }
}
