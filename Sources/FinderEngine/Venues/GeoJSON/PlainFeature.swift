/// The quick way to read a feature of the usual form.
///
/// Nearly all features of nearly all files are written by programs that put white space in the same places
/// each time, most often none:
///
///     {"type":"Feature","properties":{"name":"…","postcode":"…"},
///      "geometry":{"type":"Point","coordinates":[-2.0964,57.1478]}}
///
/// So a whole member, up to the point where values differ (`"type":"Feature"`, `"geometry":{`), is compared
/// at once, in two loads of 8 bytes; only names, postcodes and numbers are scanned, and nothing is copied.
/// The members may come in any order, since each comparison is for one member, not for the shape of the
/// whole. Every feature of the real dataset is read this way, in a third of the time.
///
/// The quick way reports no errors. If it meets anything unexpected, it returns false, and the general way
/// (`readFeature`) begins again at the feature's first byte. Only that one decides what is refused, where and
/// why. Whatever is accepted here must have the same result there, bit for bit; tests compare the two.
/// Members that finder does not use, strings with escapes or characters beyond ASCII, and geometries other
/// than points are read by the general way's functions.
extension JSONCursor {
  /// Reads the feature that begins here, or returns false and stays there.
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

  /// Passes `word` if it comes next. It must have no zero bytes, so it never matches the padding, and must be
  /// shorter than that.
  @inline(__always)
  private func pass(_ word: StaticString, at place: inout Int) -> Bool {
    guard memcmp(base + place, word.utf8Start, word.utf8CodeUnitCount) == 0 else { return false }
    place &+= word.utf8CodeUnitCount
    return true
  }

  /// An id, or a member that finder does not use.
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

  /// The object's opening bracket has been passed.
  @inline(__always)
  private mutating func readPlainProperties<Spelling: FeatureSpelling>(
    _ spelling: Spelling.Type, at place: inout Int, into feature: inout ScannedFeature
  ) -> Bool {
    let start = place &- Spelling.opening.utf8CodeUnitCount
    // The last of several equal keys counts, so nothing of an earlier one may be left.
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

  /// A string under its best key, from `place` up to a quote at `end`. It replaces the earlier value if it is
  /// not empty.
  @inline(__always)
  private mutating func take(
    at place: inout Int, _ end: Int, into value: inout PropertyValue
  ) -> Bool {
    // It may consist only of white space and DEL: see `hasContent`.
    let hasContent = base[place] &- 0x21 < 0x7F - 0x21
    guard base[end] == UInt8(ascii: "\""), hasContent else {
      position = place &- 1
      guard readUnusualValue(into: &value) else { return false }
      place = position
      return true
    }
    // In an empty string, the first byte is the closing quote.
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

  /// The object's opening bracket has been passed.
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

  /// A point of two numbers, with its type before or after them.
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

/// A feature's members, up to the point where values differ, as one family of programs spells them. Each text
/// is a constant, compared in one or two loads.
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

/// A space after each comma and colon, as in Python.
enum SpacedSpelling: FeatureSpelling {}

/// No white space at all, as in JavaScript, jq and most services.
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

/// Also a space inside brackets, as in GDAL, and so in QGIS and ogr2ogr.
enum WideSpelling: FeatureSpelling {
  static var properties: StaticString { "\"properties\": { " }
  static var geometry: StaticString { "\"geometry\": { " }
  static var coordinates: StaticString { "\"coordinates\": [ " }
  static var opening: StaticString { "{ " }
  static var closing: StaticString { " }" }
  static var arrayClosing: StaticString { " ]" }
}
