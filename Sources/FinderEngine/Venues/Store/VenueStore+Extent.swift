extension VenueStore {
  /// The box round all venues; `nil` where there are none.
  ///
  /// With an index only those parts of its tree are opened that may reach beyond the box so far. A look at
  /// each of 5.5 million venues would take 60 ms.
  package var extent: BoundingBox? {
    guard count > 0 else { return nil }
    var box = BoundingBox.empty
    guard let index else {
      for row in 0..<count { box.extend(over: coordinate(ofRow: row)) }
      return box
    }
    // From all over the dataset, so that most parts lie within.
    let splits = min(index.depth, 9)
    for part in 0..<1 << splits {
      let rows = index.rows(inPart: part, of: splits)
      if !rows.isEmpty { box.extend(over: coordinate(ofRow: rows.lowerBound)) }
    }
    index.forEachPart { part, rows in
      !rows.isEmpty && !part.surelyLies(in: box, around: coordinate(ofRow: rows.lowerBound))
    } leaf: { rows in
      for row in rows { box.extend(over: coordinate(ofRow: row)) }
    }
    return box
  }

  /// The same across the antimeridian where it is narrower so, for a map.
  package var narrowestExtent: BoundingBox? {
    let extent = extent
    guard let extent, extent.longitudeWidth > 180 else { return extent }
    var narrowest = NarrowestBox()
    for row in 0..<count {
      let point = coordinate(ofRow: row)
      // Numbers out of a damaged file may be anything.
      guard abs(point.latitude) <= 90, abs(point.longitude) <= 180 else { continue }
      narrowest.add(point)
    }
    return narrowest.box
  }
}

extension PlaceBox {
  /// Whether all venues of a part surely lie in the box, as one of them and the part's size tell.
  fileprivate func surelyLies(in box: BoundingBox, around point: Coordinate) -> Bool {
    let reach = diagonal * Self.degreesPerMetre
    // Around a pole a short way is a long one in degrees.
    guard reach < 1, abs(point.latitude) + reach < 89 else { return false }
    let east = reach / cos((abs(point.latitude) + reach) * Angle.degree)
    return point.latitude - reach >= box.south && point.latitude + reach <= box.north
      && point.longitude - east >= box.west && point.longitude + east <= box.east
  }
}
