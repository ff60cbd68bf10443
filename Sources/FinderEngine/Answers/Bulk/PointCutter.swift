/// Cuts a stream of points into records, once its beginning shows its form.
///
/// The form depends only on the bytes, never on how they arrived: it is not settled as long as more text
/// could change it.
struct PointCutter {
  let names: PositionNames
  /// See `RowCells`; set if the user says so.
  let hasEscapes: Bool
  /// The form of the stream; `nil` until it is known.
  private(set) var shape: PointStreamShape?
  /// How many bytes at the beginning are only white space, to scan them only once.
  private var blanks = 0
  private var rows = RecordSplitter()
  private var texts: JSONSplitter?

  init(_ names: PositionNames, hasEscapes: Bool = false) {
    (self.names, self.hasEscapes) = (names, hasEscapes)
  }

  /// The line of the text not cut yet, as far as it has been scanned.
  var line: Int { texts?.recordLine ?? rows.nextLine }

  /// Returns how many bytes come before the first record; `nil` if more text is needed.
  mutating func begin(_ text: Bytes, isLast: Bool) throws(BadRecord) -> Int? {
    if !isLast, text.mayBeByteOrderMark || text.count < 3 && ForeignFormat.mayBeBegun(text) {
      return nil
    }
    let mark = text.lengthOfByteOrderMark
    let rest = UnsafeBufferPointer(rebasing: text[mark...])
    if let name = ForeignFormat.name(of: rest) { throw BadRecord("expected text, found \(name)") }
    if !isLast, ForeignFormat.mayBeBegun(rest) { return nil }
    while blanks < rest.count, rest[blanks].isBlank { blanks += 1 }
    switch blanks < rest.count ? rest[blanks] : nil {
    case nil: return isLast ? text.count : nil
    case UInt8(ascii: "{"), UInt8(ascii: "["), 0x1E:
      texts = JSONSplitter(names)
      shape = .objects
      return mark
    default: return try beginRows(rest, isLast: isLast).map { $0 + mark }
    }
  }

  private mutating func beginRows(_ text: Bytes, isLast: Bool) throws(BadRecord) -> Int? {
    guard let start = TableStart(text, hasEscapes: hasEscapes, isLast: isLast) else { return nil }
    if start.offset == text.count { return text.count }
    rows.nextLine = 1 + start.lines
    guard let (layout, row) = try layout(of: text, start, isLast: isLast) else {
      rows.nextLine = 1
      return nil
    }
    rows.take(row, in: text)
    shape = .cells(layout)
    return start.offset
  }

  /// `nil` if more text is needed, even just for an error message.
  private func layout(
    of text: Bytes, _ start: TableStart, isLast: Bool
  ) throws(BadRecord) -> (CellLayout, FirstRow)? {
    let longest = rows.longestRecord
    do throws(BadRecord) {
      return try CellLayout.find(text, start, names, isLast: isLast, longest: longest)
    } catch {
      switch CellLayout.later(than: start, in: text, names, isLast: isLast, longest: longest) {
      case .found(let problem): throw BadRecord(problem)
      case .none: throw error
      case .unknownYet: return nil
      }
    }
  }

  /// Appends the complete records of `chunk`, without blank ones, and returns how many bytes they take.
  mutating func split(_ chunk: Bytes, isLast: Bool, into records: inout [RawRecord]) -> Int {
    guard texts == nil else { return texts!.split(chunk, isLast: isLast, into: &records) }
    let used = rows.split(chunk, isLast: isLast, into: &records)
    records.removeBlank(chunk, RowCells(rows.delimiter, hasEscapes: rows.hasEscapes))
    return used
  }

  /// Drops the record at the beginning of the next chunk.
  mutating func skip() { if texts == nil { rows.skip() } else { texts!.skip() } }
}

extension [RawRecord] {
  /// Most streams have no blank records, and then nothing is moved.
  mutating func removeBlank(_ chunk: Bytes, _ cells: consuming RowCells) {
    let first = firstIndex {
      UnsafeBufferPointer(rebasing: chunk[$0.range]).mayBeBlank(cells.delimiter)
    }
    guard let first else { return }
    var rest: [RawRecord] = []
    for record in self[first...] {
      let row = UnsafeBufferPointer(rebasing: chunk[record.range])
      if record.isTooLong || !cells.readsBlank(row) { rest.append(record) }
    }
    replaceSubrange(first..., with: rest)
  }
}

extension RowCells {
  fileprivate mutating func readsBlank(_ row: Bytes) -> Bool {
    guard row.mayBeBlank(delimiter), (try? read(row)) != nil else { return false }
    return areBlank || count == 0
  }
}

/// The form of a stream of points, as its beginning shows.
enum PointStreamShape: Sendable {
  /// A point in a row of cells.
  case cells(CellLayout)
  /// A point in a JSON object: with keys for latitude and longitude, or a GeoJSON Point feature.
  case objects

  var layout: CellLayout? { if case .cells(let layout) = self { layout } else { nil } }
}
