import FinderEngine
import OpeningHoursKit

/// How many venues of a dataset have a name, a postcode, opening hours and so on, which shows what it is good
/// for. Properties are read as searches read them, whatever their keys are called.
package struct DatasetAttributes: Sendable {
  package enum Attribute: String, CaseIterable, Sendable {
    case names
    case postcodes
    case addresses
    case kinds
    case cuisines
    case diets
    case hours
    /// Opening hours that can be read.
    case readableHours = "readable_hours"
    case phones
    case websites
    case emails
    case ratings
    /// Ids of the dataset's own, which stay the same when other values change.
    case ids
  }

  package let venues: Int
  private let counts: [Int]

  package subscript(attribute: Attribute) -> Int { counts[attribute.place] }

  package init(_ source: DatasetSource, _ text: PaddedBytes) throws(DatasetError) {
    var sink = AttributeSink(text: text)
    try DatasetLoader.forEachFeature(of: text, from: source) { sink.take($0) }
    (venues, counts) = (sink.venues, sink.counts)
  }
}

extension DatasetAttributes.Attribute {
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

private struct AttributeSink {
  typealias Attribute = DatasetAttributes.Attribute

  let text: PaddedBytes
  private(set) var venues = 0
  private(set) var counts = [Int](repeating: 0, count: Attribute.allCases.count)

  private mutating func add(_ attribute: Attribute, _ isThere: Bool) {
    counts[attribute.place] += isThere ? 1 : 0
  }

  mutating func take(_ feature: borrowing ScannedFeature) {
    guard feature.fault == nil else { return }
    venues += 1
    let cursor = JSONCursor(text)
    add(.names, cursor.isSeen(feature.name.text))
    add(.postcodes, cursor.isSeen(feature.postcode.text))
    add(.ids, !feature.id.isNone)
    guard feature.hasOtherProperties else { return }
    let properties = cursor.properties(ofFeature: feature.span)
    addFood(cursor.foodAmongMany(in: properties))
    addContacts(SpelledContacts(in: properties, cursor), cursor)
    add(.ratings, cursor.hasRating(in: properties))
    guard let hours = cursor.openingHours(in: properties) else { return }
    add(.hours, true)
    guard cursor.base[hours.start] == UInt8(ascii: "\"") else { return }
    let isReadable = cursor.withDecoded(cursor.idToken(hours)) {
      (try? OpeningHours(parsing: UnsafeRawBufferPointer($0))) != nil
    }
    add(.readableHours, isReadable)
  }

  private mutating func addFood(_ food: VenueFood) {
    add(.kinds, food.says(.kind))
    add(.cuisines, food.says(.cuisine))
    add(.diets, food.says(.diet))
  }

  private mutating func addContacts(_ contacts: SpelledContacts, _ cursor: JSONCursor) {
    add(.addresses, contacts.has(.address, cursor))
    add(.phones, contacts.has(.phone, cursor))
    add(.websites, contacts.has(.website, cursor))
    add(.emails, contacts.has(.email, cursor))
  }
}

extension JSONCursor {
  /// Whether a text shows anything when printed.
  fileprivate func isSeen(_ token: JSONStringSpan) -> Bool {
    var isSeen = false
    withTidied(token) { bytes, _ in isSeen = !bytes.isEmpty }
    return isSeen
  }

  fileprivate func hasRating(in properties: JSONSpan) -> Bool {
    var hasRating = false
    forEachMember(of: properties) { key, value in
      if !hasRating, !isEmpty(value) {
        hasRating = withDecoded(key) {
          ColumnNames.rankByLetters(of: $0, in: ColumnNames.rating) != nil
        }
      }
    }
    return hasRating
  }
}
