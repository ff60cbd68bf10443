extension VenueStore {
  /// Calls `body` with a venue's name as its dataset has it, with escapes resolved.
  @inline(__always)
  package func withName<Result>(ofRow row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result)
    -> Result
  {
    JSONCursor(text).withDecoded(tokens(ofRow: row).name, body)
  }

  /// The same as it is printed (`Venue.withName`). A `Venue` counts in as an owner of its store, and threads
  /// that make one for each row wait for one another: a twelfth of a merge.
  @inline(__always)
  package func withTidiedName(ofRow row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    JSONCursor(text).withTidied(tokens(ofRow: row).name) { bytes, _ in body(bytes) }
  }

  @inline(__always)
  package func withTidiedPostcode(ofRow row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    JSONCursor(text).withTidied(tokens(ofRow: row).postcode) { bytes, _ in body(bytes) }
  }

  /// Name and postcode. Offsets from a file are checked against the feature's bounds before they
  /// are used.
  @inline(__always) package func tokens(ofRow row: Int) -> VenueTokens {
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

  package func readFeature(ofRow row: Int) -> ScannedFeature {
    var feature = ScannedFeature()
    var cursor = JSONCursor(text, from: featureSpan(ofRow: row).start)
    do throws(ParseError) {
      try cursor.readFeature(into: &feature)
      return feature
    } catch {
      // It has been read before, so this happens only with a forged file.
      noteDamage()
      return ScannedFeature()
    }
  }

  /// Where a row's feature stands in the text. Offsets from a file are checked against the text's
  /// bounds before they are used.
  @inline(__always) package func featureSpan(ofRow row: Int) -> JSONSpan {
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

  package func featureBytes(ofRow row: Int) -> UnsafeBufferPointer<UInt8> {
    JSONCursor(text).bytes(of: featureSpan(ofRow: row))
  }

  /// The order of two venues at the same distance: by their names' bytes, then as in the dataset.
  package func precedesAtSameDistance(_ a: Int, _ b: Int) -> Bool {
    let order = withName(ofRow: a) { first in withName(ofRow: b) { first.order($0) } }
    return order != 0 ? order < 0 : position(ofRow: a) < position(ofRow: b)
  }
}
