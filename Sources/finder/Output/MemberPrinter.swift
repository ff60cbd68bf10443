import CommandLineKit
import FinderEngine

/// The venues of one group as `near` prints them, from the group's mean.
struct MemberPrinter {
  private let cell: ClusterCell
  private let invocation: Invocation
  private let output: Output
  private let source: DatasetSource
  private let open: OpenHours?

  init(
    _ cell: ClusterCell, _ invocation: Invocation, _ output: Output, _ source: DatasetSource,
    _ open: OpenHours?
  ) {
    (self.cell, self.invocation, self.output, self.source) = (cell, invocation, output, source)
    self.open = open
  }

  func answer(in store: VenueStore, _ query: Query) throws -> Answer {
    var members = query
    var search = ClusterSearch(store)
    let rows = search.members(of: cell, query)
    // Of a snapshot that is damaged the answer is worked out again.
    let isWhole = !store.isDamaged && !store.isCut
    if rows.isEmpty, isWhole, search.members(of: cell, Query(from: query.point)).isEmpty {
      throw Failure(
        .nothingFound, "no venue of the dataset is in group \(cell.id)",
        hint:
          "  'finder clusters --zoom \(cell.size.zoom) --pixels \(cell.size.pixels)' lists the groups"
      )
    }
    members.rows = rows
    members.point = search.search(members, cell.size).first?.center ?? cell.box.center
    guard let ruling = CameraRuling(members.point, outside: .allow) else {
      preconditionFailure("a point that is allowed is not refused")
    }
    let printer = try ResultPrinter(
      members, nil, invocation, output: output, source: source, ruling: ruling, given: nil,
      area: { $0.append(key: "members", string: invocation[Clusters.members]) })
    printer.open = open
    return try printer.answer(in: store)
  }
}
