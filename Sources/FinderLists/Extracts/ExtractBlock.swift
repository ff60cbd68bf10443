import FinderEngine

/// What to look for in blobs. It does not change while a batch is read.
struct ExtractQuery: Sendable {
  /// Whether to look for venues, or only for their parts.
  var findsVenues = true
  let kinds: [FetchKind]
  let includesPrivate: Bool
  let today: String
  /// Ids of the nodes, ways and relations that the venues found so far need, in order, each once.
  var needed = [[Int64]](repeating: [], count: 3)
}

/// A node's position in billionths of a degree.
struct NanoPoint: Equatable {
  var latitude: Int64
  var longitude: Int64

  var isOnEarth: Bool {
    (-90_000_000_000...90_000_000_000).contains(latitude)
      && (-180_000_000_000...180_000_000_000).contains(longitude)
  }
}

/// What a way or a relation is made of.
enum ObjectOutline {
  case point(NanoPoint)
  /// The nodes of a way, if the file gives their positions with it.
  case points([NanoPoint])
  case nodes([Int64])
  /// The members' ids, by kind.
  case members([[Int64]])
}

/// What was found in one blob.
struct BlockFindings {
  struct Venue {
    let id: ObjectID
    let outline: ObjectOutline
    /// Its properties, in `text`.
    let properties: Range<Int>
  }

  struct Node {
    let id: Int64
    let point: NanoPoint
  }

  struct Part {
    let kind: ObjectKind
    let id: Int64
    let outline: ObjectOutline
  }

  /// The lowest and highest id of each kind of object.
  var ids = [ClosedRange<Int64>?](repeating: nil, count: 3)
  var venues: [Venue] = []
  var text: [UInt8] = []
  var leftOut = ChoiceTally()
  /// The objects that were needed.
  var nodes: [Node] = []
  var parts: [Part] = []

  @inline(__always)
  mutating func note(_ id: Int64, _ kind: ObjectKind) {
    guard let range = ids[kind.rawValue] else {
      ids[kind.rawValue] = id...id
      return
    }
    if id < range.lowerBound {
      ids[kind.rawValue] = id...range.upperBound
    } else if id > range.upperBound {
      ids[kind.rawValue] = range.lowerBound...id
    }
  }
}

/// Reads one block of objects after another, in memory of its own.
///
/// A block has a table of all strings that its objects use, and groups of nodes, ways or relations. Nodes are
/// mostly dense: lists of all ids, all latitudes and all longitudes, each as differences, and a list of the
/// numbers of keys and values, in which a zero ends each node's. Most blocks have no venue, as their table
/// shows. In those, only the ids are read, and the positions of nodes that are needed.
final class ExtractBlock {
  private let query: ExtractQuery
  private let reader = BlobReader()
  /// The strings of this block's table.
  private var strings: [Bytes] = []
  /// For each string, its meaning as a value of `amenity`; -1 for the key itself.
  private var amenities: [Int8] = []
  private var hasVenues = false
  private var (granularity, latitudeOffset, longitudeOffset) = (Int64(100), Int64(0), Int64(0))
  private var ids: [Int64] = []
  private var findings = BlockFindings()
  private var tags = OSMTags()
  private var texts = ByteBuffer(capacity: 1 << 12)
  private let budget: ExtractBudget

  /// All kinds of food, including those that are not wanted, which are counted.
  private static let kinds = FetchKind.allCases

  init(_ query: ExtractQuery, _ budget: ExtractBudget) {
    (self.query, self.budget) = (query, budget)
  }

  func read(_ blob: BlobFile.Blob, of file: BlobFile) throws -> BlockFindings {
    findings = BlockFindings()
    let bytes = try reader.contents(of: blob, in: file)
    try file.atByte(blob.start) { () throws(ExtractFault) in try self.read(bytes) }
    return findings
  }

  private func read(_ bytes: Bytes) throws(ExtractFault) {
    var table: Bytes?
    (granularity, latitudeOffset, longitudeOffset) = (100, 0, 0)
    var message = Message(bytes)
    // Reading the groups needs fields that come after them.
    while let field = try message.next() {
      switch field {
      case 1: table = try message.bytes()
      case 17: granularity = try message.int64()
      case 19: latitudeOffset = try message.int64()
      case 20: longitudeOffset = try message.int64()
      default: try message.skip()
      }
    }
    guard granularity > 0 else { throw ExtractFault("a block has a granularity of \(granularity)") }
    try readTable(table ?? Bytes(start: nil, count: 0))
    message = Message(bytes)
    while let field = try message.next() {
      if field == 2 { try readGroup(try message.bytes()) } else { try message.skip() }
    }
  }

