import FinderEngine

/// The journal in memory, where it is changed before it is written anew.
struct NewsDraft {
  private(set) var editions: [NewsEdition] = []
  /// The day of each edition's data.
  private var days: [Int64] = []
  private(set) var entries: [NewsEntry] = []
  private(set) var text: [UInt8] = []

  static let mostEditions = 100
  static let mostBytes = 64 << 20

  init() {}

  init(_ journal: NewsJournal) throws(NewsError) {
    journal.file.verifyAll()
    try journal.refuseDamage()
    editions = journal.editions
    days = editions.indices.map { Int64(journal.day(ofEdition: $0)) }
    entries = Array(journal.entries.values)
    text = Array(journal.text.values)
    // Text lies in the order of the entries, so that a beginning or an end can go.
    var end = 0
    for entry in entries {
      let isNext = Int(entry.textStart) == end && Int(entry.textLength) <= text.count - end
      guard isNext, entry.isSound else { throw .damaged(path: journal.path) }
      end += Int(entry.textLength)
    }
    guard end == text.count else { throw .damaged(path: journal.path) }
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
    for var entry in changes.entries {
      entry.textStart += UInt32(text.count)
      entries.append(entry)
    }
    text += changes.text
    while editions.count > Self.mostEditions || bytes > Self.mostBytes && editions.count > 1 {
      dropOldest()
    }
  }

  /// What a rollback does.
  mutating func dropNewest() {
    guard let edition = editions.popLast() else { return }
    days.removeLast()
    let left = entries.count - Int(edition.entries)
    if left < entries.count { text.removeSubrange(Int(entries[left].textStart)...) }
    entries.removeSubrange(left...)
  }

  private mutating func dropOldest() {
    let gone = Int(editions.removeFirst().entries)
    days.removeFirst()
    let start = gone < entries.count ? Int(entries[gone].textStart) : text.count
    entries.removeSubrange(..<gone)
    text.removeSubrange(..<start)
    for i in entries.indices { entries[i].textStart -= UInt32(start) }
  }

  /// Nearly what the file takes: three keys an entry at most.
  private var bytes: Int { entries.count * (MemoryLayout<NewsEntry>.stride + 3 * 12) + text.count }

  func write(to path: FilePath) throws(NewsError) {
    let keys = sortedKeys
    var writer = SectionWriter(NewsJournal.kind, identity: [])
    writer.add(
      Column(count: editions.count) { editions[$0] }, Column(count: entries.count) { entries[$0] },
      Column(count: text.count) { text[$0] }, Column(count: keys.count) { keys[$0].key },
      Column(count: keys.count) { keys[$0].row }, Column(count: days.count) { days[$0] })
    do throws(FileError) { try writer.write(durablyTo: path) } catch { throw .file(error) }
  }

  private var sortedKeys: [KeyedRow] {
    var keys: [KeyedRow] = []
    keys.reserveCapacity(3 * entries.count)
    text.withUnsafeBufferPointer { text in
      for (number, entry) in entries.enumerated() {
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
