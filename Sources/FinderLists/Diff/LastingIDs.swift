import FinderEngine

/// Venues by ids that last: those which `data fetch` gives, `osm:node/123` and `fhrs:123`, are numbers of the
/// register itself. A venue that keeps its number and stays where it was is the same, whatever its name.
///
/// An id that several venues of an edition have is nobody's.
struct LastingIDs {
  private let editions: Editions
  private var old: [String: EditionVenue] = [:]
  private var new: [String: EditionVenue] = [:]

  private static let beginnings: [[UInt8]] = [Array("osm:".utf8), Array("fhrs:".utf8)]
  private static let longest = 64

  init(_ editions: Editions, of venues: [EditionVenue]) {
    self.editions = editions
    var (doublesOfOld, doublesOfNew) = (Set<String>(), Set<String>())
    for venue in venues {
      guard let id = Self.id(of: editions.venue(venue)) else { continue }
      if venue.isNew {
        if new.updateValue(venue, forKey: id) != nil { doublesOfNew.insert(id) }
      } else {
        if old.updateValue(venue, forKey: id) != nil { doublesOfOld.insert(id) }
      }
    }
    for id in doublesOfOld { old[id] = nil }
    for id in doublesOfNew { new[id] = nil }
  }

  /// In the order of the old edition. A number may be given anew to another place: farther apart than so
  /// many metres it says nothing.
  func pairs(within farthest: Double) -> [(old: EditionVenue, new: EditionVenue)] {
    var pairs: [(old: EditionVenue, new: EditionVenue)] = []
    for (id, venue) in old {
      guard let other = new[id],
        Geodesic.distance(from: editions.position(venue), to: editions.position(other)) <= farthest
      else { continue }
      pairs.append((venue, other))
    }
    return pairs.sorted { $0.old.bits < $1.old.bits }
  }

  private static func id(of venue: Venue) -> String? {
    // Derived ones are made of name and place.
    guard !venue.idKey.isDerived else { return nil }
    let feature = venue.readFeature()
    guard !feature.id.isNone else { return nil }
    let cursor = venue.cursor
    return cursor.withDecoded(cursor.idToken(feature.id)) { bytes in
      guard bytes.count <= longest, beginnings.contains(where: { bytes.starts(with: $0) }) else {
        return nil
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
