package struct Venue {
  package let row: Int
  package let store: VenueStore
  package let tokens: VenueTokens

  package init(row: Int, of store: VenueStore) {
    self.row = row
    self.store = store
    tokens = store.tokens(ofRow: row)
  }

  package var coordinate: Coordinate { store.coordinate(ofRow: row) }

  /// Tidied; empty if there is none.
  package var name: String { cursor.withDecoded(tokens.name) { TidyText.string($0) } }

  /// For people; never empty.
  package var shownName: String { name.orNoName }

  package var postcode: String? {
    let text = cursor.withDecoded(tokens.postcode) { TidyText.string($0) }
    return text.isEmpty ? nil : text
  }

  package func withName(_ body: (Bytes) -> Void) {
    cursor.withTidied(tokens.name) { bytes, _ in body(bytes) }
  }

  /// Empty if there is none.
  package func withPostcode(_ body: (Bytes) -> Void) {
    cursor.withTidied(tokens.postcode) { bytes, _ in body(bytes) }
  }

  /// The same, with the number of terminal columns it takes.
  package func withMeasuredName(_ body: (Bytes, Int) -> Void) {
    cursor.withTidied(tokens.name) { body($0, $1 ? $0.count : DisplayWidth.of($0)) }
  }

  package func withMeasuredPostcode(_ body: (Bytes, Int) -> Void) {
    cursor.withTidied(tokens.postcode) { body($0, $1 ? $0.count : DisplayWidth.of($0)) }
  }

  package var cursor: JSONCursor { JSONCursor(store.text) }

  package var idKey: VenueIDKey { store.columns.idKey[row] }

  /// Everything that is not in the store's columns, read from the text each time.
  package func readFeature() -> ScannedFeature { store.readFeature(ofRow: row) }
}

extension JSONCursor {
  /// Calls `body` with the bytes as they are printed (escapes resolved, white space tidied), and with whether
  /// they are known to be printable ASCII.
  @inline(__always)
  package func withTidied(_ token: JSONStringSpan, _ body: (Bytes, Bool) -> Void) {
    withDecoded(token) { bytes in
      let form = TidyText.form(of: bytes)
      guard form == .untidy else { return body(bytes, form == .plain) }
      var tidied: [UInt8] = []
      TidyText.append(bytes, to: &tidied)
      tidied.withUnsafeBufferPointer { body($0, false) }
    }
  }
}

extension String {
  /// A venue's tidied name, for people.
  package var orNoName: String { isEmpty ? "(no name)" : self }
}
