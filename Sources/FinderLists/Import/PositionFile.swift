import FinderEngine

/// Reads a table of positions by postcode: CSV or TSV with a header, Code-Point Open's without one,
/// or a dataset of venues as GeoJSON. Which it is shows in its first bytes.
package enum PositionFile {
  /// `-` is standard input.
  package static func read(
    _ path: FilePath, into table: inout PositionTable
  ) throws -> PositionFileTally {
    table.beginTable()
    let stream = try ListStream(path)
    // Only postcodes and numbers are looked at: a town's name may be in any encoding.
    stream.checksText = false
    switch try stream.begin() {
    case .rows:
      var rows = PositionRows(try RowReader(stream, isHeader: PositionRows.isHeader))
      return try rows.read(into: &table)
    case .json:
      return try PositionFeatures.read(stream.rest(), into: &table, named: stream.name)
    case .xml:
      throw ListError.malformed(
        path: stream.name, place: "", problem: "expected CSV or GeoJSON, found XML", hint: nil)
    }
  }
}

extension ListStream {
  /// All that there is from here on, in memory.
  fileprivate func rest() throws -> PaddedBytes {
    guard var bytes = GrowingList<UInt8>(room: max(4 * (source.size ?? 0), 1 << 20)) else {
      throw FileError.unreadable(path: name, errno: ENOMEM)
    }
    while true {
      var left = UnsafeBufferPointer(window)
      while !left.isEmpty {
        guard let space = bytes.freeSpace() else {
          throw FileError.unreadable(path: name, errno: ENOMEM)
        }
        let count = min(space.count, left.count)
        space.baseAddress!.update(from: left.baseAddress!, count: count)
        bytes.filled(count)
        guard bytes.count <= Gzip.defaultLimit else {
          throw FileError.tooLarge(path: name, limit: Gzip.defaultLimit)
        }
        left = UnsafeBufferPointer(rebasing: left[count...])
      }
      use(window.count)
      if isAtEnd { return bytes.padded() }
      try fill()
    }
  }
}
