import FinderEngine

// What there is to eat where something changed is kept in a file of its own, `news/food`, beside the journal.
// Finders that know nothing of food read and write the journal, and take one with other columns than theirs for
// damaged.
//
//     editions   one row for each edition of the journal
//     foods      one row for each change, in the journal's order
//     text       kinds and cuisines
//
// An edition's rows count where the journal has the very changes that they were noted for. So it does not matter
// who wrote the journal since. This file is written first, with all that the journal had before and has afterwards:
// so whichever of the two a stopped process came to, and whichever a query reads meanwhile, it has what was noted
// for that journal. What the journal no longer has goes when this file is written next.

package final class NewsFoods {
  private let file: SectionFile
  private let path: FilePath
  private let rows: Column<NewsFood>
  private let text: Column<UInt8>
  /// Of each edition of the journal, where its rows are; `nil` where nothing was noted.
  private let ranges: [Range<Int>?]
  private(set) lazy var aspects = findAspects()

  static let kind = SectionKind("NEWF", version: 1)
  package static let fileName = "food"

  package static func path(in folder: FilePath) -> FilePath {
    "\(folder)/\(NewsJournal.folderName)/\(fileName)"
  }

  /// What was noted for this journal; `nil` where there is no such file. All of it is verified. O(n)
  static func open(beside journal: NewsJournal) throws(NewsError) -> NewsFoods? {
    let path: FilePath = "\(journal.path.folderPrefix)\(fileName)"
    guard let file = try SectionFile.ofNews(.foods, path, kind) else { return nil }
    file.verifyAll()
    guard let foods = NewsFoods(file, path, of: journal) else { throw .damaged(.foods, path: path) }
    foods.readThrough()
    try foods.refuseDamage()
    return foods
  }

  /// `nil` where its columns do not fit together.
  private init?(_ file: SectionFile, _ path: FilePath, of journal: NewsJournal) {
    guard file.columnCount == 3, !file.isDamaged else { return nil }
    let editions = file.column(0, of: Edition.self)
    rows = file.column(1, of: NewsFood.self)
    text = file.column(2, of: UInt8.self)
    (self.file, self.path) = (file, path)
    var (known, start) = ([Edition: Range<Int>](), 0)
    for edition in editions.values {
      guard edition.entries <= UInt64(rows.count - start) else { return nil }
      known[edition] = start..<start + Int(edition.entries)
      start += Int(edition.entries)
    }
    guard start == rows.count, !file.isDamaged else { return nil }
    ranges = journal.editions.indices.map { number in
      let range = journal.entryRange(ofEdition: number)
      guard let entries = journal.entries.values(in: range) else { return nil }
      return known[Edition(journal.editions[number], entries, journal.text.values)]
    }
  }

  /// What an edition of the journal is known by here. 16 bytes without a gap.
  struct Edition: BitwiseCopyable, Hashable {
    /// A hash of which it is, and of its changes.
    private let contents: UInt64
    fileprivate let entries: UInt64

    /// `text` is that of all editions.
    init(_ edition: NewsEdition, _ entries: UnsafeBufferPointer<NewsEntry>, _ text: Bytes) {
      var hash = StableHash()
      for word in [edition.key, edition.keyBefore, UInt64(bitPattern: edition.date)] {
        hash.add(word)
      }
      for entry in entries {
        hash.add(UInt64(entry.kindNumber) << 32 | UInt64(entry.flags))
        let start = Int(entry.textStart)
        // Of a forged journal a text may be nowhere, which counts as damage where it is read.
        guard start + Int(entry.textLength) <= text.count else { continue }
        hash.add(UnsafeBufferPointer(rebasing: text[start..<start + Int(entry.textLength)]))
      }
      (contents, self.entries) = (hash.value, UInt64(entries.count))
    }
  }

  func refuseDamage() throws(NewsError) {
    if file.isDamaged { throw .damaged(.foods, path: path) }
  }

  /// A row and its text, of an entry of the journal's; `nil` where nothing was noted for its edition.
  func row(_ number: Int, ofEdition edition: Int) -> (row: NewsFood, text: Bytes)? {
    guard let range = ranges[edition], let row = rows.value(at: range.lowerBound + number),
      let bytes = text.values(of: row)
    else { return nil }
    return (row, bytes)
  }

  /// Where a text does not fit, the file counts as damaged.
  private func readThrough() {
    for row in rows.values {
      guard let bytes = text.values(of: row) else { return file.noteDamage() }
      var reader = NewsTextReader(bytes, of: file)
      reader.skipAll()
    }
  }

  /// Of what venues say anything, found in one pass.
  private func findAspects() -> [FoodAspect] {
    var left = FoodAspect.allCases
    for number in ranges.lazy.compactMap({ $0 }).joined() where !left.isEmpty {
      let row = rows[number]
      guard let food = text.values(of: row).flatMap(row.food) else { continue }
      left.removeAll { food.says($0) }
    }
    return FoodAspect.allCases.filter { !left.contains($0) }
  }
}

extension NewsJournal {
  /// `nil` where it was not noted, or not read.
  func food(ofEntry number: Int) -> VenueFood? {
    noted(ofEntry: number).flatMap { $0.row.food($0.text) }
  }

  func noted(ofEntry number: Int) -> (row: NewsFood, text: Bytes)? {
    guard let foods else { return nil }
    let edition = edition(ofEntry: number)
    return foods.row(number - entryRange(ofEdition: edition).lowerBound, ofEdition: edition)
  }

  /// Whether any venue in it says something of that.
  package func has(_ aspect: FoodAspect) -> Bool { foods?.aspects.contains(aspect) ?? false }
}

/// What there is to eat at the venue of an entry, as it is now; where it closed, as it was. 16 bytes.
struct NewsFood: RowWithText {
  /// The bits of its diets and features.
  let facts: UInt64
  /// Its kind, which is empty where it has none, and its cuisines. There is no text at all where no finder noted
  /// any of it: earlier finders did not.
  var textStart: UInt32 = 0
  var textLength: UInt32 = 0

  init(_ food: VenueFood?) { facts = food?.facts.bits ?? 0 }

  static func text(of food: VenueFood?) -> [UInt8] {
    guard let food else { return [] }
    var writer = NewsTextWriter()
    writer.add(food.kind ?? "")
    for cuisine in food.cuisines { writer.add(cuisine) }
    return writer.bytes
  }

  /// `nil` where it was not noted.
  func food(_ text: Bytes) -> VenueFood? {
    guard !text.isEmpty else { return nil }
    var reader = NewsTextReader(text)
    let kind = reader.next()
    return VenueFood(
      kind: kind.isEmpty ? nil : kind, cuisines: reader.rest(), facts: FoodFacts(bits: facts))
  }
}
