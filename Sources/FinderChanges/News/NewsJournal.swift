import FinderEngine

// What changed from one installed edition to the next is kept in one file, `news/journal` in the data folder:
// a `SectionFile`, so a query maps it and reads only the blocks that it needs.
//
//     editions   one row for each edition, the oldest first, with the number of its changes
//     entries    one row for each change, in the order of the editions, then in that of `data diff`
//     text       ids, names and postcodes before and after, and what else differs
//     keys       hashes of ids, and of names with postcodes, in ascending order
//     keyEntries the entry of each key
//     days       the day of each edition's data; not in journals of earlier finders
//
// The first edition has no changes: the record starts with it. Each later row names the edition that it was
// compared with, which is that of the row before it unless one was lost.
//
// Each install rewrites the file (`NewsKeeper`), which takes 10 ms for 100,000 changes. So old editions can
// be dropped, and a rollback can remove the last one. Food notes of its venues are in a file beside it
// (`NewsFoods`).

package final class NewsJournal {
  let file: SectionFile
  package let path: FilePath
  /// The oldest first.
  package let editions: [NewsEdition]
  /// Where the entries of each edition begin, and at the end their number.
  let starts: [Int]
  let entries: Column<NewsEntry>
  let text: Column<UInt8>
  let keys: Column<UInt64>
  let keyEntries: Column<UInt32>
  private let days: [Int64]?
  /// Food notes of its venues, once they have been read.
  private(set) var foods: NewsFoods?

  static let kind = SectionKind("NEWS", version: 1)
  package static let folderName = "news"
  package static let fileName = "journal"

  package static func path(in folder: FilePath) -> FilePath {
    "\(folder)/\(folderName)/\(fileName)"
  }

  /// `nil` if there is none.
  package static func open(in folder: FilePath) throws(NewsError) -> NewsJournal? {
    let path = path(in: folder)
    guard let file = try SectionFile.ofNews(.journal, path, kind) else { return nil }
    guard let journal = NewsJournal(file, path) else { throw .damaged(.journal, path: path) }
    return journal
  }

  /// After this its items have food, and searches can ask for it.
  package func readFoods() throws(NewsError) { foods = try NewsFoods.open(beside: self) }

  /// `nil` if its columns do not fit together.
  private init?(_ file: SectionFile, _ path: FilePath) {
    guard [5, 6].contains(file.columnCount) else { return nil }
    let rows = file.column(0, of: NewsEdition.self)
    let entries = file.column(1, of: NewsEntry.self)
    let keys = file.column(3, of: UInt64.self)
    let keyEntries = file.column(4, of: UInt32.self)
    var starts = [0]
    for edition in 0..<min(rows.count, NewsDraft.mostEditions) {
      starts.append(starts[edition] + Int(rows[edition].entries))
    }
    guard rows.count > 0, starts.count == rows.count + 1, starts[rows.count] == entries.count,
      keys.count == keyEntries.count
    else { return nil }
    editions = (0..<rows.count).map { rows[$0] }
    if file.columnCount > 5 {
      let days = file.column(5, of: Int64.self)
      guard days.count == rows.count else { return nil }
      self.days = (0..<days.count).map { days[$0] }
    } else {
      days = nil
    }
    text = file.column(2, of: UInt8.self)
    (self.file, self.path, self.starts) = (file, path, starts)
    (self.entries, self.keys, self.keyEntries) = (entries, keys, keyEntries)
    if file.isDamaged { return nil }
  }

  /// Throws if the file is damaged; then nothing read from it may be shown.
  package func refuseDamage() throws(NewsError) {
    if file.isDamaged { throw .damaged(.journal, path: path) }
    try foods?.refuseDamage()
  }

  package var changes: Int { entries.count }

  /// The day of an edition's data, in seconds since 1970; the day of its install if that is not known.
  package func day(ofEdition edition: Int) -> Int {
    Int(days?[edition] ?? editions[edition].date)
  }

  func entryRange(ofEdition edition: Int) -> Range<Int> { starts[edition]..<starts[edition + 1] }

  func edition(ofEntry entry: Int) -> Int {
    firstPlace(in: 0..<editions.count) { starts[$0 + 1] > entry }
  }

  /// Whether an edition's row has everything that changed since the row before it.
  package func followsOn(_ edition: Int) -> Bool {
    edition > 0 && editions[edition].omitted == 0
      && editions[edition].keyBefore == editions[edition - 1].key
  }

  /// Whether the journal ends with the edition at that path. It does, unless an install was cut short.
  package func endsWith(editionAt path: FilePath) -> Bool {
    editions[editions.count - 1].key == NewsEdition.key(ofDigest: "\(path.name.stem)")
  }
}

