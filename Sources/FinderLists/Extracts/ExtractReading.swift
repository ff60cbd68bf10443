import FinderEngine

/// Finds the venues of an extract and their positions.
///
/// A way is made of nodes; a relation is made of nodes, ways and other relations. Extracts have the nodes
/// first, then the ways, then the relations. So the blobs are read from the last to the first: a venue comes
/// before its parts, and each blob is unpacked once.
///
/// Some objects are out of that order, and a file may be in any order. So the range of ids in each blob is
/// kept. If a venue needs an object that may be in a blob already read, that blob is read again, for that
/// object only.
///
/// Blobs are read on all processors, up to 64 at a time; `query` does not change while a batch is read.
/// Memory holds the venues, the ids and positions of their parts, and the range of ids of each blob.
final class ExtractReading {
  private let file: BlobFile
  private let choice: VenueChoice
  private let progress: (Double) -> Void
  private var query: ExtractQuery
  private let budget: ExtractBudget

  /// The lowest and highest id of each kind; `nil` where no object of that kind was read.
  private typealias IDRanges = [ClosedRange<Int64>?]

  private static let noRanges = IDRanges(repeating: nil, count: 3)
  private var rangesOfBlobs: [IDRanges]
  /// A row is 64 blobs, so that not each of what may be millions of blobs is checked.
  private var rangesOfRows: [IDRanges]
  private static let blobsInRow = 64
  private var venues: [(venue: BlockFindings.Venue, text: [UInt8])] = []
  private(set) var leftOut = ChoiceTally()
  private(set) var partial: Set<ObjectID> = []
  /// Unsorted until the end of `run`. Of nodes with the same id, the first in the file then comes first.
  private var nodes: [(id: Int64, blob: Int, point: NanoPoint)] = []
  private var parts: [[Int64: (blob: Int, outline: ObjectOutline)]] = [[:], [:], [:]]
  private struct Part: Hashable {
    let kind: ObjectKind
    let id: Int64
    let depth: Int
  }

  private var extents: [Part: Extent] = [:]
  /// How deep each needed relation is nested.
  private var depths: [Int64: Int] = [:]
  private var bytesRead = 0

  /// How deep relations are followed: a venue's relation is 1, those in it are 2, and so on.
  static let deepest = 8
  private static let mostAtOnce = 64
  private static let bytesAtOnce = 16 << 20

  init(_ file: BlobFile, _ choice: VenueChoice, today: String, progress: @escaping (Double) -> Void)
  {
    (self.file, self.choice, self.progress) = (file, choice, progress)
    budget = ExtractBudget(ofFile: file.size)
    query = ExtractQuery(
      kinds: choice.kinds, includesPrivate: choice.includesPrivate, today: today)
    let blobs = file.blobs.count
    rangesOfBlobs = [IDRanges](repeating: Self.noRanges, count: blobs)
    rangesOfRows = [IDRanges](repeating: Self.noRanges, count: blobs / Self.blobsInRow + 1)
  }

  var hasOnlyNodes: Bool {
    rangesOfRows.contains { $0[0] != nil }
      && rangesOfRows.allSatisfy { $0[1] == nil && $0[2] == nil }
  }

  func run() throws {
    var blobs = Array(file.blobs.indices)
    while !blobs.isEmpty {
      blobs = try read(blobs)
      query.findsVenues = false
    }
    nodes.sort { ($0.id, $0.blob) < ($1.id, $1.blob) }
  }

  /// Reads the blobs from the last to the first, and returns those to be read again.
  private func read(_ blobs: [Int]) throws -> [Int] {
    var again: Set<Int> = []
    var end = blobs.count
    while end > 0 {
      var (start, bytes) = (end, 0)
      while start > 0, end - start < Self.mostAtOnce, bytes < Self.bytesAtOnce {
        start -= 1
        bytes += file.blobs[blobs[start]].contents.count
      }
      let batch = blobs[start..<end]
      again.subtract(batch)
      let new = try take(try findings(in: batch), of: batch)
      query.add(new)
      // These blobs were read before `new` was known to be needed.
      again.formUnion(self.blobs(thatMayHave: new))
      end = start
      bytesRead += bytes
      progress(min(1, Double(bytesRead) / Double(max(1, file.size))))
    }
    return again.sorted()
  }

  /// Finds only blobs that were read: others have no ranges yet.
  private func blobs(thatMayHave new: [[Int64]]) -> [Int] {
    guard new.contains(where: { !$0.isEmpty }) else { return [] }
    return rangesOfRows.indices.filter { Self.mayHave(new, rangesOfRows[$0]) }.flatMap { row in
      (row * Self.blobsInRow..<min((row + 1) * Self.blobsInRow, rangesOfBlobs.count))
        .filter { Self.mayHave(new, rangesOfBlobs[$0]) }
    }
  }

  private static func mayHave(_ new: [[Int64]], _ ranges: IDRanges) -> Bool {
    zip(new, ranges).contains { ids, range in
      guard let range else { return false }
      let place = ids.firstPlace(from: range.lowerBound)
      return place < ids.count && ids[place] <= range.upperBound
    }
  }

