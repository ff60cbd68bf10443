import FinderEngine

/// The pixels of a straight line, within a canvas.
enum LineWalk {
  /// From one end to the other, each pixel once; nothing where no part of it is on the canvas.
  static func forEachPixel(
    from start: MapPlace, to end: MapPlace, width: Int, height: Int, _ body: (Int, Int) -> Void
  ) {
    guard let (start, end) = clipped(start, end, Double(width), Double(height)) else { return }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let steps = Int(max(abs(dx), abs(dy)).rounded(.up))
    for step in 0...steps {
      let share = steps == 0 ? 0 : Double(step) / Double(steps)
      let (x, y) = (Int(start.x + dx * share), Int(start.y + dy * share))
      if x >= 0, y >= 0, x < width, y < height { body(x, y) }
    }
  }

  /// The part inside, after Liang and Barsky.
  static func clipped(
    _ start: MapPlace, _ end: MapPlace, _ width: Double, _ height: Double
  ) -> (MapPlace, MapPlace)? {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    guard dx.isFinite, dy.isFinite else { return nil }
    var (first, last) = (0.0, 1.0)
    for (step, room) in [
      (-dx, start.x), (dx, width - start.x), (-dy, start.y), (dy, height - start.y),
    ] {
      if step == 0 {
        if room < 0 { return nil }
        continue
      }
      let share = room / step
      if step < 0 { first = max(first, share) } else { last = min(last, share) }
    }
    guard first <= last else { return nil }
    return (
      MapPlace(x: start.x + dx * first, y: start.y + dy * first),
      MapPlace(x: start.x + dx * last, y: start.y + dy * last)
    )
  }
}
