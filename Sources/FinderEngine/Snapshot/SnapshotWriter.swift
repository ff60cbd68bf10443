import CVector

/// Writes a store as a snapshot, with its rows and their texts in the index's order. Rows are taken
/// one by one from where they are, so that only the index and the texts' new places need more memory.
struct SnapshotWriter {
  private let store: VenueStore
  private let columns: VenueColumns
  private let index: SpatialIndex
  /// By row of the snapshot: the row of the store.
  private let order: Column<UInt32>
  /// By row of the snapshot: where its text begins; and where the last one ends.
  private let textStarts: Column<Int>
  private let layout: SnapshotLayout
  private let identity: DatasetIdentity
  private let numberedIDs: Column<NumberedID>

  init?(_ store: VenueStore, _ identity: DatasetIdentity) {
    self.store = store
    self.identity = identity
    columns = store.columns
    // Before the index, since looking for equal ids takes as much memory for a while.
    numberedIDs = UniqueIDs(store).numbered
    (index, order) = Self.arrangement(of: store)
    textStarts = Self.textStarts(of: store, order)
    let layout = Self.layout(store, numberedIDs: numberedIDs.count, crowds: index.crowds.count)
    guard let layout else { return nil }
    self.layout = layout
  }

  private static func arrangement(of store: VenueStore) -> (SpatialIndex, Column<UInt32>) {
    let (index, order) = store.arranged()
    return (index, Column(count: order.count) { order[$0] })
  }

  private static func layout(
    _ store: VenueStore, numberedIDs: Int, crowds: Int
  ) -> SnapshotLayout? {
    SnapshotLayout(
      venues: store.count, numberedIDs: numberedIDs, crowds: crowds,
      textBytes: store.columns.featureLength.values.reduce(0) { $0 + Int($1) },
      attributionBytes: store.attributionText?.count ?? 0)
  }

  /// The least that its file can take, as far as that is known before the rows are arranged.
  static func leastBytes(for store: VenueStore) -> Int {
    layout(store, numberedIDs: 0, crowds: 0)?.blocks.fileBytes ?? .max
  }

  var fileBytes: Int { layout.blocks.fileBytes }

  /// Returns false with the reason in `errno` where writing failed.
  func write(to descriptor: CInt) -> Bool {
    guard let sums = BlockWriter(blocks: layout.blocks).write(sections, to: descriptor) else {
      return false
    }
    let header = SnapshotHeader(
      identity: identity.words, layout: layout, tally: store.tally, checksumsOfChecksums: sums)
    return header.words.withUnsafeBytes { FileWriting.all($0, to: descriptor, at: 0) }
  }

  // MARK: What is written

  private var sections: [PieceWriter.Section] {
    let position = store.positions ?? Column(count: store.count) { UInt32($0) }
    return [
      section(layout.boxes, index.boxes), section(layout.x, index.x), section(layout.y, index.y),
      section(layout.z, index.z),
      section(layout.latitude, inOrder: columns.position.latitude),
      section(layout.longitude, inOrder: columns.position.longitude),
      section(layout.position, inOrder: position),
      section(layout.featureStart, textStarts),
      section(layout.featureLength, inOrder: columns.featureLength),
      section(layout.venueText, inOrder: columns.text),
      section(layout.idKey, inOrder: columns.idKey),
      section(layout.numbers, numberedIDs), section(layout.crowdRuns, index.crowds), texts,
      attribution,
    ]
  }

  /// A column as it is.
  private func section<Element>(
    _ section: SnapshotLayout.Section<Element>, _ column: Column<Element>
  ) -> PieceWriter.Section {
    let values = UnsafeRawPointer(column.values.baseAddress!)
    return PieceWriter.Section(
      offset: section.offset, bytes: section.count * MemoryLayout<Element>.stride
    ) { range, _ in withExtendedLifetime(column) { values + range.lowerBound } }
  }

  /// A column of the store, its rows put in order.
  private func section<Element>(
    _ section: SnapshotLayout.Section<Element>, inOrder column: Column<Element>
  ) -> PieceWriter.Section {
    let stride = MemoryLayout<Element>.stride
    let (values, order) = (column.values, order)
    return PieceWriter.Section(offset: section.offset, bytes: section.count * stride) {
      range, room in
      let rows = range.lowerBound / stride..<range.upperBound / stride
      let room = room.bindMemory(to: Element.self, capacity: rows.count)
      withExtendedLifetime(column) {
        for row in rows { room[row - rows.lowerBound] = values[Int(order.base[row])] }
      }
      return UnsafeRawPointer(room)
    }
  }

  private var attribution: PieceWriter.Section {
    let text = store.attributionText
    return PieceWriter.Section(offset: layout.attribution.offset, bytes: text?.count ?? 0) {
      range, room in
      if let text { memcpy(room, text.base + range.lowerBound, range.count) }
      return UnsafeRawPointer(room)
    }
  }

  // MARK: Texts

  private static func textStarts(of store: VenueStore, _ order: Column<UInt32>) -> Column<Int> {
    let lengths = store.columns.featureLength
    let starts = GrowingList<Int>(filled: order.count + 1)
    let base = starts.base
    let ranges = Parallel.ranges(of: order.count)
    var totals = [Int](repeating: 0, count: ranges.count)
    totals.withUnsafeMutableBufferPointer { totals in
      let totals = totals.baseAddress!
      let length = lengths.values
      Parallel.run(ranges.count) { part in
        totals[part] = ranges[part].reduce(0) { $0 + Int(length[Int(order.base[$1])]) }
      }
      var end = 0
      for part in ranges.indices {
        end += totals[part]
        totals[part] = end - totals[part]
      }
      base[order.count] = end
      Parallel.run(ranges.count) { part in
        var start = totals[part]
        for row in ranges[part] {
          base[row] = start
          start += Int(length[Int(order.base[row])])
        }
      }
    }
    withExtendedLifetime(lengths) {}
    return starts.column()
  }

  private var texts: PieceWriter.Section {
    PieceWriter.Section(offset: layout.text.offset, bytes: layout.textBytes + PaddedBytes.padding) {
      range, room in
      copyTexts(range, to: room)
      return UnsafeRawPointer(room)
    }
  }

  /// Texts lie far apart, as neighbours on the map do in a file, so the next ones are fetched early.
  private func copyTexts(_ range: Range<Int>, to room: UnsafeMutableRawPointer) {
    let starts = textStarts.base
    var row = firstPlace(in: 0..<store.count) { starts[$0 + 1] > range.lowerBound }
    var place = range.lowerBound
    let end = min(range.upperBound, layout.textBytes)
    while place < end, row < store.count {
      if row + 8 < store.count {
        let ahead = Int(columns.featureStart.base[Int(order.base[row + 8])])
        cvector_prefetch(store.text.base + ahead)
        cvector_prefetch(store.text.base + ahead + 64)
      }
      let text = store.featureBytes(ofRow: Int(order.base[row]))
      let first = place - starts[row]
      let count = min(text.count - first, end - place)
      if count > 0 {
        memcpy(room + (place - range.lowerBound), text.baseAddress! + first, count)
        place += count
      }
      row += 1
    }
    memset(room + (place - range.lowerBound), 0, range.upperBound - place)
  }
}
