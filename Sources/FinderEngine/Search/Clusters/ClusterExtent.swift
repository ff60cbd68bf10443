import CVector

/// How far some rows reach, and the sums of their positions: latitudes first, longitudes second.
struct ClusterExtent {
  private(set) var lowest = SIMD2(repeating: Double.infinity)
  private(set) var highest = SIMD2(repeating: -Double.infinity)
  /// In 1e-7 degrees. Sums of some hundred whole numbers of this size are exact.
  private(set) var sum = SIMD2<Double>()

  /// Of rows that are verified.
  init(_ rows: Range<Int>, _ positions: DegreeColumns) {
    let latitudes = Figures(rows, positions.latitude)
    let longitudes = Figures(rows, positions.longitude)
    lowest = SIMD2(latitudes.lowest, longitudes.lowest)
    highest = SIMD2(latitudes.highest, longitudes.highest)
    sum = SIMD2(latitudes.sum, longitudes.sum)
  }

  /// Whether all are positions, and none is on the meridian that has two names. What is no number makes
  /// the sum none.
  var isPlain: Bool {
    lowest[0] >= -90 && highest[0] <= 90 && lowest[1] >= -180 && highest[1] < 180
      && sum[0].isFinite && sum[1].isFinite
  }

  private struct Figures {
    private(set) var lowest = Double.infinity
    private(set) var highest = -Double.infinity
    private(set) var sum = 0.0

    /// Two at a time.
    init(_ rows: Range<Int>, _ column: Column<Double>) {
      let base = UnsafeRawPointer(column.base)
      var low = SIMD2(repeating: lowest)
      var high = SIMD2(repeating: highest)
      var sums = SIMD2<Double>()
      var row = rows.lowerBound
      while row + 2 <= rows.upperBound {
        let pair = (base + 8 * row).loadUnaligned(as: SIMD2<Double>.self)
        low = cvector_smaller2(pair, low)
        high = cvector_larger2(pair, high)
        sums += ClusterRun.tenMillionths(pair)
        row += 2
      }
      if row < rows.upperBound {
        let pair = SIMD2(repeating: column.base[row])
        low = cvector_smaller2(pair, low)
        high = cvector_larger2(pair, high)
        sums[0] += ClusterRun.tenMillionths(pair)[0]
      }
      (lowest, highest, sum) = (min(low[0], low[1]), max(high[0], high[1]), sums[0] + sums[1])
    }
  }
}