  private func readTable(_ bytes: Bytes) throws(ExtractFault) {
    var (strings, amenities) = (self.strings, self.amenities)
    (self.strings, self.amenities) = ([], [])
    strings.removeAll(keepingCapacity: true)
    amenities.removeAll(keepingCapacity: true)
    var (hasKey, hasKind) = (false, false)
    var message = Message(bytes)
    while let field = try message.next() {
      guard field == 1 else {
        try message.skip()
        continue
      }
      let string = try message.bytes()
      strings.append(string)
      let amenity = query.findsVenues ? Self.amenity(string) : 0
      hasKey = hasKey || amenity < 0
      hasKind = hasKind || amenity > 0
      amenities.append(amenity)
    }
    (self.strings, self.amenities) = (strings, amenities)
    hasVenues = hasKey && hasKind
  }

  /// Tables have thousands of strings. Few have the length of one of these words and begin with its letter.
  private static let words = [Array("amenity".utf8)] + kinds.map { Array($0.rawValue.utf8) }
  private static let lengths = words.reduce(UInt64(0)) { $0 | 1 << UInt64($1.count) }

  private static func amenity(_ string: Bytes) -> Int8 {
    guard string.count < 64, lengths >> UInt64(string.count) & 1 == 1 else { return 0 }
    let word = words.firstIndex {
      $0.count == string.count && $0[0] == string[0] && string.elementsEqual($0)
    }
    return word.map { $0 == 0 ? -1 : Int8($0) } ?? 0
  }

  private func readGroup(_ bytes: Bytes) throws(ExtractFault) {
    var group = Message(bytes)
    while let field = try group.next() {
      switch field {
      case 1: try readNode(try group.message())
      case 2: try readDenseNodes(try group.message())
      case 3: try readWay(try group.message())
      case 4: try readRelation(try group.message())
      default: try group.skip()
      }
    }
  }

  private func point(_ latitude: Int64, _ longitude: Int64) throws(ExtractFault) -> NanoPoint {
    func degrees(_ value: Int64, _ offset: Int64) -> Int64? {
      let (product, first) = value.multipliedReportingOverflow(by: granularity)
      let (sum, second) = product.addingReportingOverflow(offset)
      return first || second ? nil : sum
    }
    guard let north = degrees(latitude, latitudeOffset),
      let east = degrees(longitude, longitudeOffset)
    else { throw ExtractFault("a position has more than 64 bits") }
    return NanoPoint(latitude: north, longitude: east)
  }

  // MARK: Nodes

  private func readNode(_ node: Message) throws(ExtractFault) {
    var node = node
    var (keys, values) = (Bytes(start: nil, count: 0), Bytes(start: nil, count: 0))
    var (id, latitude, longitude): (Int64?, Int64?, Int64?)
    while let field = try node.next() {
      switch field {
      case 1: id = try node.sint64()
      case 2: keys = try node.bytes()
      case 3: values = try node.bytes()
      case 8: latitude = try node.sint64()
      case 9: longitude = try node.sint64()
      default: try node.skip()
      }
    }
    guard let id, let latitude, let longitude else {
      throw ExtractFault("a node has no id or no position")
    }
    findings.note(id, .node)
    let place = try point(latitude, longitude)
    if query.needed[0].holds(id) { findings.nodes.append(.init(id: id, point: place)) }
    if let kind = try amenity(keys, values) {
      try take(.node, id, kind, .point(place), try tagPairs(keys, values))
    }
  }

