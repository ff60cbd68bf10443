/// A venue's name in its dataset's text, with what settles the order of venues of one distance.
struct VenueName {
  private let cursor: JSONCursor
  private let token: JSONStringSpan
  private let position: UInt32

  @inline(__always)
  init(_ text: PaddedBytes, _ token: JSONStringSpan, position: UInt32) {
    cursor = JSONCursor(text)
    self.token = token
    self.position = position
  }

  /// Calls `body` with the name as its dataset has it, escapes resolved.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    cursor.withDecoded(token, body)
  }

  /// By the names' bytes, then as the dataset has them.
  func precedes(_ other: VenueName) -> Bool {
    let order = withBytes { first in other.withBytes { second in compare(first, second) } }
    return order != 0 ? order < 0 : position < other.position
  }

  private func compare(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let shared = min(a.count, b.count)
    let order = shared == 0 ? 0 : Int(memcmp(a.baseAddress!, b.baseAddress!, shared))
    return order != 0 ? order : a.count - b.count
  }
}

/// What is printed of every venue, where it stands in the text.
struct VenueTokens {
  var name = JSONStringSpan.none
  var postcode = JSONStringSpan.none
  /// There may be others; else there are none.
  var hasOtherProperties = false
}

extension VenueStore {
  @inline(__always) func name(ofRow row: Int) -> VenueName {
    VenueName(text, tokens(ofRow: row).name, position: position(ofRow: row))
  }

  /// Name and postcode. Numbers out of a file are not let lead out of the feature.
  @inline(__always) func tokens(ofRow row: Int) -> VenueTokens {
    let feature = featureSpan(ofRow: row)
    let found = columns.text[row]
    guard found.isKnown else { return readTokens(ofRow: row) }
    let name = found.name(in: feature)
    let postcode = found.postcode(in: feature)
    guard name.end <= feature.end, postcode.end <= feature.end else {
      noteDamage()
      return VenueTokens()
    }
    return VenueTokens(
      name: name, postcode: postcode, hasOtherProperties: found.hasOtherProperties)
  }

  @inline(never) private func readTokens(ofRow row: Int) -> VenueTokens {
    let feature = readFeature(ofRow: row)
    return VenueTokens(
      name: feature.name.text, postcode: feature.postcode.text, hasOtherProperties: true)
  }

  /// The feature as it stands in the text.
  func readFeature(ofRow row: Int) -> ScannedFeature {
    var feature = ScannedFeature()
    var cursor = JSONCursor(text, from: featureSpan(ofRow: row).start)
    do throws(ParseError) {
      try cursor.readFeature(into: &feature)
      return feature
    } catch {
      // It was read once: only a file that somebody forged gets here.
      noteDamage()
      return ScannedFeature()
    }
  }

  /// Where a row's feature stands in the text. Numbers out of a file are not let lead out of it.
  @inline(__always) func featureSpan(ofRow row: Int) -> JSONSpan {
    let start = columns.featureStart[row]
    let length = Int(columns.featureLength[row])
    guard start >= 0, start <= text.count - length else {
      noteDamage()
      return .none
    }
    let span = JSONSpan(start: start, end: start + length)
    text.verify(span.start..<span.end)
    return span
  }

  func featureBytes(ofRow row: Int) -> UnsafeBufferPointer<UInt8> {
    let span = featureSpan(ofRow: row)
    return UnsafeBufferPointer(start: text.base + span.start, count: span.count)
  }

  /// The order of two venues at the same distance.
  func precedesAtSameDistance(_ a: Int, _ b: Int) -> Bool {
    name(ofRow: a).precedes(name(ofRow: b))
  }
}
