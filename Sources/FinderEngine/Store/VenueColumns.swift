/// What a store keeps of each venue, a column a fact. What is only shown (id, postcode, properties)
/// stays in the text, and is read again from a feature's first byte for the few that are printed.
struct VenueColumns: Sendable {
  let latitude: Column<Double>
  let longitude: Column<Double>
  /// Where its feature begins in the text.
  let featureStart: Column<Int>
  let featureLength: Column<UInt32>
  let name: Column<NameSpan>
  let idKey: Column<VenueIDKey>

  var count: Int { latitude.count }

  /// The rows that `order` names, in that order.
  func rearranged(by order: [UInt32]) -> VenueColumns {
    VenueColumns(
      latitude: latitude.rearranged(by: order), longitude: longitude.rearranged(by: order),
      featureStart: featureStart.rearranged(by: order),
      featureLength: featureLength.rearranged(by: order), name: name.rearranged(by: order),
      idKey: idKey.rearranged(by: order))
  }

  @inline(__always) func coordinate(ofRow row: Int) -> Coordinate {
    Coordinate(latitude: latitude[row], longitude: longitude[row])
  }
}

extension Column {
  fileprivate func rearranged(by order: [UInt32]) -> Column {
    let values = values
    return Column(count: order.count) { values[Int(order[$0])] }
  }
}

/// Where a name's token stands, counted from its feature's first byte.
struct NameSpan: BitwiseCopyable {
  var start: UInt32
  private var lengthAndEscapes: UInt32

  init(_ token: JSONStringSpan, in feature: JSONSpan) {
    start = UInt32(clamping: max(token.start - feature.start, 0))
    // A name of over a gigabyte is cut for searching; it is printed whole.
    lengthAndEscapes = UInt32(clamping: min(token.count, 1 << 30)) << 1
    if token.hasEscapes { lengthAndEscapes |= 1 }
  }

  var count: Int { Int(lengthAndEscapes >> 1) }
  var hasEscapes: Bool { lengthAndEscapes & 1 != 0 }
}
