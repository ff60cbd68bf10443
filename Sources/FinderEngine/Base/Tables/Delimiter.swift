/// What stands between the cells of a row.
package enum Delimiter: UInt8, CaseIterable {
  case comma = 0x2C
  case semicolon = 0x3B
  case tab = 0x09
  case pipe = 0x7C
  /// Runs of spaces, in streams of points.
  case space = 0x20

  static let ofTables: [Delimiter] = [.comma, .semicolon, .tab, .pipe]
}
