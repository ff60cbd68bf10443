import CVector
import FinderEngine

/// A function by straight lines between some of its values: the projection itself takes 50 ns, and this 2.
struct LinearTable: ~Copyable {
  /// By how much it may be off.
  private(set) var error = 0.0
  /// Not to be used once the table is gone.
  let lines: Lines

  /// To be taken into a loop, which would read it anew for each value that it writes.
  struct Lines: BitwiseCopyable {
    fileprivate let low: Double
    fileprivate let strips: Int
    fileprivate let stripsPerUnit: Double
    fileprivate let values: UnsafeMutablePointer<Double>

    /// Beyond the ends, the end's. What is no number has no place.
    @inline(__always) subscript(argument: Double) -> Double {
      let place = min(max((argument - low) * stripsPerUnit, 0), Double(strips))
      let strip = Int(cvector_truncated(place))
      let start = values[strip]
      return start + (values[strip + 1] - start) * (place - Double(strip))
    }
  }

  /// Of arguments from `low` to `high`. With a strip for each few pixels it is off by less than a
  /// thousandth of one, where the projection is a usual one.
  init(from low: Double, to high: Double, pixels: Int, _ value: (Double) -> Double) {
    let strips = min(max(pixels, 64), 512)
    let length = max(high - low, 1e-9)
    let values = UnsafeMutablePointer<Double>.allocate(capacity: strips + 2)
    lines = Lines(
      low: low, strips: strips, stripsPerUnit: Double(strips) / length, values: values)
    for strip in 0..<strips + 2 {
      values[strip] = value(low + length * Double(strip) / Double(strips))
    }
    // A straight line is off by an eighth of the second difference; twice that, where it changes.
    for strip in 0..<strips {
      error = max(error, abs(values[strip] - 2 * values[strip + 1] + values[strip + 2]) / 4)
    }
  }

  deinit { lines.values.deallocate() }

  @inline(__always) subscript(argument: Double) -> Double { lines[argument] }
}
