import FinderEngine

/// Gives every site a postcode of its place's area.
///
/// As in real life nearby sites have nearby postcodes: each place has districts of its own, and
/// within a district the numbers follow a walk through it. It makes the file pack well, too.
struct PostcodeMaker {
  private let places: [Place]
  private var random: SplitMix64

  init(places: [Place], seed: UInt64) {
    self.places = places
    random = SplitMix64(seed: seed, stream: 2)
  }

  mutating func postcodes(of sites: [Site]) -> [String] {
    var sitesOfPlace = places.map { _ in [Int]() }
    for (index, site) in sites.enumerated() { sitesOfPlace[site.place].append(index) }

    var postcodes = sites.map { _ in "" }
    for area in placesByArea() {
      let walks = area.map { walk(through: sitesOfPlace[$0], of: sites) }
      let districts = PostcodeDistricts.all[places[area[0]].postcodeArea] ?? []
      for (district, members) in zip(districts, share(walks, among: districts.count)) {
        let outward = places[area[0]].postcodeArea + district
        for (site, inward) in zip(members, inwardCodes(members.count)) {
          postcodes[site] = outward + " " + inward
        }
      }
    }
    return postcodes
  }

  /// The places of each area, the busiest first: a city takes the low numbers.
  private func placesByArea() -> [[Int]] {
    let sorted = places.indices.sorted { a, b in
      (places[a].postcodeArea, -places[a].weight, a)
        < (places[b].postcodeArea, -places[b].weight, b)
    }
    return sorted.reduce(into: []) { areas, place in
      if let last = areas.last?.last, places[last].postcodeArea == places[place].postcodeArea {
        areas[areas.count - 1].append(place)
      } else {
        areas.append([place])
      }
    }
  }

  /// Sorted along a Z-order curve, which seldom jumps far.
  private func walk(through members: [Int], of sites: [Site]) -> [Int] {
    members.map { (key: sites[$0].point.zOrder, site: $0) }
      .sorted { ($0.key, $0.site) < ($1.key, $1.site) }
      .map(\.site)
  }

  /// Cuts the walks through an area's places into `count` districts. While there are enough, each
  /// place has at least one for itself and the rest go by size; else neighbours in the list share.
  private func share(_ walks: [[Int]], among count: Int) -> [[Int]] {
    let siteCount = max(walks.reduce(0) { $0 + $1.count }, 1)
    let spare = max(count - walks.count, 0)
    func start(_ rank: Int, after sites: Int) -> Int {
      rank * min(count, walks.count) / walks.count + spare * sites / siteCount
    }

    var districts = [[Int]](repeating: [], count: count)
    var sitesBefore = 0
    for (rank, walk) in walks.enumerated() {
      let first = start(rank, after: sitesBefore)
      sitesBefore += walk.count
      let width = max(start(rank + 1, after: sitesBefore) - first, 1)
      for (position, site) in walk.enumerated() {
        districts[first + position * width / walk.count].append(site)
      }
    }
    return districts
  }

  /// `count` ascending codes such as `4QX`, all different up to 4,000 of them.
  private mutating func inwardCodes(_ count: Int) -> [String] {
    let sectors = min(10, 2 + count / 30)
    let codes = sectors * Self.units.count
    return (0..<count).map { index in
      // A random one out of the index's own slice of all codes.
      let start = index * codes / count
      let end = (index + 1) * codes / count
      let code = start + random.below(max(end - start, 1))
      // Sector 0 is rare in real life and comes last.
      return "\((code / Self.units.count + 1) % 10)" + Self.units[code % Self.units.count]
    }
  }

  /// The last two letters. C, I, K, M, O and V are left out of real ones as too easily misread.
  private static let units: [String] = {
    let letters = Array("ABDEFGHJLNPQRSTUWXYZ")
    return letters.flatMap { first in letters.map { second in "\(first)\(second)" } }
  }()
}

extension GridPoint {
  /// The bits of latitude and longitude in turn: near in this order is mostly near on the map.
  fileprivate var zOrder: Int {
    (0..<20).reduce(0) { key, bit in
      key | ((longitude + 200_000) >> bit & 1) << (2 * bit) | (latitude >> bit & 1) << (2 * bit + 1)
    }
  }
}