  private func readDenseNodes(_ message: Message) throws(ExtractFault) {
    var message = message
    let none = Bytes(start: nil, count: 0)
    var (idBytes, latitudes, longitudes, tags) = (none, none, none, none)
    while let field = try message.next() {
      switch field {
      case 1: idBytes = try message.bytes()
      case 8: latitudes = try message.bytes()
      case 9: longitudes = try message.bytes()
      case 10: tags = try message.bytes()
      default: try message.skip()
      }
    }
    try readIDs(idBytes)
    var wanted: [(node: Int, isNeeded: Bool, tags: [(key: Int, value: Int)], kind: Int)] = []
    for node in neededNodes() { wanted.append((node, true, [], 0)) }
    if hasVenues, !tags.isEmpty { try findVenues(tags) { wanted.append(($0, false, $2, $1)) } }
    try check(latitudes, longitudes)
    guard !wanted.isEmpty else { return }
    wanted.sort { $0.node < $1.node }
    var (north, east) = (Message(latitudes), Message(longitudes))
    var (latitude, longitude) = (RunningSum(), RunningSum())
    var next = 0
    for one in wanted {
      while next <= one.node {
        _ = try latitude.add(try north.zigzag())
        _ = try longitude.add(try east.zigzag())
        next += 1
      }
      let place = try point(latitude.value, longitude.value)
      if one.isNeeded {
        findings.nodes.append(.init(id: ids[one.node], point: place))
      } else {
        try take(.node, ids[one.node], one.kind, .point(place), one.tags)
      }
    }
  }

  private func readIDs(_ bytes: Bytes) throws(ExtractFault) {
    // A local variable: each access to a property would check exclusivity.
    var list = ids
    ids = []
    list.removeAll(keepingCapacity: true)
    // Every number takes at least a byte.
    list.reserveCapacity(bytes.count)
    var message = Message(bytes)
    var id = RunningSum()
    var (least, greatest) = (Int64.max, Int64.min)
    while !message.isAtEnd {
      let value = try id.add(try message.zigzag())
      list.append(value)
      least = min(least, value)
      greatest = max(greatest, value)
    }
    ids = list
    guard !list.isEmpty else { return }
    findings.note(least, .node)
    findings.note(greatest, .node)
  }

  /// Every number ends with a byte below 0x80.
  private func check(_ latitudes: Bytes, _ longitudes: Bytes) throws(ExtractFault) {
    for list in [latitudes, longitudes] {
      var count = 0
      for byte in list { count &+= Int(~byte >> 7) }
      guard count == ids.count, list.last ?? 0 < 0x80 else {
        throw ExtractFault("a block has \(ids.count) nodes and \(count) positions")
      }
    }
  }

  /// The indices in `ids` of those that are needed. Both lists are usually in order.
  private func neededNodes() -> [Int] {
    let needed = query.needed[0]
    guard !needed.isEmpty, let range = findings.ids[0] else { return [] }
    var next = needed.firstPlace(from: range.lowerBound)
    guard next < needed.count, needed[next] <= range.upperBound else { return [] }
    var found: [Int] = []
    var last = Int64.min
    let ids = ids
    needed.withUnsafeBufferPointer { needed in
      for (place, id) in ids.enumerated() {
        if id < last { next = needed.firstPlace(from: id) }
        last = id
        // Goes one by one while the next is near.
        var steps = 0
        while next < needed.count, needed[next] < id, steps < 8 {
          (next, steps) = (next + 1, steps + 1)
        }
        if steps == 8 { next = needed.firstPlace(from: id) }
        if next < needed.count, needed[next] == id { found.append(place) }
      }
    }
    return found
  }

  private func findVenues(
    _ bytes: Bytes, _ found: (_ node: Int, _ kind: Int, _ tags: [(key: Int, value: Int)]) -> Void
  ) throws(ExtractFault) {
    var message = Message(bytes)
    var node = 0
    var (kind, start) = (0, message)
    while !message.isAtEnd {
      let key = try string(try message.varint())
      guard key > 0 else {
        if kind > 0 { found(node, kind, try pairs(start)) }
        node += 1
        (kind, start) = (0, message)
        continue
      }
      let value = try string(try message.varint())
      if amenities[key] < 0, amenities[value] > 0, kind == 0 { kind = Int(amenities[value]) }
    }
    guard node == ids.count, kind == 0 else {
      throw ExtractFault("a block has \(ids.count) nodes and the tags of \(node)")
    }
  }

  /// A node's numbers of keys and values, up to the zero that ends them.
  private func pairs(_ start: Message) throws(ExtractFault) -> [(key: Int, value: Int)] {
    var message = start
    var pairs: [(key: Int, value: Int)] = []
    while true {
      let key = try string(try message.varint())
      guard key > 0 else { return pairs }
      pairs.append((key, try string(try message.varint())))
    }
  }

