/// The names of a gazetteer while it is made: their keys and texts one after another, the regions that
/// they lie in, and at the end all in order of the keys.
final class GazetteerNames {
  private var names = GrowingList<Name>()
  private var texts = GrowingList<UInt8>()
  private var regions = GrowingList<GazetteerRegion>()
  private var regionNumbers: [String: UInt16] = [:]

  private struct Name: BitwiseCopyable {
    var name: GazetteerName
    var source: UInt32
  }

  /// Offsets into the texts have 32 bits.
  static let mostText = 1 << 31
  private static let mostRegions = Int(UInt16.max)

  var count: Int { names.count }

  /// There are more than the file can hold.
  var isFull: Bool { texts.count > Self.mostText - 1024 }

  /// False where nothing is left of the name to look it up by.
  func add(_ place: Place, named name: String, source: UInt32) -> Bool {
    let key = PlaceKey.of(PlaceName.parted(name).name)
    guard !key.isEmpty, key.count < 256, name.utf8.count < 256, !isFull else { return false }
    let start = texts.count
    key.withUnsafeBufferPointer { append($0) }
    append(name)
    let entry = GazetteerName(
      text: UInt32(start), position: PackedPosition(place.coordinate),
      population: UInt32(clamping: place.population ?? 0), county: number(of: place.county),
      country: number(of: place.country), keyLength: UInt8(key.count),
      nameLength: UInt8(name.utf8.count), kind: place.kind.rawValue)
    names.append(Name(name: entry, source: source))
    return true
  }

  private func append(_ text: String) { text.withBytes { append($0) } }

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
    append(region)
    regionNumbers[region] = UInt16(regions.count)
    return UInt16(regions.count)
  }

  // MARK: In order

  /// In order. The names are gone then, and the regions and texts are to be taken next.
  func takeNames() -> Column<GazetteerName> {
    sort()
    var list = GrowingList<GazetteerName>(capacity: names.count)
    for row in 0..<names.count {
      let name = names[row].name
      // Those that say the same again are left out.
      if list.count > 0, isSame(list[list.count - 1], name) { continue }
      list.append(name)
    }
    names = GrowingList<Name>()
    return list.column()
  }

  func takeRegions() -> Column<GazetteerRegion> {
    var taken = GrowingList<GazetteerRegion>()
    swap(&taken, &regions)
    return taken.column()
  }

  func takeTexts() -> Column<UInt8> {
    var taken = GrowingList<UInt8>()
    swap(&taken, &texts)
    return taken.column()
  }

  private func sort() {
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

  private func isSame(_ one: GazetteerName, _ other: GazetteerName) -> Bool {
    one.position == other.position && one.keyLength == other.keyLength
      && memcmp(texts.base + Int(one.text), texts.base + Int(other.text), Int(one.keyLength)) == 0
  }
}
