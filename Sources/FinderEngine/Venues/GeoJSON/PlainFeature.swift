/// The quick way over a feature of the usual form.
///
/// Nearly every feature of nearly every file is written by a program that puts white space in the
/// same places each time, most often none:
///
///     {"type":"Feature","properties":{"name":"…","postcode":"…"},
///      "geometry":{"type":"Point","coordinates":[-2.0964,57.1478]}}
///
/// So a whole member up to where its value begins to differ (`"type":"Feature"`, `"geometry":{`) is
/// compared at once, in two loads of 8 bytes; only names, postcodes and numbers are scanned, and
/// nothing is copied. The members may come in any order, as each comparison asks for one member and
/// not for one shape of the whole. Of the real dataset every feature is read in this way, in a
/// third of the time.
///
/// The quick way knows no errors. Whatever it does not expect makes it say no, and the general way
/// (`readFeature`) begins again at the feature's first byte: what is refused, where and why is
/// settled there alone. What is accepted here must come out there bit for bit; the tests hold each
/// against the other. Members that finder has no use for, strings with escapes or characters beyond
/// ASCII, and geometries other than points are read by the general way's own functions.
extension JSONCursor {
  /// Reads the feature that begins here, or returns false and stays where it was.
  @inline(never)
  mutating func readPlainFeature<Spelling: FeatureSpelling>(
    _ spelling: Spelling.Type, into feature: inout ScannedFeature
  ) -> Bool {
    let (start, outerDepth) = (position, depth)
    let isRead = walkPlainFeature(spelling, into: &feature)
    if !isRead { position = start }
    depth = outerDepth
    return isRead
  }

  @inline(__always)
  private mutating func walkPlainFeature<Spelling: FeatureSpelling>(
    _ spelling: Spelling.Type, into feature: inout ScannedFeature
  ) -> Bool {
    let start = position
    var place = start
    guard pass(Spelling.opening, at: &place) else { return false }
    depth += 1
    feature = ScannedFeature()
    var isFeature = false
    var hasGeometry = false
    repeat {
      if pass(Spelling.type, at: &place) {
        isFeature = true
      } else if pass(Spelling.properties, at: &place) {
        guard readPlainProperties(spelling, at: &place, into: &feature) else { return false }
      } else if pass(Spelling.geometry, at: &place) {
        hasGeometry = true
        guard readPlainGeometry(spelling, at: &place, into: &feature.geometry) else { return false }
      } else {
        position = place
        guard (try? readOtherMember(into: &feature)) != nil else { return false }
        place = position
      }
    } while pass(Spelling.comma, at: &place)
    guard isFeature, pass(Spelling.closing, at: &place) else { return false }
    feature.span = JSONSpan(start: start, end: place)
    feature.fault = hasGeometry ? feature.geometry.verdict : .noGeometry
    position = place
    return true
  }

  /// Passes over `word` if the text goes on with it. It has no zero bytes, so that it never matches
  /// anything of the padding, and is shorter than that.
  @inline(__always)
  private func pass(_ word: StaticString, at place: inout Int) -> Bool {
    guard memcmp(base + place, word.utf8Start, word.utf8CodeUnitCount) == 0 else { return false }
    place &+= word.utf8CodeUnitCount
    return true
  }

  /// An id, or a member that finder has no use for.
  @inline(never)
  private mutating func readOtherMember(into feature: inout ScannedFeature) throws(ParseError) {
    let key = try readKey()
    if string(key, is: "id") {
      feature.id = try readID()
    } else if string(key, is: "type") || string(key, is: "geometry")
      || string(key, is: "properties")
    {
      throw failure("expected a usual spelling")
    } else {
      try passForeignMember(key)
    }
  }

  /// The object's bracket was passed.
  @inline(__always)
  private mutating func readPlainProperties<Spelling: FeatureSpelling>(
    _ spelling: Spelling.Type, at place: inout Int, into feature: inout ScannedFeature
  ) -> Bool {
    let start = place &- Spelling.opening.utf8CodeUnitCount
    // The last of equal keys holds, and there must be nothing left of an earlier one.
    guard feature.properties.isNone else { return false }
    repeat {
      if pass(Spelling.name, at: &place) {
        let end = endOfPlainCharacters(from: place)
        guard take(at: &place, end, into: &feature.name) else { return false }
      } else if pass(Spelling.postcode, at: &place) {
        let end = endOfFewPlainCharacters(from: place)
        guard take(at: &place, end, into: &feature.postcode) else { return false }
      } else {
        position = place
        guard (try? readOtherProperty(into: &feature)) != nil else { return false }
        place = position
      }
    } while pass(Spelling.comma, at: &place)
    guard pass(Spelling.closing, at: &place) else { return false }
    feature.properties = JSONSpan(start: start, end: place)
    return true
  }

