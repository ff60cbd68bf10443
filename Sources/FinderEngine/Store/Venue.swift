/// A venue as it is shown: read from its feature's own text, for the few that are printed.
public struct Venue {
  let row: Int
  let feature: ScannedFeature
  let cursor: JSONCursor

  public let coordinate: Coordinate

  init(row: Int, of store: VenueStore) {
    var cursor = JSONCursor(store.text, from: store.featureSpan(ofRow: row).start)
    do {
      feature = try cursor.readFeature()
    } catch {
      // It was read once: only a file that somebody forged gets here.
      store.snapshot?.noteDamage()
      feature = ScannedFeature()
    }
    self.row = row
    self.cursor = cursor
    coordinate = store.coordinate(ofRow: row)
  }

  /// Tidied; empty where there is none.
  public var name: String { cursor.withDecoded(feature.name.text) { TidyName.string($0) } }

  /// The same as bytes.
  public func withName(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    withTidied(feature.name.text, body)
  }

  /// Empty where there is none.
  public func withPostcode(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    withTidied(feature.postcode.text, body)
  }

  public var postcode: String? {
    let text = cursor.withDecoded(feature.postcode.text) { TidyName.string($0) }
    return text.isEmpty ? nil : text
  }

  /// Calls `body` with the bytes as they are shown: escapes resolved, white space tidied.
  @inline(__always)
  func withTidied(
    _ token: JSONStringSpan, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    cursor.withDecoded(token) { bytes in
      if TidyName.isTidy(bytes) { return body(bytes) }
      var tidied: [UInt8] = []
      TidyName.append(bytes, to: &tidied)
      tidied.withUnsafeBufferPointer(body)
    }
  }
}

extension VenueStore {
  public func venue(_ hit: Hit) -> Venue { Venue(row: hit.row, of: self) }
}