  private func findings(in batch: ArraySlice<Int>) throws -> [BlockFindings] {
    let blocks = BlockPool(query, budget)
    var results = [Result<BlockFindings, any Error>?](repeating: nil, count: batch.count)
    // Not for blobs that are read again, which may be far apart.
    if let first = batch.first, let last = batch.last, last - first < batch.count {
      file.announce(file.blobs[first].start..<file.blobs[last].contents.upperBound)
    }
    results.withUnsafeMutableBufferPointer { results in
      nonisolated(unsafe) let results = results
      Parallel.run(batch.count) { number in
        let block = blocks.take()
        defer { blocks.give(back: block) }
        let blob = file.blobs[batch[batch.startIndex + number]]
        results[number] = Result { try block.read(blob, of: file) }
      }
    }
    return try results.compactMap { try $0?.get() }
  }

  /// Keeps the findings. Returns the ids that are needed now and were not before: sorted, by kind.
  private func take(_ findings: [BlockFindings], of batch: ArraySlice<Int>) throws -> [[Int64]] {
    var new = [[Int64]](repeating: [], count: 3)
    for (found, blob) in zip(findings, batch) {
      rangesOfBlobs[blob] = found.ids
      let row = blob / Self.blobsInRow
      for kind in found.ids.indices {
        guard let range = found.ids[kind] else { continue }
        let known = rangesOfRows[row][kind] ?? range
        rangesOfRows[row][kind] =
          min(known.lowerBound, range.lowerBound)...max(known.upperBound, range.upperBound)
      }
      leftOut.add(found.leftOut)
      for node in found.nodes { nodes.append((node.id, blob, node.point)) }
      for venue in found.venues {
        venues.append((venue, Array(found.text[venue.properties])))
        need(venue.outline, depth: 1, &new)
      }
      for part in found.parts {
        if let known = parts[part.kind.rawValue][part.id], known.blob <= blob { continue }
        parts[part.kind.rawValue][part.id] = (blob, part.outline)
        need(part.outline, depth: depths[part.id] ?? Self.deepest, &new)
      }
    }
    for kind in ObjectKind.allCases {
      let known = query.needed[kind.rawValue]
      var ids = new[kind.rawValue]
      ids.sort()
      var last: Int64?
      ids.removeAll { id in
        defer { last = id }
        return id == last || known.holds(id)
      }
      new[kind.rawValue] = ids
    }
    return new
  }

  /// Adds the ids of an outline's parts to `new`. Relations in relations are followed to `deepest` only: a
  /// file may nest them in a circle, or a million deep. If a relation is reached at several depths, the
  /// smallest counts.
  private func need(_ outline: ObjectOutline, depth: Int, _ new: inout [[Int64]]) {
    switch outline {
    case .point, .points: break
    case .nodes(let ids): new[0] += ids
    case .members(let members):
      new[0] += members[0]
      new[1] += members[1]
      guard depth < Self.deepest else { return }
      for id in members[2] where depths[id] ?? .max > depth + 1 {
        depths[id] = depth + 1
        new[2].append(id)
        if let known = parts[2][id] { need(known.outline, depth: depth + 1, &new) }
      }
    }
  }

  // MARK: Places

  /// Calls `body` with each venue, its position in ten-millionths of a degree and its properties.
  func forEachVenue(
    mayBePartial: Bool,
    _ body: (_ id: ObjectID, _ latitude: Int64, _ longitude: Int64, _ properties: Bytes) -> Void
  ) {
    for (venue, text) in venues {
      let extent = extent(of: venue.outline, depth: 1)
      guard let middle = extent.middle, mayBePartial || !extent.isPartial else {
        leftOut[.placeless] += 1
        continue
      }
      let point = Coordinate(
        latitude: Double(middle.latitude) / 1e7, longitude: Double(middle.longitude) / 1e7)
      guard choice.contains(point) else {
        leftOut[.outside] += 1
        continue
      }
      if extent.isPartial { partial.insert(venue.id) }
      text.withUnsafeBufferPointer { body(venue.id, middle.latitude, middle.longitude, $0) }
    }
  }

  /// As in Overpass, a relation's nodes and ways decide its position. The relations in it count only if the
  /// nodes and ways have no position.
  private func extent(of outline: ObjectOutline, depth: Int) -> Extent {
    var extent = Extent()
    switch outline {
    case .point(let point): extent.add(point)
    case .points(let points): for point in points { extent.add(point) }
    case .nodes(let ids): for id in ids { extent.add(position(ofNode: id)) }
    case .members(let members):
      for id in members[0] { extent.add(position(ofNode: id)) }
      for id in members[1] { extent.add(self.extent(of: .way, id, depth: 1)) }
      guard extent.middle == nil, depth < Self.deepest else { break }
      for id in members[2] { extent.add(self.extent(of: .relation, id, depth: depth + 1)) }
    }
    return extent
  }

