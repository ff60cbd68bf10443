/// The latitudes of cells' edges that were worked out already, since cells share them: the projection
/// backwards takes 80 ns, and a group has two of them.
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
