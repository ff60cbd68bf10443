import FinderEngine

struct ClusterRows {
  private let store: VenueStore
  private let groups: [Cluster]
  private let ids: UniqueIDs?

  private static let layout = TableLayout(
    headers: ["COUNT", "POSITION", "SPLITS", "NEAREST TO IT", "ID"], numberColumns: [0, 2],
    cutColumns: [3], narrowestCut: 12, dispensableColumns: [2, 1], styledColumn: 3)

  init(_ query: Query, _ size: ClusterSize, in store: VenueStore) {
    var search = ClusterSearch(store)
    self.store = store
    groups = search.search(query, size)
    ids = search.ids
  }

  func answer(_ format: ResultFormat, _ style: TableStyle, hasHeader: Bool = true) -> Answer {
    var bytes = ByteBuffer(capacity: 4096 + 256 * groups.count)
    switch format {
    case .table: append(tableTo: &bytes, style)
    case .json:
      let writer = ClusterWriter(store, ids: ids)
      bytes.appendArray(groups.count, indent: "\n ") { writer.append(jsonOf: groups[$1], to: &$0) }
      bytes.append("\n")
    default:
      bytes.append(groups, by: ClusterWriter(store, ids: ids), as: format, hasHeader: hasHeader)
    }
    return Answer(found: groups.count, bytes: bytes)
  }

  private func append(tableTo output: inout ByteBuffer, _ style: TableStyle) {
    guard !groups.isEmpty else { return }
    var cells = Self.layout.cells(rows: groups.count)
    for group in groups {
      cells.add(column: 0) { $0.append(integer: group.count) }
      cells.add(column: 1) { output in
        output.append(number: group.center.latitude)
        output.append(",")
        output.append(number: group.center.longitude)
      }
      cells.add(column: 2) { output in
        if let zoom = group.splitsAtZoom { output.append(integer: zoom) }
      }
      cells.add(nameOf: Venue(row: group.face, of: store), column: 3)
      cells.add(group.cell.id, column: 4)
    }
    Self.layout.print(cells, style, to: &output)
  }
}

extension ClusterWriter: ResultWriter {}