  /// A string under the best of its keys, from `place` up to a quote at `end`: it takes the place of
  /// what is there if it says something.
  @inline(__always)
  private mutating func take(
    at place: inout Int, _ end: Int, into value: inout PropertyValue
  ) -> Bool {
    // White space alone, or a DEL, says nothing: see `saysSomething`.
    let saysSomething = base[place] &- 0x21 < 0x7F - 0x21
    guard base[end] == UInt8(ascii: "\""), saysSomething else {
      position = place &- 1
      guard readUnusualValue(into: &value) else { return false }
      place = position
      return true
    }
    // Of a string that begins with its end the first byte is the quote.
    if end != place {
      value.text = JSONStringSpan(start: place, end: end, hasEscapes: false)
      value.rank = 0
    }
    place = end &+ 1
    return true
  }

  @inline(never)
  private mutating func readUnusualValue(into value: inout PropertyValue) -> Bool {
    (try? readPropertyValue(rank: 0, into: &value)) != nil
  }

  @inline(never)
  private mutating func readOtherProperty(into feature: inout ScannedFeature) throws(ParseError) {
    depth += 1
    try readProperty(try readKey(), into: &feature)
    depth -= 1
  }

  /// The object's bracket was passed.
  @inline(__always)
  private mutating func readPlainGeometry<Spelling: FeatureSpelling>(
    _ spelling: Spelling.Type, at place: inout Int, into scan: inout GeometryScan
  ) -> Bool {
    let start = place &- Spelling.opening.utf8CodeUnitCount
    if readPlainPoint(spelling, at: &place, into: &scan) { return true }
    position = start
    guard readAnyGeometry(into: &scan) else { return false }
    place = position
    return true
  }

  @inline(never)
  private mutating func readAnyGeometry(into scan: inout GeometryScan) -> Bool {
    scan = GeometryScan()
    return (try? readGeometry(into: &scan)) != nil
  }

  /// A point of two numbers, its type before or after them.
  @inline(__always)
  private func readPlainPoint<Spelling: FeatureSpelling>(
    _ spelling: Spelling.Type, at place: inout Int, into scan: inout GeometryScan
  ) -> Bool {
    let isTypeFirst = pass(Spelling.point, at: &place)
    guard !isTypeFirst || pass(Spelling.comma, at: &place), pass(Spelling.coordinates, at: &place)
    else { return false }
    let longitude = plainDouble(from: place)
    place = longitude.end
    guard place > 0, pass(Spelling.comma, at: &place) else { return false }
    let latitude = plainDouble(from: place)
    place = latitude.end
    guard place > 0, pass(Spelling.arrayClosing, at: &place),
      isTypeFirst || pass(Spelling.comma, at: &place) && pass(Spelling.point, at: &place),
      pass(Spelling.closing, at: &place)
    else { return false }
    scan = GeometryScan(at: Coordinate(latitude: latitude.value, longitude: longitude.value))
    return true
  }
}

/// A feature's members up to where their values begin to differ, as one family of writers spells
/// them. Each text is a constant, compared in one or two loads.
protocol FeatureSpelling {
  static var type: StaticString { get }
  static var properties: StaticString { get }
  static var geometry: StaticString { get }
  static var name: StaticString { get }
  static var postcode: StaticString { get }
  static var point: StaticString { get }
  static var coordinates: StaticString { get }
  static var opening: StaticString { get }
  static var comma: StaticString { get }
  static var closing: StaticString { get }
  static var arrayClosing: StaticString { get }
}

extension FeatureSpelling {
  @inline(__always) static var type: StaticString { "\"type\": \"Feature\"" }
  @inline(__always) static var properties: StaticString { "\"properties\": {" }
  @inline(__always) static var geometry: StaticString { "\"geometry\": {" }
  @inline(__always) static var name: StaticString { "\"name\": \"" }
  @inline(__always) static var postcode: StaticString { "\"postcode\": \"" }
  @inline(__always) static var point: StaticString { "\"type\": \"Point\"" }
  @inline(__always) static var coordinates: StaticString { "\"coordinates\": [" }
  @inline(__always) static var opening: StaticString { "{" }
  @inline(__always) static var comma: StaticString { ", " }
  @inline(__always) static var closing: StaticString { "}" }
  @inline(__always) static var arrayClosing: StaticString { "]" }
}

/// A space after each comma and colon: Python.
enum SpacedSpelling: FeatureSpelling {}

/// No white space at all: JavaScript, jq, most services.
enum CompactSpelling: FeatureSpelling {
  static var type: StaticString { "\"type\":\"Feature\"" }
  static var properties: StaticString { "\"properties\":{" }
  static var geometry: StaticString { "\"geometry\":{" }
  static var name: StaticString { "\"name\":\"" }
  static var postcode: StaticString { "\"postcode\":\"" }
  static var point: StaticString { "\"type\":\"Point\"" }
  static var coordinates: StaticString { "\"coordinates\":[" }
  static var comma: StaticString { "," }
}

/// A space inside brackets too: GDAL, and so QGIS and ogr2ogr.
enum WideSpelling: FeatureSpelling {
  static var properties: StaticString { "\"properties\": { " }
  static var geometry: StaticString { "\"geometry\": { " }
  static var coordinates: StaticString { "\"coordinates\": [ " }
  static var opening: StaticString { "{ " }
  static var closing: StaticString { " }" }
  static var arrayClosing: StaticString { " ]" }
}
