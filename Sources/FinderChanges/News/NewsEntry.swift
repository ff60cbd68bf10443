import FinderEngine

/// One change: what a search reads is in columns, the rest is text. 56 bytes without a gap.
struct NewsEntry: RowWithText {
  /// Where the venue is now, or was if it closed.
  var place: Coordinate
  /// Where the venue was before; the same as `place` if it did not move.
  var placeBefore: Coordinate
  /// A key of `ChainKey`: the chain's, or else the venue's own name's.
  var chain: UInt64
  /// Where its text begins, and its length.
  var textStart: UInt32
  var textLength: UInt32
  /// An index into `NewsEntry.kinds`.
  var kindNumber: UInt32
  var flags: UInt32

  static let kinds = DatasetComparison.Kind.allCases

  /// Parts that did not change are in the text only once.
  static let sameID: UInt32 = 1
  static let sameName: UInt32 = 2
  static let samePostcode: UInt32 = 4

  /// `nil` for a number that only a forged file has.
  var kind: DatasetComparison.Kind? {
    kindNumber < UInt32(Self.kinds.count) ? Self.kinds[Int(kindNumber)] : nil
  }

  var hasBefore: Bool { kind != .opened && kind != .closed }

  /// Numbers from a file may be forged.
  var isSound: Bool { kind != nil && Self.isSound(place) && Self.isSound(placeBefore) }

  private static func isSound(_ place: Coordinate) -> Bool {
    Coordinate(validLatitude: place.latitude, longitude: place.longitude) != nil
  }
}

/// A venue as the journal records it. A class, as `NewsItem` is.
package final class NewsVenue: Sendable {
  package let id: String
  /// Tidied; empty if there is none.
  package let name: String
  package let postcode: String
  package let place: Coordinate
  /// `nil` if it was not noted or not read, and always for the venue before the change.
  package let food: VenueFood?

  package init(
    id: String, name: String, postcode: String, place: Coordinate, food: VenueFood? = nil
  ) {
    (self.id, self.place, self.food) = (id, place, food)
    (self.name, self.postcode) = (TidyText.string(name), TidyText.string(postcode))
  }
}

package struct NewsItem: Sendable {
  let entry: Int
  let edition: Int
  /// When the edition was installed, in seconds since 1970.
  package let date: Int
  /// The day of the edition's data, in seconds since 1970.
  package let dataDate: Int
  package let kind: DatasetComparison.Kind
  /// The venue now, or as it was if it closed.
  package let venue: NewsVenue
  /// The venue before the change; `nil` if it opened or closed.
  package let before: NewsVenue?
  /// The properties and other members that differ, apart from name and place.
  package let fields: [String]

  /// Distance and direction, if the venue moved.
  package var path: Geodesic.Path? {
    guard kind == .moved, let before else { return nil }
    return Geodesic.inverse(from: before.place, to: venue.place)
  }

  fileprivate init(
    _ number: Int, _ entry: NewsEntry, _ kind: DatasetComparison.Kind,
    _ reader: inout NewsTextReader, in journal: NewsJournal
  ) {
    self.entry = number
    self.kind = kind
    edition = journal.edition(ofEntry: number)
    date = Int(journal.editions[edition].date)
    dataDate = journal.day(ofEdition: edition)
    let venue = NewsVenue(
      id: reader.next(), name: reader.next(), postcode: reader.next(), place: entry.place,
      food: journal.food(ofEntry: number))
    self.venue = venue
    if entry.hasBefore {
      let id = entry.flags & NewsEntry.sameID == 0 ? reader.next() : venue.id
      let name = entry.flags & NewsEntry.sameName == 0 ? reader.next() : venue.name
      let postcode = entry.flags & NewsEntry.samePostcode == 0 ? reader.next() : venue.postcode
      before = NewsVenue(id: id, name: name, postcode: postcode, place: entry.placeBefore)
    } else {
      before = nil
    }
    fields = reader.rest().map { TidyText.string($0) }
  }
}

extension NewsJournal {
  /// `nil` if the file is damaged.
  package func item(_ number: Int) -> NewsItem? {
    guard let entry = entries.value(at: number), entry.isSound, let kind = entry.kind,
      let bytes = text.values(of: entry)
    else {
      file.noteDamage()
      return nil
    }
    var reader = NewsTextReader(bytes, of: file)
    return NewsItem(number, entry, kind, &reader, in: self)
  }

  /// If a length in its text does not fit, the file counts as damaged.
  func readThrough(entry number: Int) {
    guard let bytes = text.values(of: entries[number]) else { return file.noteDamage() }
    var reader = NewsTextReader(bytes, of: file)
    reader.skipAll()
  }

  /// Whether an entry's venue has the food asked for, and whether any food was noted for it.
  func answer(
    _ question: FoodQuestion, _ entry: NewsEntry, _ number: Int
  ) -> (answer: FoodFilter.Answer, isNoted: Bool) {
    guard let bytes = text.values(of: entry) else {
      file.noteDamage()
      return (.no, true)
    }
    var reader = NewsTextReader(bytes, of: file)
    // The name follows the id.
    _ = reader.nextBytes()
    let food = food(ofEntry: number)
    return (question.answer(for: food ?? .none, named: reader.nextBytes()), food != nil)
  }
}

extension Column<UInt8> {
  /// `nil` if there is no such text.
  func values(of row: some RowWithText) -> Bytes? {
    values(in: Int(row.textStart)..<Int(row.textStart) + Int(row.textLength))
  }
}

/// Writes texts one after another. Each follows its length, which takes as few bytes as possible.
struct NewsTextWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: Bytes) {
    var length = text.count
    while length >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: length) | 0x80)
      length >>= 7
    }
    bytes.append(UInt8(length))
    bytes.append(contentsOf: text)
  }

  mutating func add(_ text: String) { text.withBytes { add($0) } }
}

/// Reads those texts. If a length does not fit, the rest is empty, and the file counts as damaged.
struct NewsTextReader {
  private let bytes: Bytes
  private var place = 0
  private let file: SectionFile?

  init(_ bytes: Bytes, of file: SectionFile? = nil) { (self.bytes, self.file) = (bytes, file) }

  mutating func next() -> String { String(decoding: nextBytes(), as: UTF8.self) }

  mutating func nextBytes() -> Bytes {
    guard let length = length(), length <= bytes.count - place else {
      file?.noteDamage()
      place = bytes.count
      return UnsafeBufferPointer(rebasing: bytes[place...])
    }
    defer { place += length }
    return UnsafeBufferPointer(rebasing: bytes[place..<place + length])
  }

  mutating func skipAll() { while place < bytes.count { _ = nextBytes() } }

  mutating func rest() -> [String] {
    var texts: [String] = []
    while place < bytes.count { texts.append(next()) }
    return texts
  }

  private mutating func length() -> Int? {
    var (length, shift) = (0, 0)
    while place < bytes.count, shift <= 28 {
      let byte = bytes[place]
      place += 1
      length |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return length }
      shift += 7
    }
    return nil
  }
}
