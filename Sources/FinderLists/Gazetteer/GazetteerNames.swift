import FinderEngine

/// Collects the names of a gazetteer that is being built, with their keys and regions, and sorts them by key
/// at the end.
final class GazetteerNames {
  private var names = GrowingList<Name>()
  private var texts = GrowingList<UInt8>()
  private var regions = GrowingList<GazetteerRegion>()
  private var regionTexts = GrowingList<UInt8>()
  private var regionNumbers: [String: UInt16] = [:]
  private let limits: GazetteerLimits
  private var mergeAt: Int
  private(set) var reached: GazetteerLimits.Reached?

  init(_ limits: GazetteerLimits) {
    self.limits = limits
    mergeAt = limits.mergedAfter
  }

  private struct Name: BitwiseCopyable {
    var name: GazetteerName
    var source: UInt32
  }

  /// False if nothing is left of the name to look it up by.
  func add(_ place: Place, named name: String, source: UInt32) -> Bool {
    let key = PlaceKey.of(PlaceName.splitQualifier(name).name)
    guard !key.isEmpty, key.count < 256, name.utf8.count < 256, reached == nil,
      let county = number(of: place.county), let country = number(of: place.country)
    else { return false }
    let start = texts.count
    key.withUnsafeBufferPointer { Self.append($0, to: &texts) }
    name.withBytes { Self.append($0, to: &texts) }
    let entry = GazetteerName(
      text: UInt32(start), position: PackedPosition(place.coordinate),
      population: UInt32(clamping: place.population ?? 0), county: county, country: country,
      keyLength: UInt8(key.count), nameLength: UInt8(name.utf8.count), kind: place.kind.rawValue)
    names.append(Name(name: entry, source: source))
    if names.count >= mergeAt || texts.count > limits.text { makeRoom() }
    return true
  }

  private func makeRoom() {
    merge()
    mergeAt = max(limits.mergedAfter, 2 * names.count)
    if names.count > limits.names { reached = .names(limits.names) }
    // Otherwise it would be merged again after every few names.
    if texts.count > limits.text / 2 { reached = .text(limits.text / 2) }
  }

  private static func append(_ bytes: Bytes, to texts: inout GrowingList<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    texts.extend(by: bytes.count).update(from: source, count: bytes.count)
  }

  /// `nil` if there are too many regions.
  private func number(of region: String?) -> UInt16? {
    guard let region else { return 0 }
    if let number = regionNumbers[region] { return number }
    guard region.utf8.count < 256 else { return 0 }
    guard regions.count < limits.regions else {
      reached = .regions(limits.regions)
      return nil
    }
    regions.append(
      GazetteerRegion(text: UInt32(regionTexts.count), length: UInt32(region.utf8.count)))
    region.withBytes { Self.append($0, to: &regionTexts) }
    regionNumbers[region] = UInt16(regions.count)
    return UInt16(regions.count)
  }

  /// Removes names that repeat another, with their texts. Sorting puts those side by side: names with the
  /// same key are sorted by position.
  private func merge() {
    sort { one, other in
      let (place, otherPlace) = (one.name.position, other.name.position)
      return (place.latitude, place.longitude) < (otherPlace.latitude, otherPlace.longitude)
        ? true : place == otherPlace ? nil : false
    }
    var kept = 0
    for row in 0..<names.count {
      if kept > 0, isSame(names[kept - 1].name, names[row].name) { continue }
      names[kept] = names[row]
      kept += 1
    }
    names.removeAll(from: kept)
    // The gaps in the texts are closed. Their order stays: it shows which of a source's names came first.
    names.sort { $0.name.text < $1.name.text }
    var end = 0
    for row in 0..<names.count {
      let name = names[row].name
      let length = Int(name.keyLength) + Int(name.nameLength)
      memmove(texts.base + end, texts.base + Int(name.text), length)
      names[row].name.text = UInt32(end)
      end += length
    }
    texts.removeAll(from: end)
  }

  /// Removes and returns the names, in order. Then take the regions, and last the texts.
  func takeNames() -> Column<GazetteerName> {
    merge()
    sort { _, _ in nil }
    var list = GrowingList<GazetteerName>(capacity: names.count)
    for row in 0..<names.count { list.append(names[row].name) }
    names = GrowingList<Name>()
    return list.column()
  }

  /// The texts of regions will follow those of names.
  func takeRegions() -> Column<GazetteerRegion> {
    var taken = GrowingList<GazetteerRegion>(capacity: regions.count)
    for row in 0..<regions.count {
      var region = regions[row]
      region.text += UInt32(texts.count)
      taken.append(region)
    }
    regions = GrowingList<GazetteerRegion>()
    return taken.column()
  }

  func takeTexts() -> Column<UInt8> {
    Self.append(regionTexts.all, to: &texts)
    var taken = GrowingList<UInt8>()
    swap(&taken, &texts)
    return taken.column()
  }

  /// Sorts by key, then by `precedes` if it decides, then the last source's first.
  private func sort(_ precedes: (Name, Name) -> Bool?) {
    let base = texts.base
    func key(_ name: Name) -> Bytes {
      UnsafeBufferPointer(start: base + Int(name.name.text), count: Int(name.name.keyLength))
    }
    names.sort { one, other in
      let order = key(one).order(key(other))
      if order != 0 { return order < 0 }
      if let precedes = precedes(one, other) { return precedes }
      return one.source != other.source
        ? one.source > other.source : one.name.text < other.name.text
    }
  }

  private func isSame(_ one: GazetteerName, _ other: GazetteerName) -> Bool {
    one.position == other.position && one.keyLength == other.keyLength
      && memcmp(texts.base + Int(one.text), texts.base + Int(other.text), Int(one.keyLength)) == 0
  }
}
