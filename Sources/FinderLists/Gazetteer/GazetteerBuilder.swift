import FinderEngine

/// Gathers postcodes and places, and puts them into the order of the gazetteer's file.
///
/// Of a postcode that comes more than once, one in use counts before one taken out of use, then the
/// source that was added last; where a source has it more than once, the middle of all.
final class GazetteerBuilder {
  private var units: PostcodeList
  private var areas: PostcodeList
  private let names: GazetteerNames
  private let limits: GazetteerLimits
  /// Of the source that is read now, from 1.
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

  /// Why nothing more can be added; `nil` where there is room.
  var reached: GazetteerLimits.Reached? {
    hasTooManyPostcodes ? .postcodes(limits.postcodes) : names.reached
  }

  // MARK: Adding

  func add(_ postcode: Postcode, at position: PackedPosition, isTerminated: Bool) {
    guard !hasTooManyPostcodes else { return }
    let entry = PostcodeList.Entry(
      key: postcode.orderedKey, position: position,
      rank: source | (isTerminated ? 0 : Self.live))
    let hasRoom =
      postcode.level == .postcode ? units.append(entry) : areas.append(entry)
    if !hasRoom { hasTooManyPostcodes = true }
  }

  /// False where nothing is left of the name to look it up by.
  func add(_ place: Place, named name: String) -> Bool {
    names.add(place, named: name, source: source)
  }

  /// All that another gazetteer has.
  func add(_ other: Gazetteer) {
    other.forEachGivenArea { area, position in add(area, at: position, isTerminated: false) }
    other.forEachPostcode { add($0, at: $1, isTerminated: $2) }
    other.forEachName { name, place in _ = add(place, named: String(decoding: name, as: UTF8.self))
    }
  }

  // MARK: In order

  /// Gives everything away.
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

  /// Below so many postcodes a table's own position of a sector or an outward code holds, as in
  /// `PositionTable`.
  private static let enoughPostcodes = 10

  /// Puts the tables' own positions of sectors and outward codes among those that the postcodes make,
  /// all in order.
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
        if list[place].units < Self.enoughPostcodes { list[place].position = entry.position }
      } else {
        list.append(area)
      }
    }
    list.sort { $0.key < $1.key }
    return given.column()
  }
}
