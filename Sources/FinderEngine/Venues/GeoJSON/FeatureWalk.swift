/// Reads one feature after another, and chooses how: the quick way in the previous feature's spelling, then
/// in the other spellings, then the general way.
struct FeatureWalk {
  /// Reused for all, since it takes 150 bytes.
  private var feature = ScannedFeature()
  let takesQuickWay: Bool
  private var spelling = Spelling.compact
  /// How many features in a row had none of the spellings.
  private var misses = 0
  /// How many more features to read in the general way directly: in other kinds of file, failed attempts
  /// would take up to as long as reading.
  private var rest = 0

  private static let patience = 4
  private static let restLength = 64

  private enum Spelling: CaseIterable {
    case compact
    case spaced
    case wide
  }

  init(takesQuickWay: Bool) { self.takesQuickWay = takesQuickWay }

  @inline(__always)
  mutating func readNext(
    _ cursor: inout JSONCursor, into sink: inout some FeatureSink & ~Copyable
  ) throws(ParseError) {
    if !takesQuickWay || !tryQuickWay(&cursor) { try cursor.readFeature(into: &feature) }
    sink.take(feature)
  }

  @inline(__always)
  private mutating func tryQuickWay(_ cursor: inout JSONCursor) -> Bool {
    if rest > 0 {
      rest -= 1
      return false
    }
    if read(spelling, &cursor) {
      misses = 0
      return true
    }
    return tryOtherSpellings(&cursor)
  }

  @inline(never)
  private mutating func tryOtherSpellings(_ cursor: inout JSONCursor) -> Bool {
    for other in Spelling.allCases where other != spelling && read(other, &cursor) {
      spelling = other
      misses = 0
      return true
    }
    misses += 1
    if misses >= Self.patience { rest = Self.restLength }
    return false
  }

  @inline(__always)
  private mutating func read(_ spelling: Spelling, _ cursor: inout JSONCursor) -> Bool {
    switch spelling {
    case .compact: cursor.readPlainFeature(CompactSpelling.self, into: &feature)
    case .spaced: cursor.readPlainFeature(SpacedSpelling.self, into: &feature)
    case .wide: cursor.readPlainFeature(WideSpelling.self, into: &feature)
    }
  }
}
