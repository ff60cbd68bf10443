/// Writes groups in machine-readable formats. Edges are rounded to 7 decimals.
///
/// A class, like `VenueWriter`.
package final class ClusterWriter {
  private let venues: VenueWriter
  private var latitudes = EdgeLatitudes()

  /// `ids` are those of the whole dataset, if they are already known.
  package init(_ store: VenueStore, ids: UniqueIDs? = nil) {
    venues = VenueWriter(store, ids: ids ?? UniqueIDs(store))
  }

  /// West, south, east and north.
  private func edges(of group: Cluster) -> SIMD4<Double> {
    let box = latitudes.box(of: group.cell)
    let degrees = SIMD4(box.west, box.south, box.east, box.north)
    // Adding 1.5 * 2^52 rounds, since the sum has no bits for fractions.
    return ((degrees * 1e7 + 0x1.8p52) - 0x1.8p52) / 1e7
  }

  /// One object, without a line break.
  package func append(jsonOf group: Cluster, to output: inout ByteBuffer) {
    output.appendObject { output in
      append(idOf: group, to: &output)
      output.append(key: "count", integer: group.count)
      output.append(placeOf: group.center)
      append(restOf: group, to: &output)
    }
  }

  /// A point at the centre. The bounding box of a point would be the point, so the cell's is a property.
  package func append(featureOf group: Cluster, to output: inout ByteBuffer) {
    output.append("{\"type\":\"Feature\"")
    append(idOf: group, to: &output)
    output.append(key: "properties") { output in
      output.append(key: "count", integer: group.count)
      append(restOf: group, to: &output)
    }
    output.append(",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
    output.append(number: group.center.longitude)
    output.append(",")
    output.append(number: group.center.latitude)
    output.append("]}}")
  }

  private func append(idOf group: Cluster, to output: inout ByteBuffer) {
    output.append(key: "id")
    output.append("\"")
    group.cell.append(idTo: &output)
    output.append("\"")
  }

  private func append(restOf group: Cluster, to output: inout ByteBuffer) {
    let edges = edges(of: group)
    output.append(key: "bbox", elements: 4) { $0.append(number: edges[$1]) }
    output.append(key: "splits_at_zoom", integer: group.splitsAtZoom)
    output.append(key: "venue") { output in
      let venue = venues.store.venue(ofRow: group.face)
      venues.append(idMemberOf: venue, to: &output)
      output.append(key: "name")
      venue.withName { output.append(jsonText: $0) }
    }
  }

  package var columns: [String] {
    [
      "id", "count", "lat", "lon", "west", "south", "east", "north", "splits_at_zoom", "venue_id",
      "venue_name",
    ]
  }

  package func append(
    cellsOf group: Cluster, _ style: DelimitedStyle, to output: inout ByteBuffer
  ) {
    group.cell.append(idTo: &output)
    output.append(style.separator)
    output.append(integer: group.count)
    output.append(style.separator)
    output.append(number: group.center.latitude)
    output.append(style.separator)
    output.append(number: group.center.longitude)
    let edges = edges(of: group)
    for side in 0..<4 {
      output.append(style.separator)
      output.append(number: edges[side])
    }
    output.append(style.separator)
    if let zoom = group.splitsAtZoom { output.append(integer: zoom) }
    let venue = venues.store.venue(ofRow: group.face)
    output.append(style.separator)
    venues.withText(.id, of: venue) { output.append(cell: $0, style) }
    output.append(style.separator)
    venue.withName { output.append(cell: $0, style) }
  }
}

/// A cache of the latitudes of cells' edges, which cells share: the inverse projection takes 80 ns, and each
/// group has two such edges.
struct EdgeLatitudes {
  private static let places = 1 << 10

  private var edges = [Int](repeating: -1, count: places)
  private var latitudes = [Double](repeating: 0, count: places)

  mutating func box(of cell: ClusterCell) -> BoundingBox {
    let shift = cell.size.shift
    return cell.box { edge in
      let place = edge >> shift & (Self.places - 1)
      if edges[place] != edge {
        edges[place] = edge
        latitudes[place] = MercatorSquare.latitude(ofEdge: edge)
      }
      return latitudes[place]
    }
  }
}
