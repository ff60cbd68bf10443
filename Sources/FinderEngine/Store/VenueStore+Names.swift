extension VenueStore {
  /// Calls `body` with the name as its dataset has it, escapes resolved.
  @inline(__always)
  func withName<Result>(
    ofRow row: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let span = name.base[row]
    let start = featureStart.base[row] + Int(span.start)
    let token = JSONStringSpan(
      start: start, end: start + span.count, hasEscapes: span.hasEscapes)
    return JSONCursor(text).withDecoded(token, body)
  }

  /// The order of two venues at the same distance: by the names' bytes, then as the dataset has them.
  func precedesAtSameDistance(_ a: Int, _ b: Int) -> Bool {
    let order = withName(ofRow: a) { first in
      withName(ofRow: b) { second in compare(first, second) }
    }
    return order != 0 ? order < 0 : position[a] < position[b]
  }

  private func compare(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let shared = min(a.count, b.count)
    let order = shared == 0 ? 0 : Int(memcmp(a.baseAddress!, b.baseAddress!, shared))
    return order != 0 ? order : a.count - b.count
  }
}

/// The rows whose name has a word for each word looked for.
struct RowsNamed: RowFilter {
  let store: VenueStore
  let match: NameMatch

  func accepts(_ row: Int) -> Bool {
    store.withName(ofRow: row) { match.matches($0) }
  }
}
