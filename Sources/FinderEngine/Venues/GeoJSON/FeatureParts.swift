/// Long arrays of features are read in parts, on several threads at once.
///
/// The beginning of each part is a guess: a comma, followed by text like the beginning of the first feature.
/// It may be inside a feature. But the reader needs to know nothing of what comes before an array's element.
/// So a guess is right if the part before it, which must have begun correctly, ends at an element there. If a
/// part does not, or has a fault, reading continues from it in order. So the result, including what is
/// refused and why, is the same as without parts.
struct FeatureParts<Sink: FeatureSink & ~Copyable>: ~Copyable {
  private let starts: [Int]
  private let cursor: JSONCursor
  private let sinks: UnsafeMutablePointer<Sink>
  private let ends: UnsafeMutablePointer<PartEnd>

  /// Where the reading of a part ended.
  private enum PartEnd: BitwiseCopyable {
    case fault
    /// At the next element.
    case element(Int)
    /// At a place with no further element after it.
    case other(Int)
  }

  /// `nil` if the text is too short, or the sink cannot take parts. The cursor is on a feature.
  static func divide(
    _ cursor: JSONCursor, for sink: borrowing Sink, atLeast least: Int
  ) -> FeatureParts? {
    let starts = PartStarts.find(from: cursor, atLeast: least)
    guard starts.count > 1, sink.canTakeParts else { return nil }
    return FeatureParts(starts, cursor, sink)
  }

  private init(_ starts: [Int], _ cursor: JSONCursor, _ sink: borrowing Sink) {
    sinks = .allocate(capacity: starts.count)
    for part in starts.indices {
      let end = part + 1 < starts.count ? starts[part + 1] : cursor.end
      (sinks + part).initialize(to: sink.emptyPart(ofBytes: end - starts[part]))
    }
    self.starts = starts
    self.cursor = cursor
    ends = .allocate(capacity: starts.count)
  }

  deinit {
    sinks.deinitialize(count: starts.count)
    sinks.deallocate()
    ends.deallocate()
  }

  /// Returns true if the cursor is after an element, and false if it is on one still to be read.
  func read(_ cursor: inout JSONCursor, into sink: inout Sink, takesQuickWay: Bool) -> Bool {
    Parallel.run(starts.count) { ends[$0] = read(part: $0, takesQuickWay) }
    var good = 0
    var isBehind = false
    parts: for part in starts.indices {
      guard starts[part] == cursor.position else { break }
      switch ends[part] {
      case .fault: break parts
      case .element(let next): cursor.position = next
      case .other(let end):
        cursor.position = end
        isBehind = true
      }
      good += 1
      if isBehind { break }
    }
    sink.takeParts(UnsafeMutableBufferPointer(start: sinks, count: good))
    return isBehind
  }

  private func read(part: Int, _ takesQuickWay: Bool) -> PartEnd {
    // Moved to the stack, so its counters do not share a cache line with another thread's.
    var sink = (sinks + part).move()
    let end = read(part: part, into: &sink, takesQuickWay)
    (sinks + part).initialize(to: sink)
    return end
  }

  private func read(part: Int, into sink: inout Sink, _ takesQuickWay: Bool) -> PartEnd {
    var features = FeatureWalk(takesQuickWay: takesQuickWay)
    var cursor = cursor
    cursor.position = starts[part]
    let limit = part + 1 < starts.count ? starts[part + 1] : Int.max
    while true {
      do throws(ParseError) {
        try features.readNext(&cursor, into: &sink)
      } catch {
        return .fault
      }
      let end = cursor.position
      cursor.skipWhitespace()
      guard cursor.skip(",") else { return .other(end) }
      cursor.skipWhitespace()
      if cursor.position >= limit { return .element(cursor.position) }
    }
  }
}

/// Guesses the starts of parts.
private enum PartStarts {
  private static let leastParts = 4
  private static let farthest = 1 << 20

  static func find(from cursor: JSONCursor, atLeast least: Int) -> [Int] {
    let start = cursor.position
    let bytes = cursor.end - start
    guard bytes / least >= leastParts, Parallel.processors > 1 else { return [start] }
    let count = min(bytes / least, max(leastParts, Parallel.processors * 4))
    let beginning = beginning(at: start, cursor)
    var starts = [start]
    for part in 1..<count {
      if let place = element(like: beginning, from: start + bytes / count * part, cursor),
        place > starts[starts.count - 1]
      {
        starts.append(place)
      }
    }
    return starts
  }

  /// The feature up to its first colon, and the following value if that is its type.
  private static func beginning(at start: Int, _ cursor: JSONCursor) -> Range<Int> {
    var end = start
    while end < min(start + 64, cursor.end), cursor.base[end] != UInt8(ascii: ":") { end += 1 }
    end += 1
    let type: StaticString = "\"Feature\""
    for blanks in 0...1
    where memcmp(cursor.base + end + blanks, type.utf8Start, type.utf8CodeUnitCount) == 0 {
      return start..<end + blanks + type.utf8CodeUnitCount
    }
    return start..<end
  }

  private static func element(
    like beginning: Range<Int>, from place: Int, _ cursor: JSONCursor
  ) -> Int? {
    var comma = place
    let end = min(place + farthest, cursor.end - beginning.count)
    while comma < end {
      guard let found = memchr(cursor.base + comma, CInt(UInt8(ascii: ",")), end - comma) else {
        return nil
      }
      comma = UnsafeRawPointer(found) - UnsafeRawPointer(cursor.base) + 1
      var ahead = cursor
      ahead.position = comma
      ahead.skipWhitespace()
      let isAlike =
        ahead.position < end
        && memcmp(
          cursor.base + ahead.position, cursor.base + beginning.lowerBound, beginning.count) == 0
      if isAlike { return ahead.position }
    }
    return nil
  }
}
