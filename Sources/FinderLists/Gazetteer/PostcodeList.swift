import FinderEngine

/// Postcodes with their positions while a gazetteer is built, each once after `merge`.
///
/// If a postcode comes more than once, the highest rank counts; within a rank, the middle of all. Merging can
/// be done at any time, since it does not change the result. It is done whenever the list has doubled, so
/// that memory grows with the number of postcodes, not with that of rows.
struct PostcodeList: ~Copyable {
  private var entries = GrowingList<Entry>()
  private var mergeAt: Int
  private let mergedAfter: Int
  private let most: Int

  struct Entry: BitwiseCopyable {
    /// `Postcode.orderedKey`
    var key: UInt64
    var position: PackedPosition
    /// The higher rank counts.
    var rank: UInt32
    /// How many positions it is the middle of.
    var weight: UInt32 = 1

    /// Keeps sums of positions far below 64 bits.
    static let mostWeight: UInt32 = 1 << 24

    func comesFirst(_ other: Entry) -> Bool {
      key != other.key ? key < other.key : rank > other.rank
    }
  }

  init(_ limits: GazetteerLimits) {
    most = limits.postcodes
    mergedAfter = limits.mergedAfter
    mergeAt = limits.mergedAfter
  }

  var count: Int { entries.count }
  subscript(row: Int) -> Entry { entries[row] }

  /// False if there are too many.
  @inline(__always)
  mutating func append(_ entry: Entry) -> Bool {
    entries.append(entry)
    return entries.count < mergeAt || makeRoom()
  }

  @inline(never) private mutating func makeRoom() -> Bool {
    merge()
    mergeAt = max(mergedAfter, 2 * count)
    return count <= most
  }

  /// Sorts the list, and keeps each postcode once.
  mutating func merge() {
    entries.sort { $0.comesFirst($1) }
    var (row, kept) = (0, 0)
    while row < entries.count {
      entries[kept] = nextMerged(&row)
      kept += 1
    }
    entries.removeAll(from: kept)
  }

  private func nextMerged(_ row: inout Int) -> Entry {
    var entry = entries[row]
    var (latitude, longitude, weight) = (0, 0, 0)
    while row < entries.count, entries[row].key == entry.key {
      let other = entries[row]
      if other.rank == entry.rank {
        latitude += Int(other.position.latitude) * Int(other.weight)
        longitude += Int(other.position.longitude) * Int(other.weight)
        weight += Int(other.weight)
      }
      row += 1
    }
    entry.position.latitude = Int32(clamping: latitude / weight)
    entry.position.longitude = Int32(clamping: longitude / weight)
    entry.weight = min(UInt32(clamping: weight), Entry.mostWeight)
    return entry
  }
}
