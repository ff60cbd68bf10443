/// Where postcodes are, sectors and outward codes among them. Nothing in it changes once it is made.
package final class PostcodePositions: Sendable {
  /// Exact to the unit, before the table is asked; `nil` for one that is not known.
  package typealias Exact = @Sendable (Postcode) -> Coordinate?

  struct Found {
    let coordinate: Coordinate
    let level: Postcode.Level
    let isExact: Bool
  }

  private let slots: PostcodeSlots
  private let exact: Exact?
  /// Whether the dataset is the sample.
  private let isSample: Bool

  package init(_ table: PostcodeTable, isSample: Bool, exact: Exact? = nil) {
    slots = PostcodeSlots(table)
    self.exact = exact
    self.isSample = isSample
  }

  deinit { slots.deallocate() }

  /// Of that postcode, else of its sector, else of its outward code.
  func find(_ postcode: Postcode) -> Found? {
    if let exact, let point = exact(postcode) {
      return Found(coordinate: point, level: postcode.level, isExact: true)
    }
    if let point = slots[postcode] {
      return Found(coordinate: point, level: postcode.level, isExact: false)
    }
    let sector = postcode.sector ?? postcode.outcode
    for part in [sector, postcode.outcode] {
      if let point = slots[part] {
        return Found(coordinate: point, level: part.level, isExact: false)
      }
    }
    guard let exact else { return nil }
    for part in [sector, postcode.outcode] {
      if let point = exact(part) {
        return Found(coordinate: point, level: part.level, isExact: true)
      }
    }
    return nil
  }

  /// What `PointPlace` says of such a postcode, for which there is no `String` here.
  func append(
    _ found: Found, of postcode: Postcode, from text: UnsafeBufferPointer<UInt8>,
    to output: inout ByteBuffer
  ) {
    output.append(",\"place\":{\"text\":")
    output.append(jsonString: text)
    output.append(",\"kind\":\"postcode\",\"name\":\"")
    postcode.withText { output.append($0) }
    output.append("\",\"precision\":\"")
    output.append(found.level.precision)
    output.append("\",\"from\":\"")
    output.append(found.isExact ? "gazetteer" : isSample ? "sample" : "dataset")
    output.append("\"}")
  }
}

extension Postcode.Level {
  /// How exactly a position of this level places what is there.
  package var precision: StaticString {
    switch self {
    case .postcode: "unit"
    case .sector: "sector"
    case .outcode: "district"
    }
  }
}
