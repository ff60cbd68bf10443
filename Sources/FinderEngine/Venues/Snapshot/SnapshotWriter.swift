import CVector

/// Writes a store as a snapshot, with its rows and their texts in the index's order. Rows are read one by one
/// from the store, so only the index and the new places of texts need more memory.
struct SnapshotWriter {
  private let store: VenueStore
  private let columns: VenueColumns
  private let index: SpatialIndex
  /// For each row of the snapshot, the row of the store.
  private let order: Column<UInt32>
  /// For each row of the snapshot, where its text begins; at the end, where the last one ends.
  private let textStarts: Column<Int>
  private let layout: SnapshotLayout
  private let identity: DatasetIdentity
  private let numberedIDs: Column<NumberedID>

  init(_ store: VenueStore, _ identity: DatasetIdentity) {
    self.store = store
    self.identity = identity
    columns = store.columns
    // Before the index, since finding equal ids also takes much memory for a while.
    numberedIDs = UniqueIDs(store).numbered
    (index, order) = Self.arrangement(of: store)
    textStarts = Self.textStarts(of: store, order)
    layout = Self.layout(store, numberedIDs: numberedIDs.count, crowds: index.crowds.count)
  }

  private static func arrangement(of store: VenueStore) -> (SpatialIndex, Column<UInt32>) {
    let (index, order) = store.arranged()
    return (index, Column(count: order.count) { order[$0] })
  }

  private static func layout(_ store: VenueStore, numberedIDs: Int, crowds: Int) -> SnapshotLayout {
    SnapshotLayout(
      venues: store.count, numberedIDs: numberedIDs, crowds: crowds,
      textBytes: store.columns.featureLength.values.reduce(0) { $0 + Int($1) },
      attributionBytes: store.attributionText?.count ?? 0)
  }

  /// The least size of its file, as far as that is known before the rows are arranged.
  static func leastBytes(for store: VenueStore, _ identity: DatasetIdentity) -> Int {
    let columns = layout(store, numberedIDs: 0, crowds: 0).columns
    return SectionHeader(
      kind: SnapshotLayout.kind, identity: identity.words, notes: store.tally.words,
      columns: columns)?.blocks.fileBytes ?? .max
  }

  /// `nil` if there is too much for a file.
  var fileBytes: Int? { sections.fileBytes }

  /// Returns false, with the reason in `errno`, if writing failed.
  func write(to descriptor: CInt) -> Bool { sections.write(to: descriptor) }

  private var sections: SectionWriter {
    var writer = SectionWriter(
      SnapshotLayout.kind, identity: identity.words, notes: store.tally.words)
    // In the order of `SnapshotLayout.Part`.
    writer.add(index.boxes, index.x, index.y, index.z)
    add(columns.position.latitude, to: &writer)
    add(columns.position.longitude, to: &writer)
    add(store.positions ?? Column(count: store.count) { UInt32($0) }, to: &writer)
    // Without the end of the last text.
    writer.add(Column(base: textStarts.base, count: store.count, owner: textStarts.owner))
    add(columns.featureLength, to: &writer)
    add(columns.text, to: &writer)
    add(columns.idKey, to: &writer)
    writer.add(numberedIDs, index.crowds)
    writer.add(SectionHeader.Column(rows: layout.textBytes + PaddedBytes.padding, stride: 1)) {
      copyTexts($0, to: $1)
      return UnsafeRawPointer($1)
    }
    let attribution = store.attributionText
    writer.add(SectionHeader.Column(rows: layout.attributionBytes, stride: 1)) { range, room in
      if let attribution { memcpy(room, attribution.base + range.lowerBound, range.count) }
      return UnsafeRawPointer(room)
    }
    return writer
  }

  /// A column of the store, with its rows in the snapshot's order.
  private func add<Element>(_ column: Column<Element>, to writer: inout SectionWriter) {
    let stride = MemoryLayout<Element>.stride
    let (values, order) = (column.values, order)
    writer.add(SectionHeader.Column(rows: store.count, stride: stride)) { range, room in
      let rows = range.lowerBound / stride..<range.upperBound / stride
      let room = room.bindMemory(to: Element.self, capacity: rows.count)
      withExtendedLifetime(column) {
        for row in rows { room[row - rows.lowerBound] = values[Int(order.base[row])] }
      }
      return UnsafeRawPointer(room)
    }
  }

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

  /// Texts are far apart in memory, as neighbours on the map are in a dataset, so the next ones are
  /// prefetched.
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
