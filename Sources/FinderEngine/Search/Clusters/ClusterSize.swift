/// How large cells are: the square of the world is drawn 256 pixels wide at zoom 0, and twice as wide at
/// each next one, and a cell is so many pixels wide.
package struct ClusterSize: Equatable, Sendable {
  package static let zooms = 0...20
  package static let pixelChoices = [1, 2, 4, 8, 16, 32, 64, 128, 256]

  package let zoom: Int
  package let pixels: Int

  /// `nil` unless both are among those that there are.
  package init?(zoom: Int, pixels: Int) {
    guard Self.zooms.contains(zoom), Self.pixelChoices.contains(pixels) else { return nil }
    (self.zoom, self.pixels) = (zoom, pixels)
  }

  private var pixelBits: Int { pixels.trailingZeroBitCount }

  /// How often the square is halved.
  var level: Int { zoom + 8 - pixelBits }

  /// How many bits of a `MercatorSquare`'s rows and columns lie within a cell.
  var shift: Int { MercatorSquare.depth - level }

  /// The first zoom at which venues lie in several cells of so many pixels, if the rows and columns of
  /// some of them differ in these bits; `nil` where that is beyond the last zoom.
  func splittingZoom(differing bits: UInt32) -> Int? {
    guard bits != 0 else { return nil }
    let zoom = Self.zooms.upperBound + pixelBits - (31 - bits.leadingZeroBitCount)
    return zoom <= Self.zooms.upperBound ? zoom : nil
  }
}
