import FinderEngine

/// Towns and districts for a text that is being typed: those whose names begin with it, then those with
/// another word that does. The largest come first, or, with a point, the nearest.
///
/// One letter fits 16,000 of a gazetteer's 60,000 names. So they are sorted by a number, the population or
/// the chord to the point. Texts and exact distances are computed only for those that come first.
package struct PlaceSuggestions {
  /// Folded as in `near`: `saint iv` finds St Ives.
  private let beginnings: WordBeginnings
  /// If more than a name was typed (`Newport, I`), what the key of a place's full name may begin with.
  /// Otherwise empty.
  private let wholes: [[UInt8]]
  private let origin: (geodesic: GeodesicOrigin, cartesian: Cartesian)?
  private let gazetteer: Gazetteer?
  /// The places of other lists.
  private var places: [Place] = []
  /// Rows of the gazetteer, followed by the numbers of `places`.
  private var fitting: [KeyedRow] = []

  private struct Taken {
    let people: Int
    let suggestion: Suggestion
  }

  /// Takes the gazetteer's names that fit. After `found`, the caller must check the gazetteer for damage.
  package init(_ text: String, from point: Coordinate?, in gazetteer: Gazetteer? = nil) {
    let name = text.prefix { $0 != "," }
    beginnings = WordBeginnings(of: String(name))
    wholes = name.utf8.count < text.utf8.count ? PlaceKey.beginnings(of: text) : []
    origin = point.map { (GeodesicOrigin($0), Cartesian($0)) }
    self.gazetteer = gazetteer
    gazetteer?.forEachName(with: beginnings) { row, isFirst in
      guard let position = gazetteer?.position(ofName: row) else { return }
      let people = gazetteer?.people(ofName: row) ?? 0
      take(UInt32(row), isFirst: isFirst, people: people, at: position)
    }
  }

  package mutating func take(_ place: Place) {
    let start = PlaceKey.of(place.name).withUnsafeBufferPointer {
      beginnings.place(inKey: 0..<$0.count, of: $0)
    }
    guard let start else { return }
    let number = (gazetteer?.nameCount ?? 0) + places.count
    take(UInt32(number), isFirst: start == 0, people: place.people, at: place.coordinate)
    places.append(place)
  }

  private mutating func take(
    _ number: UInt32, isFirst: Bool, people: Int, at position: Coordinate
  ) {
    let rank =
      if let origin {
        origin.cartesian.squaredChord(to: Cartesian(position)).bitPattern
      } else {
        Self.laterWord - 1 - UInt64(clamping: people)
      }
    fitting.append(KeyedRow(key: isFirst ? rank : rank | Self.laterWord, row: number))
  }

  /// The key's highest bit, set if only a later word of the name fits.
  private static let laterWord: UInt64 = 1 << 63

  package mutating func found(limit: Int?) -> [Suggestion] {
    fitting.withUnsafeMutableBufferPointer { KeyedRows.sort($0) }
    let later = fitting.firstIndex { $0.key >= Self.laterWord } ?? fitting.count
    var found: [Suggestion] = []
    var texts: Set<String> = []
    for part in [fitting[..<later], fitting[later...]] {
      let wanted = (limit ?? .max) - found.count
      guard wanted > 0 else { break }
      for one in candidates(part, wanted, besides: texts).sorted(by: Self.precedes) {
        // The same place may be in two lists.
        if texts.insert(one.suggestion.text).inserted { found.append(one.suggestion) }
      }
    }
    return Array(found.prefix(limit ?? .max))
  }

  private static func precedes(_ a: Taken, _ b: Taken) -> Bool {
    if let first = a.suggestion.distance, let second = b.suggestion.distance, first != second {
      return first < second
    }
    return a.people != b.people
      ? a.people > b.people : a.suggestion.text < b.suggestion.text
  }

  /// Returns at least the first `wanted`, each with a different text.
  private func candidates(
    _ rows: ArraySlice<KeyedRow>, _ wanted: Int, besides texts: Set<String>
  ) -> [Taken] {
    var taken: [Taken] = []
    var texts = texts
    var left = wanted
    var last = UInt64.max
    for row in rows {
      guard row.key <= last else { break }
      guard let place = place(row.row) else { continue }
      let text = place.fullName
      guard isMeant(text) else { continue }
      let distance = origin.map { $0.geodesic.distance(to: place.coordinate) }
      taken.append(
        Taken(
          people: place.people,
          suggestion: Suggestion(text: text, kind: .place, distance: distance)))
      guard texts.insert(text).inserted else { continue }
      left -= 1
      if left == 0 { last = keyInDoubt(row.key) }
    }
    return taken
  }

  private func isMeant(_ fullName: String) -> Bool {
    guard !wholes.isEmpty else { return true }
    let key = PlaceKey.of(fullName)
    return wholes.contains { key.starts(with: $0) }
  }

  /// Rows with a key above this one come after all rows with the given key or a lower one.
  private func keyInDoubt(_ key: UInt64) -> UInt64 {
    guard origin != nil else { return key }
    let chord = Double(bitPattern: key & (Self.laterWord - 1))
    return ChordBounds.squaredChordInDoubt(chord).bitPattern | key & Self.laterWord
  }

  private func place(_ number: UInt32) -> Place? {
    let rows = gazetteer?.nameCount ?? 0
    return number < rows
      ? gazetteer?.place(ofName: Int(number)) : places[Int(number) - rows]
  }
}
