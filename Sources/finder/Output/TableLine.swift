import FinderEngine

/// One line of a table as it is written. Spaces wait until something follows them, so that no line
/// ends in one.
struct TableLine {
  private var spaces = 0
  private(set) var isEmpty = true
  /// The escape sequence before the next cell.
  var style: StaticString?

  @inline(__always) mutating func skip(_ columns: Int) { spaces += columns }

  @inline(__always)
  mutating func append(_ cell: UnsafeBufferPointer<UInt8>, to output: inout ByteBuffer) {
    isEmpty = false
    guard !cell.isEmpty else { return }
    let style = style
    if let style {
      output.append(
        spaces: spaces,
        then: UnsafeBufferPointer(start: style.utf8Start, count: style.utf8CodeUnitCount))
      spaces = 0
    }
    output.append(spaces: spaces, then: cell)
    spaces = 0
    if style != nil {
      output.append("\u{1B}[0m")
      self.style = nil
    }
  }
}
