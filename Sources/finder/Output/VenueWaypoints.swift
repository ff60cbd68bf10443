import FinderEngine
import FinderLists

/// Venues as waypoints: what a table says of each, and what people want to know on the way there, in a few
/// lines.
///
///     59 m NW, ~1 min on foot
///     12 High Street, Brighton, BN1 1AA
///     restaurant, thai, vegan
///     open till 23:00
///     01273 946 095
struct VenueWaypoints {
  let form: WaypointWriter.Form
  let figures: ReadableFigures
  let writer: VenueWriter
  /// With `--fields` the description has only those fields.
  let isOfFields: Bool
  let additions: VenueAdditions

  /// `way` says how to get there.
  func waypoint(of venue: Venue, _ way: [String]) -> Waypoint {
    let reader = FieldReader(venue)
    var lines = way
    lines.append(address(of: venue, reader))
    lines.append((additions.food?.food(of: reader) ?? reader.food()).line)
    if let open = additions.open {
      let text = open.text(of: venue)
      lines.append(text == "not known" ? "opening hours not known" : text)
    } else {
      lines.append(writer.text(.hours, of: reader))
    }
    lines.append(writer.text(.phone, of: reader))
    let website = WebLink.address(writer.text(.website, of: reader))
    // Not every program that reads KML shows its links.
    if form == .kml, let website { lines.append(website) }
    return Waypoint(venue.coordinate, name: venue.name, description: lines, website: website)
  }

  /// The same with only those lines.
  func waypoint(of venue: Venue, fields: [String]) -> Waypoint {
    let website = WebLink.address(writer.text(.website, of: FieldReader(venue)))
    return Waypoint(venue.coordinate, name: venue.name, description: fields, website: website)
  }

  /// `way` says how to get to a venue.
  func append<Writer: HitWriter>(
    _ hits: [Writer.Result], by hitWriter: Writer, of store: VenueStore,
    to output: inout ByteBuffer, way: @escaping (Writer.Result) -> [String]
  ) {
    let waypoints = hits.lazy.map { hit in
      let venue = store.venue(hit.hit)
      return isOfFields
        ? waypoint(of: venue, fields: hitWriter.lines(ofFieldsOf: hit))
        : waypoint(of: venue, way(hit))
    }
    WaypointWriter.append(waypoints, as: form, owedTo: store.attribution, to: &output)
  }

  /// `59 m NW, ~1 min on foot`
  func way(_ hit: Hit) -> String {
    let walk = written { $0.append(walk: hit.distance, by: figures) }
    return "\(hit.readable(figures.units)), \(walk) on foot"
  }

  /// `1.2 km on foot, 15 min`; an estimate is marked. `14.5 km there and back, ~3 h, 508 kcal (8 over)`
  func way(_ walked: WalkedHit, _ burning: Burning?) -> String {
    let metres = walked.walk.metres
    let mark = walked.walk.source == .estimate ? "~" : ""
    let length = mark + readable(metres, figures.units)
    guard let burning else {
      let time = written { $0.append(minutes: figures.minutes(walking: metres)) }
      return "\(length) on foot, \(mark)\(time)"
    }
    let minutes = burning.walk.minutes(walking: metres)
    let time = mark + written { $0.append(minutes: Int(minutes.rounded(.up))) }
    let burnt = burning.walk.energy.kilocalories(over: metres)
    let over = Int((burnt - burning.kilocalories).rounded())
    return "\(length) \(burning.isReturn ? "there and back" : "on foot"), \(time), "
      + "\(Int(burnt.rounded())) kcal (\(over) over)"
  }

  private func address(of venue: Venue, _ reader: FieldReader) -> String {
    let address = writer.text(.address, of: reader)
    guard let postcode = venue.postcode else { return address }
    if address.isEmpty { return postcode }
    return address.holds(postcode) ? address : "\(address), \(postcode)"
  }
}
