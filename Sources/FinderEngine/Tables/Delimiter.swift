/// What stands between the cells of a row.
enum Delimiter: UInt8, CaseIterable {
  case comma = 0x2C
  case semicolon = 0x3B
  case tab = 0x09
  /// Runs of spaces, in streams of points.
  case space = 0x20
}
