#if DEBUG
  extension SpatialIndex {
    /// What is wrong with the tree, or nothing. Tests call this after every build.
    func brokenInvariant() -> String? {
      var next = 0
      for leaf in 0..<leafCount {
        let node = leafCount + leaf
        let rows = rows(under: node, level: depth)
        if rows.lowerBound != next { return "leaf \(leaf) begins at \(rows), not at \(next)" }
        if rows.count > Self.leafCapacity { return "leaf \(leaf) holds \(rows.count) rows" }
        next = rows.upperBound
        for row in rows {
          if let outside = ancestor(of: node, without: row) {
            return "row \(row) lies outside the box of node \(outside)"
          }
        }
      }
      return next == count ? nil : "the leaves hold \(next) of \(count) rows"
    }

    private func ancestor(of leaf: Int, without row: Int) -> Int? {
      let place = SIMD4(x[row], y[row], z[row], 0)
      var node = leaf
      while node > 0 {
        if boxes[node].squaredDistance(from: place) > 0 { return node }
        node /= 2
      }
      return nil
    }
  }
#endif