extension SectionFile {
  /// `nil` if there is none.
  static func ofNews(
    _ which: NewsFile, _ path: FilePath, _ kind: SectionKind
  ) throws(NewsError) -> SectionFile? {
    guard let status = stat(ofLink: path) else {
      let error = errno
      if error == ENOENT || error == ENOTDIR { return nil }
      throw .file(.unreadable(path: "\(path)", errno: error))
    }
    guard PrivateFile.isOurs(status) else { throw .notOurs(which, path: path) }
    let file: SectionFile?
    // Being out of memory or without permission is not damage.
    do throws(FileError) { file = try open(path, kind, identity: []) } catch { throw .file(error) }
    guard let file else { throw .damaged(which, path: path) }
    return file
  }
}

/// The two files of the news. The journal works without the other.
package enum NewsFile: Sendable {
  case journal
  case foods
}

/// Why a file of the news cannot be used.
package enum NewsError: Error, Sendable {
  case damaged(NewsFile, path: FilePath)
  /// Another user may have written it.
  case notOurs(NewsFile, path: FilePath)
  case file(FileError)

  /// One line for people, without the program's name.
  package var message: String {
    switch self {
    case .damaged(.journal, let path): "\(path): the journal of changes is damaged"
    case .damaged(.foods, let path): "\(path): the food notes of 'finder news' are damaged"
    case .notOurs(.journal, let path):
      "\(path): the journal of changes is a link, belongs to another user, or others may write in it"
    case .notOurs(.foods, let path):
      "\(path): the file of food notes is a link, belongs to another user, or others may write in it"
    case .file(let error): error.message
    }
  }
}

package struct NewsEdition: BitwiseCopyable, Equatable, Sendable {
  /// Identifies the edition: a hash of its SHA-256.
  let key: UInt64
  /// The edition that it was compared with; 0 if there is none.
  let keyBefore: UInt64
  /// When it was installed, in seconds since 1970.
  package let date: Int64
  let dateBefore: Int64
  package var entries: UInt32
  /// The number of changes, if they are too many to keep; `partial` if the edition before covers a different
  /// area.
  package var omitted: UInt32

  static let partial = UInt32.max

  init(
    _ record: EditionRecord, after previous: EditionRecord? = nil, entries: Int = 0,
    omitted: Int = 0
  ) {
    key = Self.key(of: record)
    keyBefore = previous.map(Self.key(of:)) ?? 0
    date = Self.date(of: record)
    dateBefore = previous.map(Self.date(of:)) ?? 0
    self.entries = UInt32(clamping: entries)
    self.omitted = UInt32(clamping: omitted)
  }

  /// Never 0. Uses only as much of the digest as is in an edition's file name.
  static func key(of record: EditionRecord) -> UInt64 { key(ofDigest: record.sha256) }

  static func key(ofDigest digest: String) -> UInt64 {
    StableHash.of(String(digest.prefix(32))) | 1
  }

  static func date(of record: EditionRecord) -> Int64 {
    Int64(Timestamp.seconds(of: record.installed) ?? time(nil))
  }

  /// Whether its changes are limited to what the edition before covers too.
  package var isPartial: Bool { omitted == Self.partial }
}

extension EditionRecord {
  /// The day of its data, in seconds since 1970: what the server said, else when it was fetched, else when
  /// the file was written. `nil` if none is known or plausible.
  var day: Int? {
    let end = Timestamp.seconds(of: installed) ?? .max
    let known = [
      request == nil ? lastModified.flatMap { HTTPDate.seconds(of: $0) } : nil,
      fetched.flatMap { Timestamp.seconds(of: $0) }, modified.flatMap { Timestamp.seconds(of: $0) },
    ]
    // Clocks that begin in 1970 or 1980 date the files of some archives and disks.
    return known.lazy.compactMap { $0 }.first { $0 >= Self.firstPlausible && $0 <= end }
  }

  /// The first of January 2000.
  private static let firstPlausible = 946_684_800
}
