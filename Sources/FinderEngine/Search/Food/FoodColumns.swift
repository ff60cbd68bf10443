/// The food facts of a store's venues, a row each, so that a filter only compares numbers.
///
/// They are made when a filter is first used, and kept in a file beside the snapshot. Each row has a venue's
/// diets and features (`FoodFacts`), and a list of values:
///
///     bits 30, 31    what the value is: 0 a cuisine, 1 the kind, 2 a value in the name
///     bits 0 to 29   its place among the dataset's cuisines or kinds; in a name, its number in `FoodTable`
///
/// A name has a value if it contains one of that value's words: `Trattoria Roma` means italian.
package final class FoodColumns: SnapshotCompanion, @unchecked Sendable {
  package let store: VenueStore
  let facts: Column<UInt64>
  /// Where a row's values begin, with one more at the end.
  private let starts: Column<UInt32>
  private let values: Column<UInt32>
  /// One row: the bits that any row of `facts` has.
  private let seen: Column<UInt64>
  package let cuisines: FoodValues
  package let kinds: FoodValues

  static let ending: FilePath = ".food"
  static var kind: SectionKind { SectionKind("FOOD", version: 1) }
  /// With other words or other rules, the columns would differ.
  static var identity: [UInt64] { [FoodTable.digest, rulesVersion] }
  /// Increase it whenever a venue's values may change although the words do not: when `FoodReader`,
  /// `FoodLine.canonical` or `FoodPhrases` changes, or a table that is not in `FoodTable.digest`, such as
  /// those of `HygieneType` and `FoodKey`.
  static let rulesVersion: UInt64 = 2

  package let owner: MemoryOwner
  /// Whether it is used from a file, which may turn out to be damaged.
  package var isMapped: Bool { owner.isFile }

  /// Rows are those of `store`. `nil` if the columns do not fit, which happens only with a forged file.
  init?(_ file: SectionFile, of store: VenueStore) {
    self.store = store
    facts = file.column(0)
    starts = file.column(1)
    values = file.column(2)
    seen = file.column(3)
    cuisines = FoodValues(file, from: 4)
    kinds = FoodValues(file, from: 7)
    owner = file
    guard facts.count == store.count, starts.count == store.count + 1, seen.count == 1,
      !file.isDamaged
    else { return nil }
  }

  func add(to writer: inout SectionWriter) {
    writer.add(facts, starts, values, seen)
    cuisines.add(to: &writer)
    kinds.add(to: &writer)
  }

  /// Made from the venues' properties and names, on several threads. O(n)
  package init(of store: VenueStore) {
    store.verifyAll(releasingPages: true)
    self.store = store
    let ranges = Parallel.ranges(of: store.count, atLeast: 1 << 12)
    let parts = ranges.map { FoodGatherer(store, $0) }
    let phrases = FoodPhrases()
    Parallel.run(parts.count) { parts[$0].gather(phrases) }
    let cuisines = JoinedValues(parts.map(\.cuisines))
    let kinds = JoinedValues(parts.map(\.kinds))
    (self.cuisines, self.kinds) = (FoodValues(cuisines), FoodValues(kinds))
    let (facts, starts, values) = FoodGatherer.joined(parts, cuisines, kinds)
    (self.facts, self.starts, self.values) = (facts, starts, values)
    let bits = facts.values.reduce(0, |)
    seen = Column(count: 1) { _ in bits }
    owner = facts.owner
  }

  /// The dataset's kinds or cuisines; `nil` for diets and features, which are the same in every dataset.
  package func values(_ aspect: FoodAspect) -> FoodValues? {
    switch aspect {
    case .kind: kinds
    case .cuisine: cuisines
    case .diet, .feature: nil
    }
  }

  /// The aspect of a word that is not in the tables, but in the dataset itself.
  package func aspect(ofOwn word: String) -> FoodAspect? {
    let value = FoodText.value(word)
    return has(.cuisine(value)) ? .cuisine : has(.kind(value)) ? .kind : nil
  }

  /// Whether any venue has a value of this aspect.
  package func has(_ aspect: FoodAspect) -> Bool {
    switch aspect {
    case .kind: kinds.count > 0
    case .cuisine: cuisines.count > 0
    case .diet: FoodFacts(bits: seen[0]).hasDietAnswer
    case .feature: FoodFacts(bits: seen[0]).hasFeatureAnswer
    }
  }

  /// Whether any venue has this kind, or this cuisine or one that ends in it. For a diet or a feature,
  /// whether any venue has an answer, even if it is no.
  package func has(_ choice: FoodRequest.Choice) -> Bool {
    switch choice {
    case .kind(let value): kinds.contains(value, where: FoodValues.isKind)
    case .cuisine(let value):
      cuisines.contains(value) { FoodValues.isOne($1, of: $0) }
    case .diet(let number, _): FoodFacts(bits: seen[0])[diet: number] != .unknown
    case .feature(let number): FoodFacts(bits: seen[0])[feature: number] != .unknown
    }
  }

  /// Call this before threads share the columns.
  package func verifyAll() { owner.verifyAll() }

  /// A row's values, verified. Empty if a forged file has a wrong range for them.
  @inline(__always) func values(ofRow row: Int) -> UnsafeBufferPointer<UInt32> {
    let (start, end) = (starts[row], starts[row + 1])
    return start == end
      ? UnsafeBufferPointer(start: nil, count: 0)
      : values.values(from: Int(start), to: Int(end))
  }

  /// The data that a filter reads. Without `withFacts`, the facts and their pages are not touched.
  @inline(__always) func row(_ row: Int, withFacts: Bool) -> FoodRow {
    FoodRow(values: values(ofRow: row), facts: withFacts ? facts(ofRow: row) : FoodFacts())
  }

  /// A row's food facts, without reading its text again.
  package func food(ofRow row: Int) -> VenueFood {
    var (kind, cuisines) = (String?.none, [String]())
    for value in values(ofRow: row) {
      let place = FoodMark.place(of: value)
      switch FoodMark.mark(of: value) {
      case FoodMark.cuisine:
        if place < self.cuisines.count { cuisines.append(self.cuisines[place]) }
      case FoodMark.kind: if place < kinds.count { kind = kinds[place] }
      default: break
      }
    }
    return VenueFood(kind: kind, cuisines: cuisines, facts: facts(ofRow: row))
  }

  @inline(__always) func facts(ofRow row: Int) -> FoodFacts { FoodFacts(bits: facts[row]) }
}

