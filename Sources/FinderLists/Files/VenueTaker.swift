import FinderEngine

/// Makes venues of the records of any list, and leaves out those that were not chosen.
///
/// Overture Maps and AllThePlaces publish places of every sort. Their records are recognised by the names of
/// their properties, and become the same as venues fetched from OpenStreetMap. Records of other lists are
/// venues already and stay as they are. They too must be in the area and, in an archive, of the kinds chosen.
package final class VenueTaker: RecordTaker {
  private let choice: VenueChoice
  private let kinds: Set<String>
  /// As in `2026-11-27`: places that closed before it are closed.
  let today: String
  /// Ids seen in the lists of one archive, in which the same venue may come several times.
  private var known: Set<[UInt8]>?
  package private(set) var tally = ChoiceTally()
  private var origins: Origins = []

  /// With `isForSeveral` lists, only the first venue with an id is kept.
  package init(
    _ choice: VenueChoice, isForSeveral: Bool = false, today: String = Timestamp.today
  ) {
    (self.choice, self.today) = (choice, today)
    kinds = Set(choice.kinds.map(\.rawValue))
    known = isForSeveral ? [] : nil
  }

  package func begin() {
    tally = ChoiceTally()
    origins = []
    if known != nil { known = [] }
  }

  package var attribution: [Attribution] { origins.attribution }

  package func take(_ record: inout ListRecord) -> RecordVerdict {
    if let place = OverturePlace(record) {
      guard take(place, &record) else { return .leaveOut }
    } else if let place = SpiderPlace(record) {
      guard take(place, &record) else { return .leaveOut }
    } else {
      guard known == nil || isChosen(Self.kind(of: record)), isInside(record), isNew(record)
      else { return .leaveOut }
    }
    return .keep
  }

  private func take(_ place: OverturePlace, _ record: inout ListRecord) -> Bool {
    let description = place.describe()
    guard isChosen(description.kind) else { return false }
    guard !place.isClosed else { return leaveOut(.closed) }
    guard let name = place.name else { return leaveOut(.nameless) }
    guard record.coordinate != nil else { return leaveOut(.placeless) }
    guard isInside(record) else { return false }
    place.write(description, name: name, to: &record)
    guard isNew(record) else { return false }
    origins.formUnion(place.origins)
    return true
  }

  private func take(_ place: SpiderPlace, _ record: inout ListRecord) -> Bool {
    guard isChosen(place.kind) else { return false }
    guard !place.isClosed(on: today) else { return leaveOut(.closed) }
    guard choice.includesPrivate || !place.isPrivate else { return leaveOut(.isPrivate) }
    guard let name = place.name else { return leaveOut(.nameless) }
    guard record.coordinate != nil else { return leaveOut(.placeless) }
    guard isInside(record) else { return false }
    place.write(name: name, to: &record)
    guard isNew(record) else { return false }
    origins.insert(.spiders)
    return true
  }

  private func leaveOut(_ reason: ChoiceTally.Reason) -> Bool {
    tally[reason] += 1
    return false
  }

  private func isChosen(_ kind: FoodKind) -> Bool {
    switch kind {
    case .unstated: return true
    case .notFood: return leaveOut(.notFood)
    case .food(let name):
      if kinds.contains(name) { return true }
      tally.otherKinds[name, default: 0] += 1
      return false
    }
  }

  /// The kind of a plain venue in an archive, as finder's own datasets and OpenStreetMap write it. Any other
  /// word may mean anything.
  private static func kind(of record: borrowing ListRecord) -> FoodKind {
    for key in ["kind", "amenity"] {
      guard let place = record.place(ofKey: key) else { continue }
      let value = RecordValue(record.members[place].value)
      guard value.isText else { continue }
      if FetchKind(rawValue: value.string) != nil { return .food(value.string) }
      if key == "amenity" { return .notFood }
    }
    return .unstated
  }

  private func isInside(_ record: borrowing ListRecord) -> Bool {
    guard choice.hasArea else { return true }
    guard let point = record.coordinate else { return leaveOut(.placeless) }
    return choice.contains(point) || leaveOut(.outside)
  }

  private func isNew(_ record: borrowing ListRecord) -> Bool {
    guard known != nil, record.id.count > 0 else { return true }
    // As in a dataset, a number and a text with the same digits are one id.
    let id = RecordValue(record.id)
    return known!.insert(Array(id.isText ? id.inside : id.text)).inserted || leaveOut(.doubles)
  }
}

/// What a place says it is.
enum FoodKind: Equatable {
  /// It does not say, or only says that there is food.
  case unstated
  /// One of `FetchKind`'s names, or another such as `bakery`.
  case food(String)
  case notFood
}

/// Who must be credited for the venues kept: Overture's licence covers all of its places, but some of its
/// sources ask to be named.
struct Origins: OptionSet {
  let rawValue: UInt8

  static let overture = Origins(rawValue: 1)
  static let openStreetMap = Origins(rawValue: 2)
  static let foursquare = Origins(rawValue: 4)
  static let spiders = Origins(rawValue: 8)

  var attribution: [Attribution] {
    let all: [(Origins, Attribution)] = [
      (.overture, Attribution("Overture Maps Foundation", licence: "CDLA-Permissive-2.0")),
      (.openStreetMap, .openStreetMap),
      (.foursquare, Attribution("Foursquare Labs, Inc.", licence: "Apache-2.0")),
      (.spiders, Attribution("All the Places", licence: "CC0-1.0")),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}
