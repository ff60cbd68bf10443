extension RecordSplitter {
  /// Decides by the first row that is not blank, before any is split.
  mutating func findDelimiter(in chunk: UnsafeBufferPointer<UInt8>, isLast: Bool) {
    guard let first = chunk.first(where: { !$0.isBlank }), !PointStreamShape.isOfObjects(first)
    else { return }
    guard let row = FirstRow(chunk, isLast: isLast, longest: longestRecord) else {
      // Keeps a row together that an open quote may continue.
      quotesMaySpanLines = true
      return
    }
    let bytes = UnsafeBufferPointer(rebasing: chunk[row.range])
    delimiter = (try? CellLayout(firstRow: bytes))?.delimiter ?? .comma
    // Between tabs and spaces a quote is a character like any other.
    quotesMaySpanLines = delimiter == .comma || delimiter == .semicolon
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
