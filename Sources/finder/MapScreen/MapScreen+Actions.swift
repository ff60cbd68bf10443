import CommandLineKit
import FinderEngine

extension MapScreen {
  /// What `show` says of a venue. Each returns what there is to say in the bar.
  func details(ofRow row: Int) throws -> MapPanel {
    let own = VenueReport.Own(
      visits: VenueVisits(invocation), source: world.data.source, invocation: invocation)
    let style = TableStyle(figures: world.figures, isColoured: false, width: nil)
    let report = try VenueReport(
      row: row, hit: world.hit(ofRow: row), from: world.point, in: world.names(), own, style)
    let answer = report.answer(.table)
    let lines = String(decoding: answer.bytes.bytes, as: UTF8.self).split(separator: "\n").map {
      String($0)
    }
    // The names of all lines are padded alike.
    let name = lines.first?.prefix { $0 != " " } ?? ""
    let second = name.count + (lines.first?.dropFirst(name.count).prefix { $0 == " " }.count ?? 0)
    return MapPanel(
      title: self.name(ofRow: row), lines + ["", "o directions  f favourite"], second: second)
  }

  func openDirections(toRow row: Int) throws -> String {
    let opener = try LinkOpener("directions", invocation)
    try opener.open(VenueLinks(to: world.store.venue(ofRow: row), from: world.point))
    return "directions to \(name(ofRow: row)) are open"
  }

  func addFavourite(ofRow row: Int) throws -> String {
    let folder = try invocation.ownFolder()
    let venue = world.store.venue(ofRow: row)
    let favourite = Favourite(id: world.names().id(ofRow: row), name: venue.name)
    var place: Int?
    let noWaiting: () -> Void = {}
    try Favourites.change(in: folder, whenWaiting: noWaiting) {
      place = $0.add(favourite)
      return place == nil
    }
    return place.map { "\(name(ofRow: row)) is a favourite already, at position \($0 + 1)" }
      ?? "\(name(ofRow: row)) is a favourite now"
  }

  func savePicture() throws -> String {
    throw Failure(.unavailable, "pictures cannot be made yet")
  }

  private func name(ofRow row: Int) -> String {
    let name = TidyName.string(world.store.venue(ofRow: row).name)
    return name.isEmpty ? "(no name)" : name
  }
}
