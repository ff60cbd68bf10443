#if DEBUG
  extension SpatialIndex {
    /// What is wrong with the tree; `nil` if nothing is. Tests call this after every build.
    func brokenInvariant() -> String? {
      var next = 0
      for leaf in 0..<leafCount {
        let rows = rows(ofLeaf: leaf)
        if rows.lowerBound != next { return "leaf \(leaf) begins at \(rows), not at \(next)" }
        if rows.count > Self.leafCapacity { return "leaf \(leaf) holds \(rows.count) rows" }
        next = rows.upperBound
        for row in rows {
          if let outside = ancestor(of: boxes.count + leaf, without: row) {
            return "row \(row) lies outside the box of node \(outside)"
          }
        }
      }
      return next == count ? nil : "the leaves hold \(next) of \(count) rows"
    }

    private func ancestor(of leaf: Int, without row: Int) -> Int? {
      let place = place(ofRow: row)
      var node = leaf
      while node >= rootCount {
        let (parent, lane) = (node - rootCount).quotientAndRemainder(dividingBy: 4)
        if !boxes[parent][lane].contains(place) { return node }
        node = parent
      }
      return nil
    }
  }
#endif
