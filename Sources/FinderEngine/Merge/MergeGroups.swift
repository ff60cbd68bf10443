/// Which venues of several sources are one.
struct MergeGroups {
  /// A venue of a source.
  struct Member: Equatable {
    let source: Int
    let row: Int
  }

  /// The members of each venue, in the order of the sources.
  private(set) var groups: [[Member]] = []

  init(_ stores: [VenueStore], _ links: [SourceLinks.Form?]) {
    for source in stores.indices { add(stores, source, links[source]) }
  }

  private mutating func add(_ stores: [VenueStore], _ source: Int, _ form: SourceLinks.Form?) {
    let store = stores[source]
    var isTaken = [Bool](repeating: false, count: store.count)
    if source > 0 {
      // The first source is its own groups.
      let earlier = source == 1 ? stores[0] : representatives(stores)
      let links = form.map { SourceLinks($0, to: store) }
      let linked = links?.pairs(of: groups, in: stores) ?? []
      for (group, row) in HousePairs.of(Editions(old: earlier, new: store), linked: linked) {
        groups[group].append(Member(source: source, row: row))
        isTaken[row] = true
      }
    }
    for row in 0..<store.count where !isTaken[row] {
      groups.append([Member(source: source, row: row)])
    }
  }

  /// A venue for each group: where its first member is, with the first name and the first postcode.
  private func representatives(_ stores: [VenueStore]) -> VenueStore {
    var text = ByteBuffer(capacity: groups.count * 128 + 64)
    text.append("{\"type\":\"FeatureCollection\",\"features\":[")
    for group in groups {
      let venues = group.map { stores[$0.source].venue(ofRow: $0.row) }
      text.appendComma()
      text.append("{\"type\":\"Feature\",\"properties\":{")
      text.append(key: "name", first: venues) { $0.withName($1) }
      text.append(key: "postcode", first: venues) { $0.withPostcode($1) }
      text.append("},\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
      text.append(number: venues[0].coordinate.longitude)
      text.append(",")
      text.append(number: venues[0].coordinate.latitude)
      text.append("]}}")
    }
    text.append("]}")
    guard let store = try? VenueStore(reading: PaddedBytes(copying: text.bytes)),
      store.count == groups.count
    else { fatalError("venues that were read can be read again") }
    return store
  }
}

extension ByteBuffer {
  /// The first of the texts that is not empty.
  fileprivate mutating func append(
    key: StaticString, first venues: [Venue],
    _ text: (Venue, (UnsafeBufferPointer<UInt8>) -> Void) -> Void
  ) {
    for venue in venues {
      let before = count
      text(venue) { bytes in
        if !bytes.isEmpty { append(key: key, string: String(decoding: bytes, as: UTF8.self)) }
      }
      if count > before { return }
    }
  }
}