  private func string(_ number: UInt64) throws(ExtractFault) -> Int {
    guard number < strings.count else { throw ExtractFault("there is no string \(number)") }
    return Int(number)
  }

  // MARK: Ways and relations

  private func readWay(_ message: Message) throws(ExtractFault) {
    var way = message
    let none = Bytes(start: nil, count: 0)
    var (keys, values, refs, latitudes, longitudes) = (none, none, none, none, none)
    var id: Int64?
    while let field = try way.next() {
      switch field {
      case 1: id = try way.int64()
      case 2: keys = try way.bytes()
      case 3: values = try way.bytes()
      case 8: refs = try way.bytes()
      case 9: latitudes = try way.bytes()
      case 10: longitudes = try way.bytes()
      default: try way.skip()
      }
    }
    guard let id else { throw ExtractFault("a way has no id") }
    findings.note(id, .way)
    let isNeeded = query.needed[1].holds(id)
    let kind = try amenity(keys, values)
    guard isNeeded || kind != nil else { return }
    try budget.spend(16 * (refs.count + latitudes.count))
    let nodes = try sums(refs)
    var outline = ObjectOutline.nodes(nodes)
    if !latitudes.isEmpty || !longitudes.isEmpty {
      let points = try points(latitudes, longitudes, count: nodes.count)
      // Some programs write an impossible position for a node whose position they do not know.
      if points.allSatisfy(\.isOnEarth) { outline = .points(points) }
    }
    if isNeeded { findings.parts.append(.init(kind: .way, id: id, outline: outline)) }
    if let kind { try take(.way, id, kind, outline, try tagPairs(keys, values)) }
  }

  private func readRelation(_ message: Message) throws(ExtractFault) {
    var relation = message
    let none = Bytes(start: nil, count: 0)
    var (keys, values, members, types) = (none, none, none, none)
    var id: Int64?
    while let field = try relation.next() {
      switch field {
      case 1: id = try relation.int64()
      case 2: keys = try relation.bytes()
      case 3: values = try relation.bytes()
      case 9: members = try relation.bytes()
      case 10: types = try relation.bytes()
      default: try relation.skip()
      }
    }
    guard let id else { throw ExtractFault("a relation has no id") }
    findings.note(id, .relation)
    let isNeeded = query.needed[2].holds(id)
    let kind = try amenity(keys, values)
    guard isNeeded || kind != nil else { return }
    try budget.spend(16 * members.count)
    var outline = [[Int64]](repeating: [], count: 3)
    var type = Message(types)
    for member in try sums(members) {
      let number = try type.varint()
      guard number < 3 else { throw ExtractFault("a member of a relation is of no known type") }
      outline[Int(number)].append(member)
    }
    guard type.isAtEnd else { throw ExtractFault("a relation has more types than members") }
    if isNeeded {
      findings.parts.append(.init(kind: .relation, id: id, outline: .members(outline)))
    }
    if let kind { try take(.relation, id, kind, .members(outline), try tagPairs(keys, values)) }
  }

  private func sums(_ bytes: Bytes) throws(ExtractFault) -> [Int64] {
    var message = Message(bytes)
    var sum = RunningSum()
    var sums: [Int64] = []
    while !message.isAtEnd { sums.append(try sum.add(try message.zigzag())) }
    return sums
  }

  private func points(
    _ latitudes: Bytes, _ longitudes: Bytes, count: Int
  ) throws(ExtractFault) -> [NanoPoint] {
    let (north, east) = (try sums(latitudes), try sums(longitudes))
    guard north.count == count, east.count == count else {
      throw ExtractFault("a way has \(count) nodes and \(north.count) positions")
    }
    var points: [NanoPoint] = []
    for (latitude, longitude) in zip(north, east) { points.append(try point(latitude, longitude)) }
    return points
  }

  // MARK: Venues

  /// The number of its kind, from 1; `nil` if it is not a venue.
  private func amenity(_ keys: Bytes, _ values: Bytes) throws(ExtractFault) -> Int? {
    guard hasVenues else { return nil }
    var (key, value) = (Message(keys), Message(values))
    while !key.isAtEnd {
      let number = try string(try key.varint())
      let kind = amenities[try string(try value.varint())]
      if amenities[number] < 0, kind > 0 { return Int(kind) }
    }
    return nil
  }