  /// Computed once for a part that many venues share.
  private func extent(of kind: ObjectKind, _ id: Int64, depth: Int) -> Extent {
    let part = Part(kind: kind, id: id, depth: depth)
    if let known = extents[part] { return known }
    var extent = Extent()
    if let known = parts[kind.rawValue][id] {
      extent = self.extent(of: known.outline, depth: depth)
    } else {
      extent.isPartial = true
    }
    extents[part] = extent
    return extent
  }

  private func position(ofNode id: Int64) -> NanoPoint? {
    let place = firstPlace(in: nodes.indices) { nodes[$0].id >= id }
    return place < nodes.count && nodes[place].id == id ? nodes[place].point : nil
  }
}

/// Readers of blocks for one query, one for each thread.
private final class BlockPool: @unchecked Sendable {
  private let query: ExtractQuery
  private let budget: ExtractBudget
  private let mutex = Mutex()
  /// Guarded by the mutex.
  private var idle: [ExtractBlock] = []

  init(_ query: ExtractQuery, _ budget: ExtractBudget) {
    (self.query, self.budget) = (query, budget)
  }

  func take() -> ExtractBlock {
    mutex.withLock { idle.popLast() } ?? ExtractBlock(query, budget)
  }

  func give(back block: ExtractBlock) { mutex.withLock { idle.append(block) } }
}

extension ExtractQuery {
  fileprivate mutating func add(_ new: [[Int64]]) {
    for kind in new.indices where !new[kind].isEmpty { needed[kind].merge(new[kind]) }
  }
}

extension [Int64] {
  /// Both lists are sorted and have no number in common.
  fileprivate mutating func merge(_ others: [Int64]) {
    guard let last, let first = others.first, first < last else {
      self += others
      return
    }
    var merged: [Int64] = []
    merged.reserveCapacity(count + others.count)
    var place = startIndex
    for other in others {
      while place < endIndex, self[place] < other {
        merged.append(self[place])
        place += 1
      }
      merged.append(other)
    }
    merged += self[place...]
    self = merged
  }
}

/// The box around some points, in ten-millionths of a degree: the unit in which OpenStreetMap stores them.
private struct Extent {
  private var (south, north) = (Int64.max, Int64.min)
  private var (west, east) = (Int64.max, Int64.min)
  /// The same for longitudes counted from 0 to 360 degrees.
  private var (westAround, eastAround) = (Int64.max, Int64.min)
  /// Whether a point is missing from the file, or is not on the earth.
  var isPartial = false

  private static let halfTurn = Int64(1_800_000_000)

  mutating func add(_ point: NanoPoint?) {
    guard let point, point.isOnEarth else {
      isPartial = true
      return
    }
    let (latitude, longitude) = (
      Self.tenMillionths(point.latitude), Self.tenMillionths(point.longitude)
    )
    (south, north) = (min(south, latitude), max(north, latitude))
    (west, east) = (min(west, longitude), max(east, longitude))
    let around = longitude < 0 ? longitude + 2 * Self.halfTurn : longitude
    (westAround, eastAround) = (min(westAround, around), max(eastAround, around))
  }

  mutating func add(_ other: Extent) {
    (south, north) = (min(south, other.south), max(north, other.north))
    (west, east) = (min(west, other.west), max(east, other.east))
    (westAround, eastAround) = (
      min(westAround, other.westAround), max(eastAround, other.eastAround)
    )
    isPartial = isPartial || other.isPartial
  }

  /// Rounds billionths to the nearest; halves go away from zero.
  private static func tenMillionths(_ nano: Int64) -> Int64 {
    let (whole, rest) = nano.quotientAndRemainder(dividingBy: 100)
    return rest >= 50 ? whole + 1 : rest <= -50 ? whole - 1 : whole
  }

  /// A box wider than half the globe is taken to cross the antimeridian instead.
  var middle: (latitude: Int64, longitude: Int64)? {
    guard south <= north else { return nil }
    // Overpass counts latitudes from -91 degrees, in whole numbers. Its rounding errors are repeated here.
    func latitude(_ value: Int64) -> Double { Double(value + 910_000_000) / 1e7 - 91 }
    let latitude = Self.tenMillionths(ofDegrees: (latitude(south) + latitude(north)) / 2)
    let isAround = east - west > Self.halfTurn
    let (first, last) = isAround ? (westAround, eastAround) : (west, east)
    let longitude = Self.tenMillionths(
      ofDegrees: (Double(first) / 1e7 + Double(last) / 1e7) / 2)
    return (latitude, longitude > Self.halfTurn ? longitude - 2 * Self.halfTurn : longitude)
  }

  /// Rounds as Overpass does with `%.7f`, which sees the exact value of the double. Every second middle lies
  /// halfway between two results, so the part of the product that a double cannot hold (`rest`) decides.
  private static func tenMillionths(ofDegrees degrees: Double) -> Int64 {
    let product = degrees * 1e7
    let rest = (-product).addingProduct(degrees, 1e7)
    let whole = product.rounded(.down)
    let fraction = product - whole + rest
    return Int64(whole) + (fraction > 0.5 || fraction == 0.5 && Int64(whole) & 1 == 1 ? 1 : 0)
  }
}
