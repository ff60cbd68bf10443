import FinderEngine

/// Groups the venues of several sources that are the same venue.
///
/// Groups are rows of one table, with a column for each source: allocating and freeing an array for each of
/// 55,000 groups took a twentieth of a merge.
struct MergeGroups {
  struct Member: Equatable {
    let source: Int
    let row: Int
  }

  private let sources: Int
  /// For each group, its row in each source, or `none`.
  private var rows: [UInt32] = []

  private static let none = UInt32.max

  init(_ stores: [VenueStore], _ links: [SourceLinks.Form?]) {
    sources = stores.count
    for source in stores.indices { add(stores, source, links[source]) }
  }

  var count: Int { rows.count / max(sources, 1) }

  var shared: Int {
    (0..<count).count { group in
      (0..<sources).count { row(of: $0, inGroup: group) != nil } > 1
    }
  }

  /// `nil` if the source does not have the group's venue.
  @inline(__always) func row(of source: Int, inGroup group: Int) -> Int? {
    let row = rows[group * sources + source]
    return row == Self.none ? nil : Int(row)
  }

  /// In the order of the sources.
  @inline(__always) func forEachMember(ofGroup group: Int, _ body: (Member) -> Void) {
    for source in 0..<sources {
      if let row = row(of: source, inGroup: group) { body(Member(source: source, row: row)) }
    }
  }

  private mutating func add(_ stores: [VenueStore], _ source: Int, _ form: SourceLinks.Form?) {
    let store = stores[source]
    var isTaken = [Bool](repeating: false, count: store.count)
    if source > 0 {
      // The groups so far are the first source's venues.
      let earlier = source == 1 ? stores[0] : representatives(stores)
      let links = form.map { SourceLinks($0, to: store) }
      let linked = links?.pairs(of: self, in: stores) ?? []
      for (group, row) in VenuePairs.of(Editions(old: earlier, new: store), linked: linked) {
        rows[group * sources + source] = UInt32(row)
        isTaken[row] = true
      }
    }
    for row in 0..<store.count where !isTaken[row] {
      for other in 0..<sources { rows.append(other == source ? UInt32(row) : Self.none) }
    }
  }

  /// One venue for each group: at its first member's position, with the first name and the first postcode
  /// that a member has.
  private func representatives(_ stores: [VenueStore]) -> VenueStore {
    var made = MadeVenues()
    for group in 0..<count {
      var (name, postcode, position) = ("", "", nil as Coordinate?)
      forEachMember(ofGroup: group) { member in
        let venue = stores[member.source].venue(ofRow: member.row)
        if name.isEmpty { name = venue.name }
        if postcode.isEmpty { postcode = venue.postcode ?? "" }
        position = position ?? venue.coordinate
      }
      guard let position else { continue }  // Every group has a member.
      made.append(name: name, postcode: postcode, at: position)
    }
    return made.store()
  }
}
