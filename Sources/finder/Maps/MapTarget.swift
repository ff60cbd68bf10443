import CommandLineKit
import FinderEngine
import FinderOwn

/// `--to`: a venue's id or name, a chain, or a favourite or its place in their list.
struct MapTarget {
  private let text: String
  private let favourite: Favourite?

  /// `nil` where no way was asked for.
  init?(_ invocation: Invocation) throws {
    guard let text = invocation[MapOptions.to] else { return nil }
    guard !text.isEmpty else { throw invocation.error(MapOptions.to, "is empty") }
    self.text = text
    favourite = try Favourites.ofUser(invocation)?.meant(by: text)
  }

  /// That a lone house was meant, where a chain is spelt nearly alike.
  func note(in names: NameDirectory) -> String? {
    favourite == nil ? VenueByName(text: text, names: names).likelyChain : nil
  }

  /// The nearest that is meant.
  func hit(from point: Coordinate, in names: NameDirectory) throws -> Hit {
    let wanted = VenueByName(text: favourite?.shown ?? text, names: names)
    let meant = favourite.map { VenueByName.branches(of: $0, in: names) } ?? wanted.meant()
    guard meant.count(in: names.chains) > 0 else { throw wanted.missing }
    var query = Query(from: point, limit: 1)
    meant.limit(&query, by: names.chains)
    var searcher = Searcher(names.store)
    guard let hit = searcher.search(query).first else { throw wanted.missing }
    return hit
  }
}