/// A row, read once for any number of filters.
struct FoodRow {
  /// Packed as described at `FoodColumns`.
  let values: UnsafeBufferPointer<UInt32>
  let facts: FoodFacts
}

/// What a row's value is, in its bits 30 and 31.
enum FoodMark {
  static let cuisine: UInt32 = 0
  static let kind: UInt32 = 1
  static let name: UInt32 = 2

  static func packed(_ place: Int, _ mark: UInt32) -> UInt32 { UInt32(place) | mark << 30 }
  @inline(__always) static func mark(of value: UInt32) -> UInt32 { value >> 30 }
  @inline(__always) static func place(of value: UInt32) -> Int { Int(value & (1 << 30 - 1)) }
}

/// The distinct cuisines or kinds of a dataset, sorted by text, with the number of venues that have each.
package struct FoodValues: Sendable {
  private let text: Column<UInt8>
  private let starts: Column<UInt32>
  private let venues: Column<UInt32>

  package var count: Int { venues.count }

  package subscript(place: Int) -> String { String(decoding: bytes(at: place), as: UTF8.self) }

  /// Verified. Empty if a forged file has a wrong range for this place.
  func bytes(at place: Int) -> Bytes {
    text.values(
      from: starts.value(at: place).map { Int($0) }, to: starts.value(at: place + 1).map { Int($0) }
    )
  }

  /// Whether `found` is `value` or ends in it as a word: `neapolitan_pizza` is a `pizza`, `non_pizza` is not.
  /// Byte by byte, since comparing characters takes a hundred times as long.
  static func isOne(_ found: Bytes, of value: Bytes) -> Bool {
    let before = found.count - value.count
    guard before == 0 || before > 1 && found[before - 1] == UInt8(ascii: "_"),
      Bytes(rebasing: found[before...]).hasSameBytes(as: value)
    else { return false }
    return before == 0 || !endsInDenial(Bytes(rebasing: found[..<(before - 1)]))
  }

  /// Whether the last of these words negates what comes after them.
  static func endsInDenial(_ words: Bytes) -> Bool {
    let start = words.lastIndex(of: UInt8(ascii: "_")).map { $0 + 1 } ?? 0
    return FoodText.isDenial(Bytes(rebasing: words[start...]))
  }

  /// A cuisine and every more general one, starting with itself: `neapolitan_pizza`, `pizza`. The reverse of
  /// `isOne`.
  package static func forEachGeneral(_ cuisine: Bytes, _ body: (Bytes) -> Void) {
    body(cuisine)
    // A hostile cuisine may consist of underscores, but has at most 64 of them.
    for place in cuisine.indices.dropFirst()
    where cuisine[place] == UInt8(ascii: "_") && place + 1 < cuisine.count
      && !endsInDenial(Bytes(rebasing: cuisine[..<place]))
    {
      body(Bytes(rebasing: cuisine[(place + 1)...]))
    }
  }

  /// For `restaurant/cafe`, each of them.
  static func forEachKind(of value: Bytes, _ body: (Bytes) -> Void) {
    var start = 0
    while start < value.count {
      let end = value.place(of: UInt8(ascii: "/"), from: start)
      if end > start { body(Bytes(rebasing: value[start..<end])) }
      start = end + 1
    }
  }

  /// Whether a value that may have several kinds has this one.
  static func isKind(_ kind: Bytes, of value: Bytes) -> Bool {
    var isOne = false
    forEachKind(of: value) { if $0.hasSameBytes(as: kind) { isOne = true } }
    return isOne
  }

  /// Whether any of these values passes. `value` is the first argument of `passes`.
  fileprivate func contains(_ value: String, where passes: (Bytes, Bytes) -> Bool) -> Bool {
    value.withBytes { value in (0..<count).contains { passes(value, bytes(at: $0)) } }
  }

  /// The value that a misspelt phrase probably means, in readable form.
  package func closest(to phrase: String) -> String? {
    let place = Misspelling.closest(to: phrase, among: 0..<count) { place, body in
      body(bytes(at: place))
    }
    return place.map { FoodText.shown(self[$0]) }
  }

  package func venues(at place: Int) -> Int { venues.value(at: place).map { Int($0) } ?? 0 }

  package func place(of value: String) -> Int? {
    value.withBytes { value in
      let place = firstPlace(in: 0..<count) { bytes(at: $0).order(value) >= 0 }
      return place < count && bytes(at: place).hasSameBytes(as: value) ? place : nil
    }
  }

  init(_ file: SectionFile, from first: Int) {
    text = file.column(first)
    starts = file.column(first + 1)
    venues = file.column(first + 2)
  }

  func add(to writer: inout SectionWriter) { writer.add(text, starts, venues) }

  fileprivate init(_ joined: JoinedValues) {
    var text = GrowingList<UInt8>()
    var starts = GrowingList<UInt32>(capacity: joined.order.count + 1)
    for number in joined.order.values {
      starts.append(UInt32(text.count))
      let bytes = joined.texts.bytes(of: Int(number))
      if let base = bytes.baseAddress {
        text.extend(by: bytes.count).update(from: base, count: bytes.count)
      }
    }
    starts.append(UInt32(text.count))
    self.text = text.column()
    self.starts = starts.column()
    venues = Column(count: joined.order.count) { joined.venues[Int(joined.order[$0])] }
  }
}

