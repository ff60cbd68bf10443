extension RecordSplitter {
  /// Decides by the first row that is not blank, before any is split. Returns false while more of it
  /// must come.
  mutating func findDelimiter(in chunk: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Bool {
    guard let first = chunk.first(where: { !$0.isBlank }), !PointStreamShape.isOfObjects(first)
    else { return true }
    guard let row = FirstRow(chunk, isLast: isLast, longest: longestRecord) else {
      return false
    }
    let bytes = UnsafeBufferPointer(rebasing: chunk[row.range])
    delimiter = (try? CellLayout(firstRow: bytes))?.delimiter ?? .comma
    // Between tabs and spaces a quote is a character like any other.
    quotesMaySpanLines = delimiter == .comma || delimiter == .semicolon
    return true
  }
}

extension [RawRecord] {
  /// Most streams have none, and no record is moved.
  mutating func removeBlank(_ chunk: UnsafeBufferPointer<UInt8>) {
    let first = firstIndex { record in
      record.range.isEmpty || chunk[record.range.lowerBound] <= 0x20
    }
    guard let first else { return }
    let rest = self[first...].filter {
      $0.isTooLong || !chunk[$0.range].allSatisfy(\.isBlank)
    }
    replaceSubrange(first..., with: rest)
  }
}
