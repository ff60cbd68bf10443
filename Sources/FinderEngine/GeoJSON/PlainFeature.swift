/// The quick way over a feature of the usual form.
///
/// Nearly every feature of nearly every file is written by a program, without white space, as
///
///     {"type":"Feature","properties":{"name":"…","postcode":"…"},
///      "geometry":{"type":"Point","coordinates":[-2.0964,57.1478]}}
///
/// with its members in some order. So a whole member up to where its value begins to differ
/// (`"type":"Feature"`, `"geometry":{`) is compared at once, in two loads of 8 bytes; only names,
/// postcodes and numbers are scanned, and nothing is copied. The members may come in any order, as
/// each comparison asks for one member and not for one shape of the whole.
///
/// The quick way knows no errors. Whatever it does not expect makes it say no, and the general way
/// (`readFeature`) begins again at the feature's first byte: what is refused, where and why is
/// settled there alone. What is accepted here must come out there bit for bit; the tests hold each
/// against the other. Values of members that it has no use for, strings with escapes or without
/// ASCII, and geometries other than points are read by the general way's own functions.
extension JSONCursor {
  /// Reads the feature that begins here, or returns false and stays where it was.
  mutating func readPlainFeature(into feature: inout ScannedFeature) -> Bool {
    let (start, outerDepth) = (position, depth)
    if walkPlainFeature(into: &feature) {
      depth = outerDepth
      return true
    }
    (position, depth) = (start, outerDepth)
    return false
  }

  @inline(__always)
  private mutating func walkPlainFeature(into feature: inout ScannedFeature) -> Bool {
    let start = position
    guard byte == UInt8(ascii: "{") else { return false }
    depth += 1
    feature = ScannedFeature()
    var place = start + 1
    var isFeature = false
    var hasGeometry = false
    repeat {
      if stands("\"type\":\"Feature\"", at: place) {
        isFeature = true
        place += 16
      } else if stands("\"properties\":{", at: place) {
        place += 13
        guard readPlainProperties(at: &place, into: &feature) else { return false }
      } else if stands("\"geometry\":{", at: place) {
        hasGeometry = true
        place += 11
        guard readPlainGeometry(at: &place, into: &feature.geometry) else { return false }
      } else {
        guard readOtherMember(at: &place, into: &feature) else { return false }
      }
      place += 1
    } while base[place - 1] == UInt8(ascii: ",")
    guard isFeature, base[place - 1] == UInt8(ascii: "}") else { return false }
    feature.span = JSONSpan(start: start, end: place)
    feature.fault = hasGeometry ? feature.geometry.verdict : .noGeometry
    position = place
    return true
  }

  /// True if the text goes on with `word`, of at most as many bytes as there are of padding.
  @inline(__always)
  private func stands(_ word: StaticString, at place: Int) -> Bool {
    memcmp(base + place, word.utf8Start, word.utf8CodeUnitCount) == 0
  }

  /// An id, or a member that finder has no use for.
  @inline(never)
  private mutating func readOtherMember(
    at place: inout Int, into feature: inout ScannedFeature
  ) -> Bool {
    position = place
    do throws(ParseError) {
      let key = try readString()
      guard skip(":") else { return false }
      if string(key, is: "id") {
        feature.id = try readID()
      } else if string(key, is: "type") || string(key, is: "geometry")
        || string(key, is: "properties")
      {
        return false
      } else {
        try passForeignMember(key)
      }
    } catch {
      return false
    }
    place = position
    return true
  }

  // MARK: Properties

  @inline(__always)
  private mutating func readPlainProperties(
    at place: inout Int, into feature: inout ScannedFeature
  ) -> Bool {
    let start = place
    var name = PropertyValue()
    var postcode = PropertyValue()
    place += 1
    repeat {
      if stands("\"name\":\"", at: place) {
        place += 8
        guard readPlainValue(at: &place, into: &name) else { return false }
      } else if stands("\"postcode\":\"", at: place) {
        place += 12
        guard readPlainValue(at: &place, into: &postcode) else { return false }
      } else {
        guard readOtherProperty(at: &place, &name, &postcode) else { return false }
      }
      place += 1
    } while base[place - 1] == UInt8(ascii: ",")
    feature.name = name
    feature.postcode = postcode
    feature.properties = JSONSpan(start: start, end: place)
    return base[place - 1] == UInt8(ascii: "}")
  }

  /// A string under the best of its keys: it takes the place of what is there if it says something.
  @inline(__always)
  private mutating func readPlainValue(at place: inout Int, into value: inout PropertyValue) -> Bool
  {
    var text = JSONStringSpan.none
    guard readPlainString(at: &place, into: &text) else { return false }
    if saysSomething(text) { value = PropertyValue(text: text, rank: 0) }
    return true
  }

  /// A string whose opening quote was passed.
  @inline(__always)
  private mutating func readPlainString(at place: inout Int, into text: inout JSONStringSpan)
    -> Bool
  {
    let end = endOfPlainCharacters(from: place)
    guard base[end] == UInt8(ascii: "\"") else {
      return readUnusualString(at: &place, into: &text)
    }
    text = JSONStringSpan(start: place, end: end, hasEscapes: false)
    place = end + 1
    return true
  }

  @inline(never)
  private mutating func readUnusualString(at place: inout Int, into text: inout JSONStringSpan)
    -> Bool
  {
    position = place - 1
    guard let read = try? readString() else { return false }
    text = read
    place = position
    return true
  }

  @inline(never)
  private mutating func readOtherProperty(
    at place: inout Int, _ name: inout PropertyValue, _ postcode: inout PropertyValue
  ) -> Bool {
    position = place
    depth += 1
    do throws(ParseError) {
      let key = try readString()
      guard skip(":") else { return false }
      try readProperty(key, &name, &postcode)
    } catch {
      return false
    }
    depth -= 1
    place = position
    return true
  }

  // MARK: Geometry

  @inline(__always)
  private mutating func readPlainGeometry(at place: inout Int, into scan: inout GeometryScan)
    -> Bool
  {
    if readPlainPoint(at: &place, into: &scan) { return true }
    position = place
    scan = GeometryScan()
    guard (try? readGeometry(into: &scan)) != nil else { return false }
    place = position
    return true
  }

  /// A point of two numbers, its type before or behind them.
  @inline(__always)
  private func readPlainPoint(at place: inout Int, into scan: inout GeometryScan) -> Bool {
    var inside = place + 1
    let isTypeFirst = stands("\"type\":\"Point\",", at: inside)
    if isTypeFirst { inside += 15 }
    guard stands("\"coordinates\":[", at: inside) else { return false }
    inside += 15
    guard let longitude = plainDouble(at: &inside), base[inside] == UInt8(ascii: ",") else {
      return false
    }
    inside += 1
    guard let latitude = plainDouble(at: &inside), base[inside] == UInt8(ascii: "]") else {
      return false
    }
    inside += 1
    if !isTypeFirst {
      guard stands(",\"type\":\"Point\"", at: inside) else { return false }
      inside += 15
    }
    guard base[inside] == UInt8(ascii: "}") else { return false }
    place = inside + 1
    scan = GeometryScan(at: Coordinate(latitude: latitude, longitude: longitude))
    return true
  }
}