/// The distinct values of all parts of a dataset, sorted by text.
private struct JoinedValues {
  let texts: TextNumbers
  private(set) var venues: [UInt32]
  /// Numbers of texts.
  let order: Column<UInt32>
  /// For each part, the place of each of its values.
  private(set) var places: [[UInt32]]

  init(_ parts: [FoodGatherer.Values]) {
    // A single part has its numbers already.
    texts = parts.count == 1 ? parts[0].texts : TextNumbers()
    venues = parts.count == 1 ? parts[0].venues : []
    places = []
    for part in parts {
      guard parts.count > 1 else {
        places.append((0..<UInt32(part.venues.count)).map { $0 })
        break
      }
      var numbers: [UInt32] = []
      numbers.reserveCapacity(part.venues.count)
      for (own, count) in part.venues.enumerated() {
        let number = texts.add(part.texts.bytes(of: own))
        if number == venues.count { venues.append(0) }
        venues[number] += count
        numbers.append(UInt32(number))
      }
      places.append(numbers)
    }
    order = TextSort.order(of: texts.count, texts)
    var ranks = [UInt32](repeating: 0, count: texts.count)
    for (place, number) in order.values.enumerated() { ranks[Int(number)] = UInt32(place) }
    for part in places.indices {
      for own in places[part].indices { places[part][own] = ranks[Int(places[part][own])] }
    }
  }
}

