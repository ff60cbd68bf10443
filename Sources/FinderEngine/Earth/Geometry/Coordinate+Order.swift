extension Coordinate {
  /// The one spelling of this place: without -0, and with one longitude for the 180th meridian and
  /// one at each pole.
  package var canonical: Coordinate {
    let longitude = longitude == -180 ? 180 : longitude
    return Coordinate(
      latitude: latitude + 0, longitude: abs(latitude) == 90 ? 0 : longitude + 0)
  }

  /// Below 0 where this one comes first: from south to north, then from west to east.
  package func order(_ other: Coordinate) -> Int {
    if latitude != other.latitude { return latitude < other.latitude ? -1 : 1 }
    return longitude == other.longitude ? 0 : longitude < other.longitude ? -1 : 1
  }
}
