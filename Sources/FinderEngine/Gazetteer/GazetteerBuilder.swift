/// Gathers postcodes and places, and puts them into the order of the gazetteer's file.
///
/// Of a postcode that comes more than once, one in use counts before one taken out of use, then the
/// source that was added last; where a source has it more than once, the middle of all.
final class GazetteerBuilder: PositionSink {
  private var units = GrowingList<Entry>()
  private var areas = GrowingList<Entry>()
  private let names = GazetteerNames()
  /// Of the source that is read now, from 1.
  private var source: UInt32 = 0

  private struct Entry: BitwiseCopyable {
    var key: UInt64
    var position: PackedPosition
    /// The higher counts.
    var rank: UInt32

    static let live: UInt32 = 1 << 31

    func comesFirst(_ other: Entry) -> Bool {
      key != other.key ? key < other.key : rank > other.rank
    }
  }

  func beginSource() { source += 1 }

  /// There are more names than the file can hold.
  var isFull: Bool { names.isFull }
  var isEmpty: Bool { units.count + areas.count + names.count == 0 }

  // MARK: Adding

  func add(
    _ postcode: Postcode, at point: Coordinate, spelling: PositionTable.Spelling? = nil,
    isTerminated: Bool
  ) {
    add(postcode, at: PackedPosition(point), isTerminated: isTerminated)
  }

  func add(_ postcode: Postcode, at position: PackedPosition, isTerminated: Bool) {
    let rank = source | (isTerminated ? 0 : Entry.live)
    let entry = Entry(key: postcode.orderedKey, position: position, rank: rank)
    if postcode.level == .postcode { units.append(entry) } else { areas.append(entry) }
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
    var areaList = GrowingList<GazetteerArea>()
    var unitList = GrowingList<GazetteerUnit>(capacity: units.count)
    var positionList = GrowingList<PackedPosition>(capacity: units.count)
    merge(&units) { entry in
      let postcode = Postcode(orderedKey: entry.key)
      unitList.append(
        GazetteerUnit(
          letters: postcode.unitLetters, isTerminated: entry.rank & Entry.live == 0))
      positionList.append(entry.position)
      return postcode
    } area: {
      areaList.append($0)
    }
    let given = addGiven(to: &areaList)
    let nameList = names.takeNames()
    return GazetteerColumns(
      areas: areaList.column(), units: unitList.column(), positions: positionList.column(),
      names: nameList, regions: names.takeRegions(), texts: names.takeTexts(), givenAreas: given)
  }

  /// Calls `unit` with each postcode once, in order, and `area` with each sector and outward code after
  /// its last one.
  private func merge(
    _ list: inout GrowingList<Entry>, unit: (Entry) -> Postcode, area: (GazetteerArea) -> Void
  ) {
    Self.sort(&list)
    var sector = AreaSum()
    var outcode = AreaSum()
    var (row, count) = (0, 0)
    while row < list.count {
      let entry = Self.nextMerged(list, &row)
      let postcode = unit(entry)
      let isLive = entry.rank & Entry.live != 0
      sector.add(entry.position, isLive, (postcode.sector ?? postcode).orderedKey, count, area)
      outcode.add(entry.position, isLive, postcode.outcode.orderedKey, count, area)
      count += 1
    }
    sector.finish(area)
    outcode.finish(area)
  }

  private static func sort(_ list: inout GrowingList<Entry>) {
    list.sort { $0.comesFirst($1) }
  }

  /// The entry that counts of the next key: the first of it, or the middle of all that are as good.
  private static func nextMerged(_ list: borrowing GrowingList<Entry>, _ row: inout Int) -> Entry {
    var entry = list[row]
    var (latitude, longitude, count) = (0, 0, 0)
    while row < list.count, list[row].key == entry.key {
      if list[row].rank == entry.rank {
        latitude += Int(list[row].position.latitude)
        longitude += Int(list[row].position.longitude)
        count += 1
      }
      row += 1
    }
    entry.position.latitude = Int32(clamping: latitude / count)
    entry.position.longitude = Int32(clamping: longitude / count)
    return entry
  }

  /// Below so many postcodes a table's own position of a sector or an outward code holds, as in
  /// `PositionTable`.
  private static let enoughPostcodes = 10

  /// Puts the tables' own positions of sectors and outward codes among those that the postcodes make,
  /// all in order.
  private func addGiven(to list: inout GrowingList<GazetteerArea>) -> Column<GazetteerArea> {
    Self.sort(&areas)
    var given = GrowingList<GazetteerArea>()
    var row = 0
    let made = list.count
    list.sort { $0.key < $1.key }
    while row < areas.count {
      let entry = Self.nextMerged(areas, &row)
      let area = GazetteerArea(key: entry.key, firstUnit: 0, units: 0, position: entry.position)
      given.append(area)
      let place = UnsafeBufferPointer(rebasing: list.all[..<made]).firstPlace {
        $0.key >= entry.key
      }
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
