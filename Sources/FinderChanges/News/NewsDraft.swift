import FinderEngine

/// The journal in memory, where it is changed before it is written.
struct NewsDraft {
  private(set) var editions: [NewsEdition] = []
  /// The day of each edition's data.
  private var days: [Int64] = []
  private(set) var entries = TextRows<NewsEntry>()
  /// The food notes of each entry, including entries dropped since the journal was read: queries read the old
  /// journal until the new one is in place.
  private var foods = TextRows<NewsFood>()
  private var foodEditions: [NewsFoods.Edition] = []
  /// How many rows of `foods` belong to dropped editions at the beginning.
  private var foodsGone = 0

  static let mostEditions = 100
  static let mostBytes = 64 << 20

  init() {}

  /// Includes the food notes, if the journal's were read.
  init(_ journal: NewsJournal) throws(NewsError) {
    journal.file.verifyAll()
    try journal.refuseDamage()
    editions = journal.editions
    days = editions.indices.map { Int64(journal.day(ofEdition: $0)) }
    guard let entries = TextRows(journal.entries, journal.text),
      entries.rows.allSatisfy(\.isSound)
    else { throw .damaged(.journal, path: journal.path) }
    self.entries = entries
    for (number, edition) in editions.enumerated() {
      add(edition, entries.rows[journal.entryRange(ofEdition: number)], entries.text)
    }
    for number in 0..<entries.count {
      journal.readThrough(entry: number)
      let noted = journal.noted(ofEntry: number)
      foods.append(noted?.row ?? NewsFood(nil), noted.map { Array($0.text) } ?? [])
    }
    try journal.refuseDamage()
  }

  mutating func append(
    _ record: EditionRecord, after previous: EditionRecord? = nil,
    _ changes: NewsChanges = NewsChanges()
  ) {
    var edition = NewsEdition(record, after: previous)
    edition.entries = UInt32(changes.entries.count)
    edition.omitted =
      changes.isPartial && changes.omitted == 0
      ? NewsEdition.partial : UInt32(clamping: changes.omitted)
    editions.append(edition)
    days.append(Int64(record.day ?? Int(edition.date)))
    add(edition, changes.entries.rows[...], changes.entries.text)
    entries.append(changes.entries)
    foods.append(changes.foods)
    while editions.count > Self.mostEditions || bytes > Self.mostBytes && editions.count > 1 {
      dropOldest()
    }
  }

  /// For a rollback.
  mutating func dropNewest() {
    guard let edition = editions.popLast() else { return }
    days.removeLast()
    entries.removeLast(Int(edition.entries))
  }

  private mutating func dropOldest() {
    let gone = Int(editions.removeFirst().entries)
    days.removeFirst()
    entries.removeFirst(gone)
    foodsGone += gone
  }

  /// Nearly the size of the files once the dropped rows are gone, with at most three keys an entry.
  private var bytes: Int {
    entries.bytes + foods.bytes(from: foodsGone) + entries.count * 3 * 12
  }

  private mutating func add(
    _ edition: NewsEdition, _ rows: ArraySlice<NewsEntry>, _ text: [UInt8]
  ) {
    foodEditions.append(
      rows.withUnsafeBufferPointer { rows in
        text.withUnsafeBufferPointer { NewsFoods.Edition(edition, rows, $0) }
      })
  }

  /// To be called before `writeJournal`, so the journal never has changes whose notes are not written yet.
  func writeFoods(in folder: FilePath) throws(NewsError) {
    let path = NewsFoods.path(in: folder)
    if let status = stat(ofLink: path), !PrivateFile.isOurs(status) {
      throw .notOurs(.foods, path: path)
    }
    var writer = SectionWriter(NewsFoods.kind, identity: [])
    writer.add(Self.column(foodEditions), Self.column(foods.rows), Self.column(foods.text))
    do throws(FileError) { try writer.write(durablyTo: path) } catch {
      throw .file(error)
    }
  }

  func writeJournal(in folder: FilePath) throws(NewsError) {
    let path = NewsJournal.path(in: folder)
    let keys = sortedKeys
    var writer = SectionWriter(NewsJournal.kind, identity: [])
    writer.add(
      Self.column(editions), Self.column(entries.rows), Self.column(entries.text),
      Column(count: keys.count) { keys[$0].key }, Column(count: keys.count) { keys[$0].row },
      Self.column(days))
    do throws(FileError) { try writer.write(durablyTo: path) } catch { throw .file(error) }
  }

  private static func column<Row: BitwiseCopyable>(_ rows: [Row]) -> Column<Row> {
    Column(count: rows.count) { rows[$0] }
  }

  private var sortedKeys: [KeyedRow] {
    var keys: [KeyedRow] = []
    keys.reserveCapacity(3 * entries.count)
    entries.text.withUnsafeBufferPointer { text in
      for (number, entry) in entries.rows.enumerated() {
        let start = Int(entry.textStart)
        var reader = NewsTextReader(
          UnsafeBufferPointer(rebasing: text[start..<start + Int(entry.textLength)]))
        let venue = NewsVenue(
          id: reader.next(), name: reader.next(), postcode: reader.next(), place: entry.place)
        let hasOtherID = entry.hasBefore && entry.flags & NewsEntry.sameID == 0
        for key in NewsKeys.all(of: venue, idBefore: hasOtherID ? reader.next() : nil) {
          keys.append(KeyedRow(key: key, row: UInt32(number)))
        }
      }
    }
    keys.withUnsafeMutableBufferPointer { KeyedRows.sort($0) }
    return keys
  }
}

/// A row whose text is part of one text that all rows share.
protocol RowWithText: BitwiseCopyable {
  var textStart: UInt32 { get set }
  var textLength: UInt32 { get set }
}

/// Rows and their texts. The texts are in the order of the rows, so a beginning or an end can be removed.
struct TextRows<Row: RowWithText> {
  private(set) var rows: [Row] = []
  private(set) var text: [UInt8] = []

  init() {}

  /// `nil` if the texts are not in that order.
  init?(_ rows: Column<Row>, _ text: Column<UInt8>) {
    var end = 0
    let (rows, text) = (Array(rows.values), Array(text.values))
    for row in rows {
      guard Int(row.textStart) == end, Int(row.textLength) <= text.count - end else { return nil }
      end += Int(row.textLength)
    }
    guard end == text.count else { return nil }
    (self.rows, self.text) = (rows, text)
  }

  var count: Int { rows.count }
  var bytes: Int { bytes(from: 0) }

  func bytes(from first: Int) -> Int {
    guard first < count else { return 0 }
    return (count - first) * MemoryLayout<Row>.stride + text.count - Int(rows[first].textStart)
  }

  mutating func append(_ row: Row, _ text: [UInt8]) {
    var row = row
    (row.textStart, row.textLength) = (UInt32(self.text.count), UInt32(text.count))
    rows.append(row)
    self.text += text
  }

  mutating func append(_ others: TextRows) {
    let start = UInt32(text.count)
    rows.reserveCapacity(rows.count + others.rows.count)
    for var row in others.rows {
      row.textStart += start
      rows.append(row)
    }
    text += others.text
  }

  mutating func removeLast(_ count: Int) {
    let left = rows.count - count
    if count > 0 { text.removeSubrange(Int(rows[left].textStart)...) }
    rows.removeLast(count)
  }

  mutating func removeFirst(_ count: Int) {
    let start = count < rows.count ? rows[count].textStart : UInt32(text.count)
    rows.removeFirst(count)
    text.removeFirst(Int(start))
    for place in rows.indices { rows[place].textStart -= start }
  }
}