  private func tagPairs(
    _ keys: Bytes, _ values: Bytes
  ) throws(ExtractFault) -> [(key: Int, value: Int)] {
    var (key, value) = (Message(keys), Message(values))
    var pairs: [(key: Int, value: Int)] = []
    while !key.isAtEnd {
      pairs.append((try string(try key.varint()), try string(try value.varint())))
    }
    guard value.isAtEnd else { throw ExtractFault("an object has more values than keys") }
    return pairs
  }

  private func take(
    _ kind: ObjectKind, _ id: Int64, _ amenity: Int, _ outline: ObjectOutline,
    _ pairs: [(key: Int, value: Int)]
  ) throws(ExtractFault) {
    let food = Self.kinds[amenity - 1]
    guard query.kinds.contains(food) else {
      findings.leftOut.otherKinds[food.rawValue, default: 0] += 1
      return
    }
    guard let object = ObjectID(kind, id) else {
      findings.leftOut[.withoutID] += 1
      return
    }
    guard try readTags(pairs) else {
      findings.leftOut[.notUTF8] += 1
      return
    }
    let name: Bytes
    switch tags.verdict(today: query.today, includesPrivate: query.includesPrivate) {
    case .keep(let shown): name = shown
    case .leaveOut(let reason):
      findings.leftOut[reason] += 1
      return
    }
    // After a brace, as in the object where they will be placed.
    var properties = ByteBuffer(capacity: 512)
    properties.append("{")
    tags.append(propertiesNamed: name, to: &properties)
    try budget.spend(properties.count + 256)
    let start = findings.text.count
    findings.text.append(contentsOf: properties.bytes.dropFirst())
    findings.venues.append(
      .init(id: object, outline: outline, properties: start..<findings.text.count))
  }
}

extension ExtractBlock {
  /// OpenStreetMap allows at most 255 characters.
  private static var longestText: Int { 1 << 14 }

  /// The tags that finder knows, the first of each key. False if one is not UTF-8.
  private func readTags(_ pairs: [(key: Int, value: Int)]) throws(ExtractFault) -> Bool {
    // All texts are written first, since the buffer may move while it grows.
    texts.truncate()
    var known: [(tag: OSMTags.Tag, place: Range<Int>)] = []
    for pair in pairs {
      guard let tag = OSMTags.Tag(strings[pair.key]), !known.contains(where: { $0.tag == tag })
      else {
        continue
      }
      let value = strings[pair.value]
      guard value.isUTF8 else { return false }
      guard value.count <= Self.longestText else {
        throw ExtractFault("a tag's value has \(value.count) bytes")
      }
      let start = texts.count + 1
      texts.append(jsonString: String(decoding: value, as: UTF8.self))
      known.append((tag, start..<texts.count - 1))
    }
    tags.clear()
    for (tag, place) in known { tags.set(tag, to: Bytes(rebasing: texts.bytes[place])) }
    return true
  }
}

/// Limits the memory for a file's contents, in bytes: a few kilobytes can unpack to a million times as much.
/// A file of venues only, without anything around them, takes about six times its size.
final class ExtractBudget: @unchecked Sendable {
  private let mutex = Mutex()
  /// Guarded by the mutex.
  private var left: Int

  init(ofFile size: Int) { left = 256 << 20 + 32 * min(size, 1 << 50) }

  func spend(_ bytes: Int) throws(ExtractFault) {
    let isEnough = mutex.withLock {
      left -= bytes
      return left >= 0
    }
    guard isEnough else {
      throw ExtractFault("the file unpacks to more than any file of its size holds")
    }
  }
}

extension RandomAccessCollection<Int64> where Index == Int {
  /// The index of the first number that is not below `number`. The numbers must be in order.
  func firstPlace(from number: Int64) -> Int {
    FinderEngine.firstPlace(in: startIndex..<endIndex) { self[$0] >= number }
  }
}

extension [Int64] {
  func holds(_ number: Int64) -> Bool {
    let place = firstPlace(from: number)
    return place < count && self[place] == number
  }
}
