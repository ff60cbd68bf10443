extension NameTable {
  /// Out of a file's columns, the first of which has that number.
  init(_ file: SectionFile, from first: Int) {
    names = NameColumns(
      text: file.column(first, of: UInt8.self), starts: file.column(first + 1, of: Int.self),
      rowStarts: file.column(first + 2, of: UInt32.self),
      rows: file.column(first + 3, of: UInt32.self),
      nameOfRow: file.column(first + 4, of: UInt32.self),
      faces: file.column(first + 5, of: UInt32.self))
    chains = file.column(first + 6, of: UInt32.self)
    branches = file.column(first + 7, of: UInt32.self)
    entryNames = file.column(first + 8, of: UInt32.self)
    entryOffsets = file.column(first + 9, of: UInt16.self)
    nameRanks = file.column(first + 10, of: UInt32.self)
    entryRanks = file.column(first + 11, of: UInt32.self)
    words = WordList(
      text: file.column(first + 12, of: UInt8.self),
      starts: file.column(first + 13, of: UInt32.self),
      shared: file.column(first + 14, of: UInt8.self),
      entries: file.column(first + 15, of: WordList.EntryRange.self))
    nextNames = file.column(first + 16, of: UInt32.self)
    chainFirst = file.column(first + 17, of: UInt8.self)
    chainEntries = file.column(first + 18, of: UInt8.self)
  }

  /// In the order in which they are read.
  func add(to writer: inout SectionWriter) {
    writer.add(names.text)
    writer.add(names.starts)
    writer.add(names.rowStarts)
    writer.add(names.rows)
    writer.add(names.nameOfRow)
    writer.add(names.faces)
    writer.add(chains)
    writer.add(branches)
    writer.add(entryNames)
    writer.add(entryOffsets)
    writer.add(nameRanks)
    writer.add(entryRanks)
    writer.add(words.text)
    writer.add(words.starts)
    writer.add(words.shared)
    writer.add(words.entries)
    writer.add(nextNames)
    writer.add(chainFirst)
    writer.add(chainEntries)
  }
}
