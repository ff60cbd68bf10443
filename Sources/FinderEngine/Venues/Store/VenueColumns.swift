/// What a store keeps of each venue, one fact a column. What is only printed stays in the text, and is read
/// again for the few venues that are printed.
package struct VenueColumns: Sendable {
  package let position: DegreeColumns
  /// Where its feature begins in the text.
  package let featureStart: Column<Int>
  package let featureLength: Column<UInt32>
  package let text: Column<VenueText>
  package let idKey: Column<VenueIDKey>

  package init(
    position: DegreeColumns, featureStart: Column<Int>, featureLength: Column<UInt32>,
    text: Column<VenueText>, idKey: Column<VenueIDKey>
  ) {
    self.position = position
    self.featureStart = featureStart
    self.featureLength = featureLength
    self.text = text
    self.idKey = idKey
  }

  var count: Int { position.latitude.count }

  /// The rows that `order` names, in that order.
  func rearranged(by order: [UInt32]) -> VenueColumns {
    VenueColumns(
      position: DegreeColumns(
        latitude: position.latitude.rearranged(by: order),
        longitude: position.longitude.rearranged(by: order)),
      featureStart: featureStart.rearranged(by: order),
      featureLength: featureLength.rearranged(by: order), text: text.rearranged(by: order),
      idKey: idKey.rearranged(by: order))
  }
}

extension Column {
  fileprivate func rearranged(by order: [UInt32]) -> Column {
    let values = values
    return Column(count: order.count) { values[Int(order[$0])] }
  }
}

/// Where a venue's name and postcode are, counted from its feature's first byte, and whether the feature has
/// other properties, in 64 bits:
///
///     0     start of the name     20 bits        32    start of the postcode     20 bits
///     20    its length            11             52    its length                10
///     31    it has escapes         1             62    it has escapes             1
///                                                63    there are other properties
///
/// Most answers are printed from this alone, without reading the feature again. A venue that does not fit (a
/// name of 2 KB, a feature of over 1 MB) is `unknown`, and read again each time.
package struct VenueText: BitwiseCopyable {
  private let bits: UInt64

  private static let unknown = UInt64.max

  init(_ feature: borrowing ScannedFeature) {
    let start = feature.span.start
    guard
      let name = Self.packed(feature.name.text, from: start, lengthBits: 11),
      let postcode = Self.packed(feature.postcode.text, from: start, lengthBits: 10)
    else {
      bits = Self.unknown
      return
    }
    bits = name | postcode << 32 | (feature.hasOtherProperties ? 1 << 63 : 0)
  }

  @inline(__always)
  private static func packed(
    _ token: JSONStringSpan, from feature: Int, lengthBits: UInt64
  ) -> UInt64? {
    guard token.count > 0 else { return 0 }
    let start = UInt64(truncatingIfNeeded: token.start &- feature)
    let length = UInt64(truncatingIfNeeded: token.count)
    // A length of all ones is not used, so that nothing looks like `unknown`.
    guard start < 1 << 20, length < 1 << lengthBits - 1 else { return nil }
    return start | length << 20 | (token.hasEscapes ? 1 << (20 + lengthBits) : 0)
  }

  package var isKnown: Bool { bits != Self.unknown }
  /// Whether there are properties other than name and postcode.
  package var hasOtherProperties: Bool { bits >> 63 == 1 }

  @inline(__always) func name(in feature: JSONSpan) -> JSONStringSpan {
    Self.token(UInt32(truncatingIfNeeded: bits), lengthBits: 11, in: feature)
  }

  @inline(__always) func postcode(in feature: JSONSpan) -> JSONStringSpan {
    Self.token(UInt32(truncatingIfNeeded: bits >> 32), lengthBits: 10, in: feature)
  }

  @inline(__always)
  private static func token(
    _ bits: UInt32, lengthBits: UInt32, in feature: JSONSpan
  ) -> JSONStringSpan {
    let start = feature.start + Int(bits & 0xFFFFF)
    let length = Int(bits >> 20 & (1 << lengthBits - 1))
    return JSONStringSpan(
      start: start, end: start + length, hasEscapes: bits >> (20 + lengthBits) & 1 == 1)
  }
}

/// The places of a venue's name and postcode, which are always printed.
package struct VenueTokens {
  package var name = JSONStringSpan.none
  package var postcode = JSONStringSpan.none
  /// True if there may be others; false if there are none.
  package var hasOtherProperties = false
}
