/// Positions of postcodes, including sectors and outward codes. It never changes once it is made.
package final class PostcodePositions: Sendable {
  /// Looks up exact positions, before the table is used; `nil` for an unknown postcode.
  package typealias Exact = @Sendable (Postcode) -> Coordinate?

  struct Found {
    let coordinate: Coordinate
    let level: Postcode.Level
    let isExact: Bool

    var precision: PointPrecision { PointPrecision(level, isExact: isExact) }
  }

  private let slots: PostcodeSlots
  private let exact: Exact?

  package init(_ table: PostcodeTable, exact: Exact? = nil) {
    slots = PostcodeSlots(table)
    self.exact = exact
  }

  deinit { slots.deallocate() }

  /// The position of that postcode, else of its sector, else of its outward code.
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
}

/// The positions of postcodes, sectors and outward codes, from a dataset's venues: one table look-up each.
///
/// Plain memory, owned by `PostcodePositions`: counting references to it took two threads a tenth of their
/// time. Open addressing, at most two thirds full. A slot takes 16 bytes, 1.3 MB for the 42,000 postcodes of
/// 54,754 venues: half full and with 24 bytes it was 3.1 MB, more than a processor's own cache, and look-ups
/// took 8.2 % of `bulk` instead of 7.3. The hash differs between processes, so an attacker cannot make up
/// postcodes that collide.
struct PostcodeSlots: @unchecked Sendable {
  private struct Slot: BitwiseCopyable {
    /// 0, which is no postcode's text, if the slot is free.
    var key: UInt64
    /// In whole millionths of a degree, the precision of the means.
    var latitude: Int32
    var longitude: Int32
  }

  private let base: UnsafeMutablePointer<Slot>
  private let capacity: Int

  private static let multiplier = UInt64.random(in: 0 ... .max) | 1

  init(_ table: PostcodeTable) {
    var parts = 0
    table.visitParts { _, _ in parts += 1 }
    capacity = parts + parts / 2 + 1
    base = .allocate(capacity: capacity)
    base.initialize(repeating: Slot(key: 0, latitude: 0, longitude: 0), count: capacity)
    table.visitParts { part, rows in
      guard let coordinate = table.meanOfAll(in: rows)?.coordinate else { return }
      base[place(of: part.key)] = Slot(
        key: part.key, latitude: Int32((coordinate.latitude * 1e6).rounded()),
        longitude: Int32((coordinate.longitude * 1e6).rounded()))
    }
  }

  func deallocate() { base.deallocate() }

  @inline(__always)
  subscript(postcode: Postcode) -> Coordinate? {
    let slot = base[place(of: postcode.key)]
    guard slot.key != 0 else { return nil }
    return Coordinate(
      latitude: Double(slot.latitude) / 1e6, longitude: Double(slot.longitude) / 1e6)
  }

  /// Its slot, or the free one where it would go.
  @inline(__always)
  private func place(of key: UInt64) -> Int {
    let (high, low) = key.multipliedFullWidth(by: Self.multiplier)
    var place = Int((high ^ low).multipliedFullWidth(by: UInt64(capacity)).high)
    while base[place].key != 0, base[place].key != key {
      place += 1
      if place == capacity { place = 0 }
    }
    return place
  }
}
