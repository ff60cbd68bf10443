import CVector

/// Everything near enough to several points at once: within a radius of each, or with a sum of ways up to a
/// limit.
///
/// A box of the tree is compared with each of the points. The largest of its minimum distances bounds the
/// longest way to a venue in it, and their sum bounds the sum of the ways (Papadias and others, 'Group
/// Nearest Neighbor Queries', 2004).
struct MeetingRegion: SearchRegion {
  let meeting: Meeting
  private let places: [FloatPlace]
  private let weights: [Float]
  private let positions: DegreeColumns
  private let index: SpatialIndex?
  private let limit: Meeting.Limit
  /// Up to this square, a chord certainly does not exceed the longest way allowed.
  private let surelyWithin: Double
  private let geodesics: GeodesicCount?

  /// The geodesics that it computes are added to `geodesics`.
  init(
    _ meeting: Meeting, of positions: DegreeColumns, index: SpatialIndex?,
    geodesics: GeodesicCount? = nil
  ) {
    self.geodesics = geodesics
    self.meeting = meeting
    places = meeting.places.map { FloatPlace($0) }
    weights = meeting.weights.map { Float($0) }
    (self.positions, self.index) = (positions, index)
    limit = meeting.limit(.infinity)
    let within = ChordBounds.chordWithin(meeting.longestWay)
    surelyWithin = within < 0 ? -1 : within * within
  }

  /// Whether it is smaller than the whole earth.
  var isBounded: Bool { meeting.longestWay < .infinity || meeting.largestSum < .infinity }

  // MARK: Boxes

  /// For each of four boxes, the minimum of the order's figure in it, in the form that `Waiting` uses: the
  /// square of a chord, or a sum of chords. Infinite if a way is too long.
  @inline(__always) func leastFigures(in quad: BoxQuad) -> BoxQuad.Lanes {
    var longest = BoxQuad.Lanes(repeating: 0)
    guard meeting.order == .sum else {
      for place in places {
        longest = cvector_larger4(longest, quad.squaredDistances(from: place))
      }
      return longest
    }
    var sum = BoxQuad.Lanes(repeating: 0)
    for number in places.indices {
      let squares = quad.squaredDistances(from: places[number])
      longest = cvector_larger4(longest, squares)
      sum += weights[number] * cvector_root4(squares)
    }
    guard limit.squaredChord < .infinity else { return sum }
    let isTooFar = longest .> FloatPlace.atLeast(limit.squaredChord)
    for lane in 0..<4 where isTooFar[lane] { sum[lane] = .infinity }
    return sum
  }

  /// Above the minimum of every box that may hold a place within `limit`.
  func bound(_ limit: Meeting.Limit) -> UInt64 {
    Waiting.bound(meeting.order == .sum ? limit.sum * Self.margin : limit.squaredChord)
  }

  /// Each of up to fifty-odd additions in Float may add six parts in a hundred million.
  private static let margin = 1.00001

  func relation(to quad: BoxQuad) -> QuadRelation {
    var isOutside = BoxQuad.Mask(repeating: false)
    var isInside = BoxQuad.Mask(repeating: meeting.largestSum == .infinity)
    for place in places {
      isOutside .|= quad.squaredDistances(from: place) .> FloatPlace.atLeast(limit.squaredChord)
      isInside .&= quad.squaredDistancesToFarthestCorner(from: place)
        .<= FloatPlace.atMost(surelyWithin)
    }
    if meeting.largestSum < .infinity {
      let most = FloatPlace.atLeast(limit.sum * Self.margin)
      isOutside .|= leastFigures(in: quad) .> most
    }
    return QuadRelation(outside: isOutside, inside: isInside .& .!isOutside)
  }

  // MARK: Rows

  func contains(rowsFrom row: Int, before end: Int) -> RowMask {
    index?.verify(row..<min(row + 4, end))
    return mask(rowsFrom: row, before: end) { contains(row: $0) }
  }

  func contains(row: Int) -> Bool {
    let place = index?.place(ofRow: row) ?? Cartesian(positions.coordinate(ofRow: row))
    guard let bounds = meeting.bounds(of: place, within: limit) else { return false }
    if isSure(bounds) { return true }
    geodesics?.count += meeting.points.count
    return meeting.accepts(meeting.figures(to: positions.coordinate(ofRow: row)))
  }

  /// Whether a place with these bounds is inside without being measured.
  func isSure(_ bounds: Meeting.Bounds) -> Bool {
    bounds.longestSquaredChord <= surelyWithin
      && (meeting.largestSum == .infinity || bounds.high <= meeting.largestSum)
  }

  /// The window around the point with the tightest limit on its way.
  var window: DegreeWindow {
    var (number, least) = (0, Double.infinity)
    for place in meeting.points.indices {
      let most = min(meeting.longestWay, meeting.largestSum / meeting.weights[place])
      if most < least { (number, least) = (place, most) }
    }
    let chord = max(0, ChordBounds.chordReaching(least))
    return DegreeWindow(around: meeting.points[number], chord: chord)
  }
}
