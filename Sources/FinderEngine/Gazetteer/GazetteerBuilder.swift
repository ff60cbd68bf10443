/// Gathers postcodes and places, and puts them into the order of the gazetteer's file.
///
/// Of a postcode that comes more than once, one in use counts before one taken out of use, then the
/// source that was added last; where a source has it more than once, the middle of all.
final class GazetteerBuilder: PositionSink {
  private var units = GrowingList<Entry>()
  private var areas = GrowingList<Entry>()
  private var names = GrowingList<Name>()
  private var texts = GrowingList<UInt8>()
  private var regions = GrowingList<GazetteerRegion>()
  private var regionNumbers: [String: UInt16] = [:]
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

  private struct Name: BitwiseCopyable {
    var name: GazetteerName
    var source: UInt32
  }

  /// Offsets into the texts have 32 bits.
  static let mostText = 1 << 31
  private static let mostRegions = Int(UInt16.max)

  func beginSource() { source += 1 }

  /// There are more names than the file can hold.
  var isFull: Bool { texts.count > Self.mostText - 1024 }
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
    let key = PlaceKey.of(PlaceName.parted(name).name)
    guard !key.isEmpty, key.count < 256, name.utf8.count < 256, !isFull else { return false }
    let start = texts.count
    append(key)
    name.withBytes { append($0) }
    let entry = GazetteerName(
      text: UInt32(start), position: PackedPosition(place.coordinate),
      population: UInt32(clamping: place.population ?? 0), county: number(of: place.county),
      country: number(of: place.country), keyLength: UInt8(key.count),
      nameLength: UInt8(name.utf8.count), kind: place.kind.rawValue)
    names.append(Name(name: entry, source: source))
    return true
  }

  /// All that another gazetteer has.
  func add(_ other: Gazetteer) {
    other.forEachGivenArea { area, position in add(area, at: position, isTerminated: false) }
    other.forEachPostcode { add($0, at: $1, isTerminated: $2) }
    other.forEachName { name, place in _ = add(place, named: String(decoding: name, as: UTF8.self))
    }
  }

  private func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

  private func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    texts.extend(by: bytes.count).update(from: source, count: bytes.count)
  }

  private func number(of region: String?) -> UInt16 {
    guard let region, !isFull else { return 0 }
    if let number = regionNumbers[region] { return number }
    guard regions.count < Self.mostRegions, region.utf8.count < 256 else { return 0 }
    regions.append(
      GazetteerRegion(text: UInt32(texts.count), length: UInt32(region.utf8.count)))
    region.withBytes { append($0) }
    regionNumbers[region] = UInt16(regions.count)
    return UInt16(regions.count)
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
    sortNames()
    let nameList = orderedNames()
    return GazetteerColumns(
      areas: areaList.column(), units: unitList.column(), positions: positionList.column(),
      names: nameList, regions: take(&regions).column(), texts: take(&texts).column(),
      givenAreas: given)
  }

  private func take<Element>(_ list: inout GrowingList<Element>) -> GrowingList<Element> {
    var taken = GrowingList<Element>()
    swap(&taken, &list)
    return taken
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

  // MARK: Names

  private func sortNames() {
    let base = texts.base
    func key(_ name: Name) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(start: base + Int(name.name.text), count: Int(name.name.keyLength))
    }
    names.sort { one, other in
      let order = key(one).order(key(other))
      if order != 0 { return order < 0 }
      return one.source != other.source
        ? one.source > other.source : one.name.text < other.name.text
    }
  }

  /// Without those that say the same again.
  private func orderedNames() -> Column<GazetteerName> {
    var list = GrowingList<GazetteerName>(capacity: names.count)
    for row in 0..<names.count {
      let name = names[row].name
      if list.count > 0, isSame(list[list.count - 1], name) { continue }
      list.append(name)
    }
    names.removeAll()
    return list.column()
  }

  private func isSame(_ one: GazetteerName, _ other: GazetteerName) -> Bool {
    one.position == other.position && one.keyLength == other.keyLength
      && memcmp(texts.base + Int(one.text), texts.base + Int(other.text), Int(one.keyLength)) == 0
  }
}

/// A sector or an outward code while its postcodes come by.
private struct AreaSum {
  /// 0 for none yet.
  private var key: UInt64 = 0
  private var first = 0
  private var units = 0
  private var live = (latitude: 0, longitude: 0, count: 0)
  private var all = (latitude: 0, longitude: 0)

  /// Of the postcode of that place; the first of another area closes the one before.
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

  /// In the middle of those in use, or of all where none is.
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
