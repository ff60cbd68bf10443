import FinderEngine

/// A sector or an outward code while its postcodes come by.
struct AreaSum {
  /// 0 for none yet.
  private var key: UInt64 = 0
  private var first = 0
  private var units = 0
  private var live = (latitude: 0, longitude: 0, count: 0)
  private var all = (latitude: 0, longitude: 0)

  /// Of the postcode of that place; the first of another area closes the one before.
  mutating func add(
    _ position: PackedPosition, _ isLive: Bool, _ key: UInt64, _ place: Int,
    _ take: (GazetteerArea) -> Void
  ) {
    if key != self.key {
      finish(take)
      self = AreaSum()
      (self.key, first) = (key, place)
    }
    units += 1
    all.latitude += Int(position.latitude)
    all.longitude += Int(position.longitude)
    guard isLive else { return }
    live.latitude += Int(position.latitude)
    live.longitude += Int(position.longitude)
    live.count += 1
  }

  /// In the middle of those in use, or of all where none is.
  func finish(_ take: (GazetteerArea) -> Void) {
    guard units > 0 else { return }
    let (latitude, longitude, count) =
      live.count > 0 ? live : (all.latitude, all.longitude, units)
    take(
      GazetteerArea(
        key: key, firstUnit: UInt32(first), units: UInt32(units),
        position: PackedPosition(
          latitude: Int32(clamping: latitude / count),
          longitude: Int32(clamping: longitude / count))))
  }
}
