import FinderEngine

/// A venue of one of two editions.
struct EditionVenue: Equatable {
  /// The row, and above it one bit for the edition, so that the old edition's come first.
  let bits: Int

  private static let newBit = 1 << 62

  init(old row: Int) { bits = row }
  init(new row: Int) { bits = row | Self.newBit }

  var isNew: Bool { bits >= Self.newBit }
  var row: Int { bits & ~Self.newBit }
}
