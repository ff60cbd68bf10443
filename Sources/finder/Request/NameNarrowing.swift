import CommandLineKit
import FinderEngine
import FinderOwn

/// The favourite, chain or venues that `closest` looks for by name.
final class NameNarrowing: Sendable {
  private let text: String
  private let favourites: Favourites?
  private let favourite: Favourite?

  init(_ text: String, among favourites: Favourites?) {
    (self.text, self.favourites) = (text, favourites)
    favourite = favourites?.meant(by: text)
  }

  /// Returns a note on the name. Throws if nothing has that name.
  func narrow(
    _ query: inout Query, by names: NameDirectory, _ units: ReadableFigures.Units
  ) throws -> String? {
    let point = query.point
    let wanted = VenueByName(
      text: favourite?.shown ?? text, names: names, point: point, units: units)
    let meant = favourite.map { names.branches(of: $0) } ?? names.branches(of: text)
    guard meant.count(in: names.chains) > 0 else {
      if let favourites { throw favourites.missing(text, wanted) }
      throw wanted.missing
    }
    if favourite == nil, case .chain = meant, let note = try noteOnRest(names.chains) {
      meant.limit(&query, by: names.chains)
      return note
    }
    meant.limit(&query, by: names.chains)
    return wanted.note(on: meant)
  }
}

extension NameNarrowing {
  /// Throws if the name lists several chains.
  private func noteOnRest(_ chains: StoreChains) throws -> String? {
    let typed = TypedChain(text, chains)
    guard typed.several.isEmpty else {
      throw Failure(
        .usage,
        "\(UsageError.quote(text)) names several chains, and 'closest' takes one: "
          + typed.several.joined(separator: " or "))
    }
    return typed.note
  }
}

extension Favourites {
  /// `nil` if there is no folder for them.
  static func ofUser(_ invocation: Invocation) throws -> Favourites? {
    try invocation.locator.dataFolder.map { folder in try Favourites(in: folder) }
  }

  /// The favourite with that position, name or id.
  func meant(by text: String) -> Favourite? { place(of: text).map { items[$0] } }

  /// Explains why the text matches neither a favourite with a venue nor a name.
  fileprivate func missing(_ text: String, _ wanted: VenueByName) -> Failure {
    if let place = place(of: text) {
      return Failure(
        .nothingFound,
        "favourite \(place + 1), \(UsageError.quote(items[place].shown)), has no venue in the dataset"
      )
    }
    guard let position = Int(text), position > 0, !items.isEmpty else { return wanted.missing }
    return Failure(
      .nothingFound, "there is no favourite \(position), and no venue of that name",
      hint: "  'finder favourites list' shows all \(items.count)")
  }
}
