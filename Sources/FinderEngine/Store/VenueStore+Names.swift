/// A venue's name in its dataset's text, with what settles the order of venues of one distance.
struct VenueName {
  private let cursor: JSONCursor
  private let token: JSONStringSpan
  private let position: UInt32

  @inline(__always)
  init(_ text: PaddedBytes, featureStart: Int, _ span: NameSpan, position: UInt32) {
    let start = featureStart + Int(span.start)
    cursor = JSONCursor(text)
    token = JSONStringSpan(start: start, end: start + span.count, hasEscapes: span.hasEscapes)
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

extension VenueStore {
  @inline(__always) func name(ofRow row: Int) -> VenueName {
    let feature = featureSpan(ofRow: row)
    var span = columns.name[row]
    if Int(span.start) + span.count > feature.count {
      snapshot?.noteDamage()
      span = NameSpan(.none, in: .none)
    }
    return VenueName(text, featureStart: feature.start, span, position: position(ofRow: row))
  }

  /// Where a row's feature stands in the text. Numbers out of a file are not let lead out of it.
  @inline(__always) func featureSpan(ofRow row: Int) -> JSONSpan {
    let start = columns.featureStart[row]
    let length = Int(columns.featureLength[row])
    guard start >= 0, start <= text.count - length else {
      snapshot?.noteDamage()
      return .none
    }
    let span = JSONSpan(start: start, end: start + length)
    text.prove(span)
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

/// The rows whose name has a word for each word looked for.
struct RowsNamed: RowFilter {
  let store: VenueStore
  let match: NameMatch

  func accepts(_ row: Int) -> Bool {
    store.name(ofRow: row).withBytes { match.matches($0) }
  }
}
