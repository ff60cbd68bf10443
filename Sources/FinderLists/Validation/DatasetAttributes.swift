import FinderEngine
import OpeningHoursKit

/// How many venues of a dataset have a name, a postcode, opening hours and so on, which shows what it is good
/// for.
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

  /// Keys by their letters and digits; none if it is not an ordinary property.
  fileprivate var keys: [StaticString] {
    switch self {
    case .names, .postcodes, .diets, .hours, .readableHours, .ids: []
    case .addresses: ColumnNames.address
    case .kinds: ColumnNames.kind
    case .cuisines: ColumnNames.cuisine
    case .phones: ColumnNames.phone
    case .websites: ColumnNames.website
    case .emails: ColumnNames.email
    case .ratings: ColumnNames.rating
    }
  }

  /// Whether a property with that key gives a venue the attribute. A diet is a key of its own: `diet:vegan`.
  fileprivate func isNamed(by key: Bytes) -> Bool {
    switch self {
    case .diets: key.starts(with: "diet".utf8)
    default: ColumnNames.rankByLetters(of: key, in: keys) != nil
    }
  }
}

private struct AttributeSink {
  typealias Attribute = DatasetAttributes.Attribute

  private static let all = Attribute.allCases
  /// The attributes that are found by the keys of properties.
  private static let foundByKey = all.enumerated().filter { $1 == .diets || !$1.keys.isEmpty }

  let text: PaddedBytes
  private(set) var venues = 0
  private(set) var counts = [Int](repeating: 0, count: all.count)

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
    add(keysOf: properties, cursor)
    guard let hours = cursor.openingHours(in: properties) else { return }
    add(.hours, true)
    guard cursor.base[hours.start] == UInt8(ascii: "\"") else { return }
    let isReadable = cursor.withDecoded(cursor.idToken(hours)) {
      (try? OpeningHours(parsing: UnsafeRawBufferPointer($0))) != nil
    }
    add(.readableHours, isReadable)
  }

  private mutating func add(keysOf properties: JSONSpan, _ cursor: JSONCursor) {
    var found = 0
    cursor.forEachMember(of: properties) { key, value in
      guard !cursor.isEmpty(value) else { return }
      cursor.withDecoded(key) { name in
        for (place, attribute) in Self.foundByKey where attribute.isNamed(by: name) {
          found |= 1 << place
        }
      }
    }
    for place in counts.indices where found >> place & 1 == 1 { counts[place] += 1 }
  }
}

extension JSONCursor {
  /// Whether a text shows anything when printed.
  fileprivate func isSeen(_ token: JSONStringSpan) -> Bool {
    var isSeen = false
    withTidied(token) { bytes, _ in isSeen = !bytes.isEmpty }
    return isSeen
  }
}
