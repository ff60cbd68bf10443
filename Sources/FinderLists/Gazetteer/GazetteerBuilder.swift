import FinderEngine

/// Collects postcodes and places, and sorts them for the gazetteer's file.
///
/// If a postcode comes more than once, one in use takes precedence over one taken out of use, and then the
/// source added last. If that source has it more than once, its position is the middle of all.
final class GazetteerBuilder {
  private var units: PostcodeList
  private var areas: PostcodeList
  private let names: GazetteerNames
  private let limits: GazetteerLimits
  /// The number of the source being read, from 1.
  private var source: UInt32 = 0
  private var hasTooManyPostcodes = false

  private static let live: UInt32 = 1 << 31

  init(_ limits: GazetteerLimits = GazetteerLimits()) {
    self.limits = limits
    units = PostcodeList(limits)
    areas = PostcodeList(limits)
    names = GazetteerNames(limits)
  }

  func beginSource() { source += 1 }

  /// The limit that was reached; `nil` if there is room.
  var reached: GazetteerLimits.Reached? {
    hasTooManyPostcodes ? .postcodes(limits.postcodes) : names.reached
  }

  func add(_ postcode: Postcode, at position: PackedPosition, isTerminated: Bool) {
    guard !hasTooManyPostcodes else { return }
    let entry = PostcodeList.Entry(
      key: postcode.orderedKey, position: position,
      rank: source | (isTerminated ? 0 : Self.live))
    let hasRoom =
      postcode.level == .postcode ? units.append(entry) : areas.append(entry)
    if !hasRoom { hasTooManyPostcodes = true }
  }

  /// False if nothing is left of the name to look it up by.
  func add(_ place: Place, named name: String) -> Bool {
    names.add(place, named: name, source: source)
  }

  func add(_ other: Gazetteer) {
    other.forEachGivenArea { area, position in add(area, at: position, isTerminated: false) }
    other.forEachPostcode { add($0, at: $1, isTerminated: $2) }
    other.forEachName { name, place in _ = add(place, named: String(decoding: name, as: UTF8.self))
    }
  }

  /// Returns the columns, and empties the builder.
  func columns() -> GazetteerColumns {
    units.merge()
    var areaList = GrowingList<GazetteerArea>()
    var unitList = GrowingList<GazetteerUnit>(capacity: units.count)
    var positionList = GrowingList<PackedPosition>(capacity: units.count)
    var sector = AreaSum()
    var outcode = AreaSum()
    for row in 0..<units.count {
      let entry = units[row]
      let postcode = Postcode(orderedKey: entry.key)
      let isLive = entry.rank & Self.live != 0
      unitList.append(GazetteerUnit(letters: postcode.unitLetters, isTerminated: !isLive))
      positionList.append(entry.position)
      // Each sector and outward code comes after its last postcode.
      let sectorKey = (postcode.sector ?? postcode).orderedKey
      sector.add(entry.position, isLive, sectorKey, row) { areaList.append($0) }
      outcode.add(entry.position, isLive, postcode.outcode.orderedKey, row) { areaList.append($0) }
    }
    sector.finish { areaList.append($0) }
    outcode.finish { areaList.append($0) }
    let given = addGiven(to: &areaList)
    let nameList = names.takeNames()
    return GazetteerColumns(
      areas: areaList.column(), units: unitList.column(), positions: positionList.column(),
      names: nameList, regions: names.takeRegions(), texts: names.takeTexts(), givenAreas: given)
  }

