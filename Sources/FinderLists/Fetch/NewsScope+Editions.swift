import FinderChanges
import FinderEngine

extension NewsScope {
  /// What `finder news` compares between two editions: only what both could have.
  ///
  /// - Two files, or two states of an address, are compared as a whole if the same was chosen from both.
  /// - Two fetches of the same kinds from the same sources are compared where their areas overlap.
  /// - A fetch of OpenStreetMap and an extract are compared in the area and the kinds that both have.
  ///
  /// Other editions are not compared.
  ///
  /// `polygon` reads the polygon that is kept beside an edition.
  package init(
    old: EditionRecord, new: EditionRecord, polygon: (EditionRecord) -> PaddedBytes? = { _ in nil }
  ) {
    switch (old.request, new.request) {
    case (nil, nil):
      self = Self.isSameFile(old, new) ? .all : .nothing
    case (let first?, let second?):
      self = first == second ? .all : Self.common(first, second)
    case (let request?, nil):
      self = Self.common(fetch: request, extract: new, polygon(new))
    case (nil, let request?):
      self = Self.common(fetch: request, extract: old, polygon(old))
    }
  }

  /// Two files that venues were chosen from may be of two countries. Only extracts state their extent.
  private static func isSameFile(_ old: EditionRecord, _ new: EditionRecord) -> Bool {
    guard old.choice == new.choice, old.reading == new.reading else { return false }
    guard old.source != new.source, old.choice != nil else { return true }
    return old.extent != nil && old.extent == new.extent
  }

  private static func common(_ first: String, _ second: String) -> NewsScope {
    guard let first = FetchRequest(text: first), let second = FetchRequest(text: second),
      first.sources == second.sources, first.kinds == second.kinds,
      first.includesPrivate == second.includesPrivate
    else { return .nothing }
    guard !first.asksForTheSamePlaces(as: second) else { return .all }
    // finder does not know the borders of authorities.
    guard first.authorities.isEmpty, second.authorities.isEmpty else { return .nothing }
    let tests = [first, second].map { $0.areas.map { FetchAreaTest($0) } }
    return .places { place in
      tests.allSatisfy { areas in areas.contains { $0.contains(place) } }
    }
  }

  /// A country's extract ends at its border, but its record has only the box around that. So if more than a
  /// fifth of one edition is missing from the other, they are not compared: from week to week, only a few
  /// venues in a hundred change.
  private static let leastShared = 0.8

  private static func common(
    fetch: String, extract: EditionRecord, _ polygon: PaddedBytes?
  ) -> NewsScope {
    guard let text = extract.choice, text.hasPrefix("osm&"),
      let choice = VenueChoice(text: text, polygon: polygon),
      let fetch = FetchRequest(text: fetch), fetch.sources == [.osm]
    else { return .nothing }
    let kinds = fetch.kinds.filter(choice.kinds.contains)
    var expressions = ["kind=" + kinds.map(\.rawValue).joined(separator: "|")]
    if choice.includesPrivate != fetch.includesPrivate { expressions.append("access!=private|no") }
    let conditions = expressions.compactMap { try? Condition($0) }
    guard !kinds.isEmpty, conditions.count == expressions.count else { return .nothing }
    let areas = fetch.areas.map { FetchAreaTest($0) }
    let extent = extract.extent
    return .places(
      { place in
        (extent?.contains(place) ?? true) && choice.contains(place)
          && areas.contains { $0.contains(place) }
      }, conditions: conditions, leastShared: leastShared)
  }
}
