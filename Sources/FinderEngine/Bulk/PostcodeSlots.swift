/// Where postcodes, sectors and outward codes are by the venues of a dataset: one look at a table each.
///
/// Plain memory, which `PostcodePositions` owns: to count references to it took two threads a tenth of
/// their time. Open addressing, at most half full. The hash is another in each process, so that nobody can
/// make up postcodes that collide.
struct PostcodeSlots: @unchecked Sendable {
  private struct Slot: BitwiseCopyable {
    /// 0, which spells nothing, where there is none.
    var key: UInt64
    var latitude: Double
    var longitude: Double
  }

  private let base: UnsafeMutablePointer<Slot>
  private let mask: Int

  private static let multiplier = UInt64.random(in: 0 ... .max) | 1

  init(_ table: PostcodeTable) {
    var parts = 0
    table.visitParts { _, _ in parts += 1 }
    var capacity = 2
    while capacity < 2 * parts { capacity *= 2 }
    base = .allocate(capacity: capacity)
    base.initialize(repeating: Slot(key: 0, latitude: 0, longitude: 0), count: capacity)
    mask = capacity - 1
    table.visitParts { [base, mask] part, rows in
      guard let coordinate = table.meanOfAll(in: rows)?.coordinate else { return }
      let place = Self.place(of: part.key, base, mask)
      base[place] = Slot(
        key: part.key, latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
  }

  func deallocate() { base.deallocate() }

  @inline(__always)
  subscript(postcode: Postcode) -> Coordinate? {
    let slot = base[Self.place(of: postcode.key, base, mask)]
    guard slot.key != 0 else { return nil }
    return Coordinate(latitude: slot.latitude, longitude: slot.longitude)
  }

  /// Where it stands or would.
  @inline(__always)
  private static func place(of key: UInt64, _ base: UnsafePointer<Slot>, _ mask: Int) -> Int {
    let (high, low) = key.multipliedFullWidth(by: multiplier)
    var place = Int(truncatingIfNeeded: high ^ low) & mask
    while base[place].key != 0, base[place].key != key { place = (place + 1) & mask }
    return place
  }
}
