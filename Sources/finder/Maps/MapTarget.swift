import CommandLineKit
import FinderEngine

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
    return try wanted.closest(of: meant, to: point)
  }
}

extension MapWay {
  /// As the router tells, or else in a straight line; the notes then say why.
  static func to(
    _ hit: Hit, in store: VenueStore, from point: Coordinate, _ router: Router?,
    _ units: ReadableFigures.Units, _ notes: inout [String]
  ) throws -> MapWay {
    let venue = store.venue(hit)
    let tidy = TidyName.string(venue.name)
    let name = tidy.isEmpty ? "the venue" : tidy
    let session = router.map { RouterSession($0) }
    defer { notes += session?.notes ?? [] }
    if let path = try session?.path(from: point, to: venue.coordinate, named: name) {
      return MapWay(
        line: path.line, metres: path.metres, minutes: path.minutes, to: name, units)
    }
    return MapWay(straightFrom: point, to: venue.coordinate, named: name, units)
  }
}