/// Gathers the facts of some rows. Places are among this part's own values, until `joined` renumbers them.
private final class FoodGatherer: @unchecked Sendable {
  struct Values {
    let texts = TextNumbers()
    private(set) var venues: [UInt32] = []

    mutating func add(_ value: [UInt8]) -> Int {
      let number = value.withUnsafeBufferPointer { texts.add($0) }
      if number == venues.count { venues.append(0) }
      venues[number] += 1
      return number
    }
  }

  private let store: VenueStore
  private let rows: Range<Int>
  private(set) var cuisines = Values()
  private(set) var kinds = Values()
  private var facts: [UInt64] = []
  private var counts: [UInt32] = []
  private var values: [UInt32] = []

  init(_ store: VenueStore, _ rows: Range<Int>) { (self.store, self.rows) = (store, rows) }

  func gather(_ phrases: FoodPhrases) {
    facts.reserveCapacity(rows.count)
    counts.reserveCapacity(rows.count)
    let cursor = JSONCursor(store.text)
    var reader = FoodReader(.many)
    for row in rows {
      let first = values.count
      let properties = store.otherProperties(ofRow: row)
      if properties.isNone {
        facts.append(0)
      } else {
        reader.clear()
        reader.read(properties, cursor)
        facts.append(reader.facts.bits)
        if let kind = reader.kind { add(kinds.add(kind), FoodMark.kind) }
        for cuisine in reader.cuisines { add(cuisines.add(cuisine), FoodMark.cuisine) }
      }
      addValues(ofName: row, phrases)
      counts.append(UInt32(values.count - first))
    }
  }

  private func add(_ place: Int, _ mark: UInt32) { values.append(FoodMark.packed(place, mark)) }

  private func addValues(ofName row: Int, _ phrases: FoodPhrases) {
    let first = values.count
    phrases.forEachValue(ofRow: row, in: store) { number in
      let value = FoodMark.packed(Int(number), FoodMark.name)
      if !values[first...].contains(value) { values.append(value) }
    }
  }

  /// The rows of all parts, one after another. Places are among the values of all parts.
  static func joined(
    _ parts: [FoodGatherer], _ cuisines: JoinedValues, _ kinds: JoinedValues
  ) -> (facts: Column<UInt64>, starts: Column<UInt32>, values: Column<UInt32>) {
    var facts = GrowingList<UInt64>()
    var starts = GrowingList<UInt32>()
    var values = GrowingList<UInt32>()
    for (number, part) in parts.enumerated() {
      let (cuisines, kinds) = (cuisines.places[number], kinds.places[number])
      var next = 0
      for (row, count) in part.counts.enumerated() {
        facts.append(part.facts[row])
        starts.append(UInt32(values.count))
        for value in part.values[next..<next + Int(count)] {
          let (mark, own) = (FoodMark.mark(of: value), FoodMark.place(of: value))
          switch mark {
          case FoodMark.cuisine: values.append(FoodMark.packed(Int(cuisines[own]), mark))
          case FoodMark.kind: values.append(FoodMark.packed(Int(kinds[own]), mark))
          default: values.append(value)
          }
        }
        next += Int(count)
      }
    }
    starts.append(UInt32(values.count))
    return (facts.column(), starts.column(), values.column())
  }
}
