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
/// quarter of the time.
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
        guard readOtherMember(at: &place, into: &feature) else { return false }
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
    place += word.utf8CodeUnitCount
    return true
  }

  /// An id, or a member that finder has no use for.
  @inline(never)
  private mutating func readOtherMember(
    at place: inout Int, into feature: inout ScannedFeature
  ) -> Bool {
    position = place
    do throws(ParseError) {
      let key = try readKey()
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

  private mutating func readKey() throws(ParseError) -> JSONStringSpan {
    let key = try readString()
    skipWhitespace()
    guard skip(":") else { throw failure("expected ':' after a member's name") }
    skipWhitespace()
    return key
  }

  // MARK: Properties

  /// The object's bracket was passed.
  @inline(__always)
  private mutating func readPlainProperties<Spelling: FeatureSpelling>(
    _ spelling: Spelling.Type, at place: inout Int, into feature: inout ScannedFeature
  ) -> Bool {
    let start = place - Spelling.opening.utf8CodeUnitCount
    var name = PropertyValue()
    var postcode = PropertyValue()
    repeat {
      if pass(Spelling.name, at: &place) {
        guard readPlainValue(at: &place, into: &name) else { return false }
      } else if pass(Spelling.postcode, at: &place) {
        guard readPlainValue(at: &place, into: &postcode) else { return false }
      } else {
        guard readOtherProperty(at: &place, &name, &postcode) else { return false }
      }
    } while pass(Spelling.comma, at: &place)
    guard pass(Spelling.closing, at: &place) else { return false }
    feature.name = name
    feature.postcode = postcode
    feature.properties = JSONSpan(start: start, end: place)
    return true
  }

  /// A string, its opening quote passed, under the best of its keys: it takes the place of what is
  /// there if it says something.
  @inline(__always)
  private mutating func readPlainValue(
    at place: inout Int, into value: inout PropertyValue
  ) -> Bool {
    let end = endOfPlainCharacters(from: place)
    var text = JSONStringSpan(start: place, end: end, hasEscapes: false)
    place = end + 1
    if base[end] != UInt8(ascii: "\"") {
      guard readUnusualString(&text, endingAt: &place) else { return false }
    }
    if saysSomething(text) { value = PropertyValue(text: text, rank: 0) }
    return true
  }

  @inline(never)
  private mutating func readUnusualString(
    _ text: inout JSONStringSpan, endingAt place: inout Int
  ) -> Bool {
    position = text.start - 1
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
      let key = try readKey()
      try readProperty(key, &name, &postcode)
    } catch {
      return false
    }
    depth -= 1
    place = position
    return true
  }

  // MARK: Geometry

  /// The object's bracket was passed.
  @inline(__always)
  private mutating func readPlainGeometry<Spelling: FeatureSpelling>(
    _ spelling: Spelling.Type, at place: inout Int, into scan: inout GeometryScan
  ) -> Bool {
    let start = place - Spelling.opening.utf8CodeUnitCount
    if let point = readPlainPoint(spelling, at: &place) {
      scan = GeometryScan(at: point)
      return true
    }
    position = start
    scan = GeometryScan()
    guard (try? readGeometry(into: &scan)) != nil else { return false }
    place = position
    return true
  }

  /// A point of two numbers, its type before or behind them.
  @inline(__always)
  private func readPlainPoint<Spelling: FeatureSpelling>(
    _ spelling: Spelling.Type, at place: inout Int
  ) -> Coordinate? {
    let isTypeFirst = pass(Spelling.point, at: &place)
    guard !isTypeFirst || pass(Spelling.comma, at: &place),
      pass(Spelling.coordinates, at: &place), let longitude = plainDouble(at: &place),
      pass(Spelling.comma, at: &place), let latitude = plainDouble(at: &place),
      pass(Spelling.arrayClosing, at: &place),
      isTypeFirst || pass(Spelling.comma, at: &place) && pass(Spelling.point, at: &place),
      pass(Spelling.closing, at: &place)
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
