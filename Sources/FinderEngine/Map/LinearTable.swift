/// The rows of a view's latitudes, by straight lines between 512 latitudes of the view. The projection
/// itself takes 50 ns a venue, and this one 2; it is off by less than a thousandth of a pixel, as the
/// lines are a few pixels long.
struct MapRows: ~Copyable {
  private static let strips = 512

  private let south: Double
  private let stripsPerDegree: Double
  private let table: UnsafeMutablePointer<Double>

  /// In pixels of the view, for latitudes from `south` to `north`.
  init(of view: MapView, south: Double, north: Double) {
    self.south = south
    let height = max(north - south, 1e-9)
    stripsPerDegree = Double(Self.strips) / height
    table = .allocate(capacity: Self.strips + 2)
    for strip in 0..<Self.strips + 2 {
      let latitude = south + height * Double(strip) / Double(Self.strips)
      table[strip] = view.place(column: 0, row: MapView.row(latitude)).y
    }
  }

  deinit { table.deallocate() }

  /// Beyond the ends, the end's.
  @inline(__always) subscript(latitude: Double) -> Double {
    let place = min(max((latitude - south) * stripsPerDegree, 0), Double(Self.strips))
    let strip = Int(place)
    let low = table[strip]
    return low + (table[strip + 1] - low) * (place - Double(strip))
  }
}
