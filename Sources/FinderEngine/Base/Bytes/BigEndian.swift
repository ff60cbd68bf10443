extension FixedWidthInteger {
  /// Its bytes, the highest first, as in most file formats.
  package var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