  /// Merges the tables' own positions of sectors and outward codes with those computed from postcodes, all in
  /// order. If an area has both, `PositionTable` decides.
  private func addGiven(to list: inout GrowingList<GazetteerArea>) -> Column<GazetteerArea> {
    areas.merge()
    var given = GrowingList<GazetteerArea>()
    let made = list.count
    list.sort { $0.key < $1.key }
    for row in 0..<areas.count {
      let entry = areas[row]
      let area = GazetteerArea(key: entry.key, firstUnit: 0, units: 0, position: entry.position)
      given.append(area)
      let place = firstPlace(in: 0..<made) { list[$0].key >= entry.key }
      if place < made, list[place].key == entry.key {
        if let own = entry.position.coordinate, let middle = list[place].position.coordinate,
          !PositionTable.overrules(middle, of: Int(list[place].units), own)
        {
          list[place].position = entry.position
        }
      } else {
        list.append(area)
      }
    }
    list.sort { $0.key < $1.key }
    return given.column()
  }
}

/// Adds up the postcodes of one sector or outward code after another.
struct AreaSum {
  /// 0 if there is none yet.
  private var key: UInt64 = 0
  private var first = 0
  private var units = 0
  private var live = (latitude: 0, longitude: 0, count: 0)
  private var all = (latitude: 0, longitude: 0)

  /// Adds the postcode at `place`. If it is the first of another area, the area before is finished.
  mutating func add(
    _ position: PackedPosition, _ isLive: Bool, _ key: UInt64, _ place: Int,
    _ take: (GazetteerArea) -> Void
  ) {
    if key != self.key {
      finish(take)
      self = AreaSum()
      (self.key, first) = (key, place)
    }
    units += 1
    all.latitude += Int(position.latitude)
    all.longitude += Int(position.longitude)
    guard isLive else { return }
    live.latitude += Int(position.latitude)
    live.longitude += Int(position.longitude)
    live.count += 1
  }

  /// Passes the area on, at the middle of its postcodes in use, or of all if none is in use.
  func finish(_ take: (GazetteerArea) -> Void) {
    guard units > 0 else { return }
    let (latitude, longitude, count) =
      live.count > 0 ? live : (all.latitude, all.longitude, units)
    take(
      GazetteerArea(
        key: key, firstUnit: UInt32(first), units: UInt32(units),
        position: PackedPosition(
          latitude: Int32(clamping: latitude / count),
          longitude: Int32(clamping: longitude / count))))
  }
}

/// How much a gazetteer may hold, far above what exists: the United Kingdom has 2.7 million postcodes,
/// including those out of use, and 60,000 names of places. A file of 16 MB can unpack to 10^9 rows, and must
/// not fill the memory unnoticed.
struct GazetteerLimits {
  var postcodes = 10_000_000
  var names = 5_000_000
  /// Bytes of all names and their keys; offsets into them have 32 bits.
  var text = 1 << 29
  /// Their numbers have 16 bits, and 0 means none.
  var regions = Int(UInt16.max)
  /// Duplicates are merged when there are this many new entries, and at least as many as merged ones.
  var mergedAfter = 1 << 22

  enum Reached: Error {
    case postcodes(Int)
    case names(Int)
    case text(Int)
    case regions(Int)

    /// A clause about what could not be added.
    var problem: String {
      let what =
        switch self {
        case .postcodes(let most): "\(most) postcodes"
        case .names(let most): "\(most) names of places"
        case .text(let most): "\(most >> 20) MiB of names"
        case .regions(let most): "\(most) counties"
        }
      return "there are more than \(what), the most that a gazetteer holds"
    }
  }
}

/// The columns of a gazetteer's file, sorted and ready to be written.
struct GazetteerColumns {
  let areas: Column<GazetteerArea>
  let units: Column<GazetteerUnit>
  let positions: Column<PackedPosition>
  let names: Column<GazetteerName>
  let regions: Column<GazetteerRegion>
  let texts: Column<UInt8>
  let givenAreas: Column<GazetteerArea>

  /// Writes the file completely or not at all. Only its owner can read it.
  func write(_ sources: [GazetteerSource], to path: FilePath) throws(FileError) {
    let text = GazetteerSource.text(sources)
    var writer = SectionWriter(GazetteerFile.kind, identity: [])
    writer.add(
      areas, units, positions, names, regions, texts, Column(count: text.count) { text[$0] },
      givenAreas)
    try writer.write(durablyTo: path)
  }
}
