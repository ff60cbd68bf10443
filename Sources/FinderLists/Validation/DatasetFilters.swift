import FinderEngine

/// What a dataset can be asked for beside names and places: how many venues have a kind, a cuisine, a diet
/// or opening hours, and the filter for each, with the value that most of them have.
///
/// One look at each venue's keys; hours are not read, which takes ten times as long.
package struct DatasetFilters: Sendable {
  package typealias Attribute = DatasetAttributes.Attribute

  package struct Filter: Sendable {
    package let attribute: Attribute
    package let venues: Int
    /// `cuisine=pizza`; `nil` for hours, which have an option of their own, and where no venue has any.
    package let condition: String?
  }

  package static let attributes: [Attribute] = [.kinds, .cuisines, .diets, .hours]

  package let filters: [Filter]

  package init(of store: VenueStore) {
    var tally = FilterTally()
    let cursor = JSONCursor(store.text)
    for row in 0..<store.count {
      let known = store.columns.text[row]
      let feature = store.featureSpan(ofRow: row)
      guard !known.isKnown || known.hasOtherProperties, !feature.isNone else { continue }
      tally.add(cursor.properties(ofFeature: feature), cursor)
    }
    filters = Self.attributes.indices.map { place in
      Filter(
        attribute: Self.attributes[place], venues: tally.venues[place],
        condition: tally.conditions[place].max {
          $0.value != $1.value ? $0.value < $1.value : $0.key > $1.key
        }?.key)
    }
  }
}

private struct FilterTally {
  /// By the place of the attribute.
  private(set) var venues = DatasetFilters.attributes.map { _ in 0 }
  private(set) var conditions: [[String: Int]] = DatasetFilters.attributes.map { _ in [:] }

  private static let hours = DatasetFilters.attributes.count - 1
  /// Of a hostile file, which may have another value for each venue.
  private static let mostConditions = 1000
  private static let longestText = 40

  mutating func add(_ properties: JSONSpan, _ cursor: JSONCursor) {
    guard !properties.isNone, cursor.base[properties.start] == UInt8(ascii: "{") else { return }
    var found = 0
    cursor.forEachMember(of: properties) { key, value in
      guard !cursor.isEmpty(value) else { return }
      cursor.withDecoded(key) { name in
        for (place, attribute) in DatasetFilters.attributes.enumerated()
        where attribute.isNamed(by: name) {
          found |= 1 << place
          if place != Self.hours { count(name, cursor.text(value), at: place) }
        }
      }
    }
    for place in venues.indices where found >> place & 1 == 1 { venues[place] += 1 }
  }

  /// Of a list the first value, which `--where` finds in it.
  private mutating func count(_ name: Bytes, _ value: String?, at place: Int) {
    let first = value?.split(separator: ";").first.map { TidyName.string(String($0)) } ?? ""
    guard name.count + first.utf8.count <= Self.longestText, !first.isEmpty, first != "no"
    else { return }
    let condition = "\(String(decoding: name, as: UTF8.self))=\(first)"
    guard conditions[place].count < Self.mostConditions || conditions[place][condition] != nil
    else { return }
    conditions[place][condition, default: 0] += 1
  }
}

extension JSONCursor {
  /// Of a value that is one.
  fileprivate func text(_ value: JSONSpan) -> String? {
    guard base[value.start] == UInt8(ascii: "\"") else { return nil }
    return withDecoded(idToken(value)) { String(decoding: $0, as: UTF8.self) }
  }
}
