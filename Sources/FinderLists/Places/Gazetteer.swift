import FinderEngine

/// Postcodes and places that the user added, in one mapped file. 1.8 million postcodes and 60,000 names take
/// 22 MB; a lookup touches about ten blocks.
///
///     let gazetteer = try Gazetteer.open(inDataFolder: folder)
///     gazetteer?.position(of: postcode)
///
/// A postcode is found by its sector, in the sorted outward codes and sectors, and then by its last two
/// letters within the sector. Names are in order of their keys (`PlaceKey`).
package final class Gazetteer: FileBacked, @unchecked Sendable {
  package let path: FilePath
  private let file: SectionFile
  private let areas: Column<GazetteerArea>
  private let units: Column<GazetteerUnit>
  private let positions: Column<PackedPosition>
  private let names: Column<GazetteerName>
  private let regions: Column<GazetteerRegion>
  private let texts: Column<UInt8>
  private let sourcesText: Column<UInt8>
  /// Positions of sectors and outward codes that tables gave.
  private let givenAreas: Column<GazetteerArea>

  package static let folderName = "gazetteer"
  package static let fileName = "gazetteer.snapshot"

  private init(_ path: FilePath, _ file: SectionFile) {
    self.path = path
    self.file = file
    areas = file.column(GazetteerFile.areas)
    units = file.column(GazetteerFile.units)
    positions = file.column(GazetteerFile.positions)
    names = file.column(GazetteerFile.names)
    regions = file.column(GazetteerFile.regions)
    texts = file.column(GazetteerFile.texts)
    sourcesText = file.column(GazetteerFile.sources)
    givenAreas = file.column(GazetteerFile.givenAreas)
  }

  /// `nil` if there is none, or if it is not complete. Throws if there is one that cannot be read.
  package static func open(_ path: FilePath) throws(FileError) -> Gazetteer? {
    guard let file = try SectionFile.open(path, GazetteerFile.kind, identity: []) else {
      return nil
    }
    return Gazetteer(path, file)
  }

  /// The one in `$XDG_DATA_HOME/finder`; `nil` if there is none. If there is one that cannot be used, this
  /// throws.
  package static func open(inDataFolder folder: FilePath) throws(GazetteerFault) -> Gazetteer? {
    let path: FilePath = "\(folder)/\(folderName)/\(fileName)"
    do throws(FileError) {
      if let gazetteer = try open(path) { return gazetteer }
    } catch {
      // If the folders above cannot be searched, it is not known whether there is one.
      guard stat(ofLink: path) == nil else { throw .unreadable(error) }
    }
    if let fault = GazetteerFault(at: path, in: "\(folder)/\(folderName)") { throw fault }
    return nil
  }

  package var owner: MemoryOwner { file }

  package func refuseDamage() throws(GazetteerFault) { if isDamaged { throw .damaged(path: path) } }

  /// Verifies the whole file, so many threads can use it at once.
  package func verifyAll() throws(GazetteerFault) {
    file.verifyAll()
    try refuseDamage()
  }

  package var fileBytes: Int { file.fileBytes }
  package var postcodeCount: Int { units.count }
  package var nameCount: Int { names.count }

  /// The record of the sources.
  package var sources: [UInt8] { Array(sourcesText.values) }

  /// The position of exactly that postcode; for a sector or an outward code, the middle of its postcodes.
  package func position(of postcode: Postcode) -> Coordinate? {
    let point =
      postcode.level == .postcode
      ? unitPosition(of: postcode) : area(of: postcode)?.position.coordinate
    return isDamaged ? nil : point
  }

  private func unitPosition(of postcode: Postcode) -> Coordinate? {
    guard let sector = postcode.sector, let area = area(of: sector),
      let rows = unitRows(of: area), let letters = units.values(in: rows)
    else { return nil }
    let wanted = postcode.unitLetters
    let place = firstPlace(in: 0..<letters.count) { letters[$0].letters >= wanted }
    guard place < letters.count, letters[place].letters == wanted else { return nil }
    return positions.value(at: rows.lowerBound + place)?.coordinate
  }

  private func area(of postcode: Postcode) -> GazetteerArea? {
    let key = postcode.orderedKey
    let place = firstPlace(in: 0..<areas.count) { areas[$0].key >= key }
    guard let area = areas.value(at: place), area.key == key else { return nil }
    return area
  }

  private func unitRows(of area: GazetteerArea) -> Range<Int>? {
    let (first, count) = (Int(area.firstUnit), Int(area.units))
    guard first + count <= min(units.count, positions.count) else { return nil }
    return first..<first + count
  }

  package var givenAreaCounts: GivenAreas {
    var counts = GivenAreas()
    forEachGivenArea { area, _ in counts.count(area) }
    return counts
  }

  /// Sectors and outward codes whose positions a table gave.
  package func forEachGivenArea(_ body: (Postcode, PackedPosition) -> Void) {
    for row in 0..<givenAreas.count {
      body(Postcode(orderedKey: givenAreas[row].key), givenAreas[row].position)
    }
  }

  /// In order of the postcodes.
  package func forEachPostcode(_ body: (Postcode, PackedPosition, _ isTerminated: Bool) -> Void) {
    for row in 0..<areas.count {
      let area = areas[row]
      let sector = Postcode(orderedKey: area.key)
      guard sector.level == .sector, let rows = unitRows(of: area) else { continue }
      for row in rows {
        let unit = units[row]
        body(sector.unit(unit.letters), positions[row], unit.isTerminated)
      }
    }
  }

  /// The places with a name, and those for which it is short.
  func places(named key: [UInt8]) -> NamedPlaces {
    var rows: [(row: Int, people: Int, fit: NamedPlaces.Fit)] = []
    var row = firstName(from: key)
    while row < names.count, let own = keyText(names[row]), own.starts(with: key) {
      if let fit = NamedPlaces.fit(own, key) { rows.append((row, people(names[row]), fit)) }
      row += 1
    }
    if rows.count > Self.mostOfOneName {
      rows.sort { $0.people != $1.people ? $0.people > $1.people : $0.row < $1.row }
      rows.removeLast(rows.count - Self.mostOfOneName)
    }
    var found = NamedPlaces()
    for (row, _, fit) in rows {
      if let place = place(names[row]) { found.take(place, fit) }
    }
    return isDamaged ? NamedPlaces() : found
  }

  /// `NamedPlaces` compares each place with every other: 60,000 with one name took seconds. The country's
  /// commonest name, Newton with all names that begin with it, has some 150.
  private static let mostOfOneName = 1000

  private func people(_ name: GazetteerName) -> Int {
    name.population > 0
      ? Int(name.population) : Place.Kind(rawValue: name.kind)?.usualPopulation ?? 0
  }

  /// Calls `body` with the rows of the names that have a word with this beginning, in order, and whether that
  /// is the first word. It examines every name: 60,000 take ten million instructions.
  func forEachName(with beginnings: WordBeginnings, _ body: (_ row: Int, _ isFirst: Bool) -> Void) {
    let (names, texts) = (names.values, texts.values)
    for row in 0..<names.count {
      let start = Int(names[row].text)
      let end = start + Int(names[row].keyLength)
      guard end <= texts.count else { continue }
      if let place = beginnings.place(inKey: start..<end, of: texts) { body(row, place == 0) }
    }
  }

  func people(ofName row: Int) -> Int { people(names[row]) }

  /// `nil` if it is out of range, which happens only in a forged file.
  func position(ofName row: Int) -> Coordinate? { names[row].position.coordinate }

  func place(ofName row: Int) -> Place? { place(names[row]) }

  private func firstName(from key: [UInt8]) -> Int {
    key.withUnsafeBufferPointer { key in
      firstPlace(in: 0..<names.count) { name in
        keyText(names[name]).map { $0.order(key) >= 0 } ?? true
      }
    }
  }

  private func keyText(_ name: GazetteerName) -> Bytes? {
    let start = Int(name.text)
    return texts.values(in: start..<start + Int(name.keyLength))
  }

  private func nameText(_ name: GazetteerName) -> Bytes? {
    let start = Int(name.text) + Int(name.keyLength)
    return texts.values(in: start..<start + Int(name.nameLength))
  }

  private func place(_ name: GazetteerName) -> Place? {
    guard let text = nameText(name), let coordinate = name.position.coordinate,
      let kind = Place.Kind(rawValue: name.kind)
    else { return nil }
    let (plain, qualifier) = PlaceName.splitQualifier(TidyText.string(text))
    return Place(
      name: plain, qualifier: qualifier, county: region(name.county), country: region(name.country),
      population: name.population == 0 ? nil : Int(name.population), kind: kind, at: coordinate,
      from: .gazetteer)
  }

  private func region(_ number: UInt16) -> String? {
    guard number > 0, let region = regions.value(at: Int(number) - 1) else { return nil }
    let start = Int(region.text)
    return texts.values(in: start..<start + Int(region.length)).map { TidyText.string($0) }
  }

  /// `name` still has its ending in brackets, if there is one.
  package func forEachName(_ body: (_ name: Bytes, Place) -> Void) {
    for row in 0..<names.count {
      let name = names[row]
      if let text = nameText(name), let place = place(name) { body(text, place) }
    }
  }
}
