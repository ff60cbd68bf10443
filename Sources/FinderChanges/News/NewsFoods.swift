import FinderEngine

// Food notes of venues that changed are kept in a file of their own, `news/food`, beside the journal. Finders
// that know nothing of food read and write the journal, and treat one with other columns as damaged.
//
//     editions   one row for each edition of the journal
//     foods      one row for each change, in the journal's order
//     text       kinds and cuisines
//
// An edition's rows count only if the journal still has the changes that they were noted for, so it does not
// matter which finder wrote the journal since. This file is written first, with the notes for the old journal
// and for the new one. So if the process stops in between, or a query reads meanwhile, the notes match either
// journal. Notes that the journal no longer needs go when this file is next written.

package final class NewsFoods {
  private let file: SectionFile
  private let path: FilePath
  private let rows: Column<NewsFood>
  private let text: Column<UInt8>
  /// For each edition of the journal, its range of rows; `nil` if nothing was noted.
  private let ranges: [Range<Int>?]
  private(set) lazy var aspects = findAspects()

  static let kind = SectionKind("NEWF", version: 1)
  package static let fileName = "food"

  package static func path(in folder: FilePath) -> FilePath {
    "\(folder)/\(NewsJournal.folderName)/\(fileName)"
  }

  /// The notes for this journal; `nil` if there is no such file. Verifies all of it. O(n)
  static func open(beside journal: NewsJournal) throws(NewsError) -> NewsFoods? {
    let path: FilePath = "\(journal.path.folderPrefix)\(fileName)"
    guard let file = try SectionFile.ofNews(.foods, path, kind) else { return nil }
    file.verifyAll()
    guard let foods = NewsFoods(file, path, of: journal) else { throw .damaged(.foods, path: path) }
    foods.readThrough()
    try foods.refuseDamage()
    return foods
  }

  /// `nil` if its columns do not fit together.
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

  /// Identifies an edition of the journal. 16 bytes without a gap.
  struct Edition: BitwiseCopyable, Hashable {
    /// A hash of the edition's identity and of its changes.
    private let contents: UInt64
    fileprivate let entries: UInt64

    /// `text` holds the texts of all editions.
    init(_ edition: NewsEdition, _ entries: UnsafeBufferPointer<NewsEntry>, _ text: Bytes) {
      var hash = StableHash()
      for word in [edition.key, edition.keyBefore, UInt64(bitPattern: edition.date)] {
        hash.add(word)
      }
      for entry in entries {
        hash.add(UInt64(entry.kindNumber) << 32 | UInt64(entry.flags))
        let start = Int(entry.textStart)
        // In a forged journal, a text may be out of range. That counts as damage when it is read.
        guard start + Int(entry.textLength) <= text.count else { continue }
        hash.add(UnsafeBufferPointer(rebasing: text[start..<start + Int(entry.textLength)]))
      }
      (contents, self.entries) = (hash.value, UInt64(entries.count))
    }
  }

  func refuseDamage() throws(NewsError) {
    if file.isDamaged { throw .damaged(.foods, path: path) }
  }

  /// The row and text of one entry of an edition; `nil` if nothing was noted for the edition.
  func row(_ number: Int, ofEdition edition: Int) -> (row: NewsFood, text: Bytes)? {
    guard let range = ranges[edition], let row = rows.value(at: range.lowerBound + number),
      let bytes = text.values(of: row)
    else { return nil }
    return (row, bytes)
  }

  /// If a text does not fit, the file counts as damaged.
  private func readThrough() {
    for row in rows.values {
      guard let bytes = text.values(of: row) else { return file.noteDamage() }
      var reader = NewsTextReader(bytes, of: file)
      reader.skipAll()
    }
  }

  /// The aspects that at least one venue has a value for, found in one pass.
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
  /// `nil` if it was not noted, or not read.
  func food(ofEntry number: Int) -> VenueFood? {
    noted(ofEntry: number).flatMap { $0.row.food($0.text) }
  }

  func noted(ofEntry number: Int) -> (row: NewsFood, text: Bytes)? {
    guard let foods else { return nil }
    let edition = edition(ofEntry: number)
    return foods.row(number - entryRange(ofEdition: edition).lowerBound, ofEdition: edition)
  }

  /// Whether any venue in it has a value for that aspect.
  package func has(_ aspect: FoodAspect) -> Bool { foods?.aspects.contains(aspect) ?? false }
}

/// The food at an entry's venue as it is now, or as it was if it closed. 16 bytes.
struct NewsFood: RowWithText {
  /// The bits of its diets and features.
  let facts: UInt64
  /// Its kind, empty if it has none, and its cuisines. The text is empty if no finder noted any food; earlier
  /// finders did not.
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

  /// `nil` if it was not noted.
  func food(_ text: Bytes) -> VenueFood? {
    guard !text.isEmpty else { return nil }
    var reader = NewsTextReader(text)
    let kind = reader.next()
    return VenueFood(
      kind: kind.isEmpty ? nil : kind, cuisines: reader.rest(), facts: FoodFacts(bits: facts))
  }
}
