import CommandLineKit
import FinderEngine

/// The question put to `meet`: the points, what counts as best for them, and every search option. Opens no
/// file.
///
///     let request = try MeetingRequest(invocation)
///     let question = try MeetingQuestion(request, data)    // looks the points up
final class MeetingRequest: Sendable {
  let search: SearchRequest
  let points: PointList
  let order: Meeting.Order
  /// One for each point; `nil` if none was given.
  let weights: [Double]?

  static let pointCounts = 2...50
  private static let usualLimit = 10
  private static let weightRange = 1...1_000_000

  static let by = Option(
    "by", value: "WHAT", choices: [Meeting.Order.longest.rawValue, Meeting.Order.sum.rawValue],
    summary:
      "what to keep as short as possible: the longest journey (max) or all travelling (sum)",
    group: "Search", isEveryday: true, defaultText: Meeting.Order.longest.rawValue,
    otherWords: "fair=max fairest=max minimax=max mean=sum average=sum")
  static let weight = Option(
    "weight", value: "N",
    summary: "how many people come from a point, once for each in order; only the sum counts them",
    group: "Search", isRepeatable: true, otherWords: "weights people persons")

  init(_ invocation: Invocation) throws {
    points = try PointList(invocation, Self.pointCounts)
    search = try SearchRequest(
      invocation, limit: try invocation.usualLimit(Self.usualLimit), [])
    order = invocation[Self.by].flatMap(Meeting.Order.init(rawValue:)) ?? .longest
    weights = try Self.weights(invocation, points)
    try search.refuseFields(
      ofOnePoint: "meet has worst_m, total_m, spread_m, legs, and leg_1_m and leg_1_deg for each "
        + "of its points")
  }

  private static func weights(_ invocation: Invocation, _ points: PointList) throws -> [Double]? {
    // `--weight 5,1` is `--weight 5 --weight 1`.
    let texts = invocation.values(weight).flatMap {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    guard !texts.isEmpty else { return nil }
    let weights = try texts.map { text in
      guard let number = Int(text), weightRange.contains(number) else {
        throw invocation.error(
          weight,
          "\(UsageError.show(text)) must be a whole number from \(weightRange.lowerBound) to "
            + "\(grouped(weightRange.upperBound))")
      }
      return Double(number)
    }
    guard weights.count == points.count else {
      throw miscounted(texts, points, invocation)
    }
    return weights
  }

  private static func miscounted(
    _ texts: [String], _ points: PointList, _ invocation: Invocation
  ) -> UsageError {
    // The same line, with 1 for each missing weight.
    let missing = Array(repeating: "1", count: max(0, points.count - texts.count))
    let right = (texts.prefix(points.count) + missing).flatMap { [weight.flag, $0] }
    let words = invocation.words { option, _ in option.name == weight.name ? [] : nil }
    let given = texts.count == 1 ? "once" : "\(texts.count) times"
    return invocation.error(
      "\(weight.flag) was given \(given) for \(points.count) points: it is needed once for each, in "
        + "their order"
    ).correcting(words + right)
  }
}

/// The points of a meeting, looked up, and the question about them.
final class MeetingQuestion: Sendable {
  let request: MeetingRequest
  let places: [PointList.Place]
  let meeting: Meeting

  init(_ request: MeetingRequest, _ data: SearchData) throws {
    let places = try request.points.ruled(data)
    (self.request, self.places) = (request, places)
    meeting = Meeting(
      from: places.map(\.point), weights: request.weights, by: request.order,
      radius: request.search.radius?.metres)
  }

  /// Where to search. If a single point is needed, it is the first.
  var place: SearchRequest.Place {
    let radius = meeting.radius
    return SearchRequest.Place(
      area: .together(meeting), ruling: .allowing(places[0].point)
    ) { $0.append(key: "radius_m", number: radius) }
  }

  /// Members of a document's `query`.
  func append(to output: inout ByteBuffer) {
    output.append(key: "points", elements: places.count) { output, number in
      output.appendObject { output in
        let place = places[number]
        output.append(placeOf: place.point)
        if let weights = request.weights {
          output.append(key: "weight", integer: Int(weights[number]))
        }
        place.given.append(to: &output)
      }
    }
    output.append(key: "by", string: meeting.order.rawValue)
  }

  // MARK: In words

  /// What tables call a point: a letter if each point has its own columns, else a number.
  func label(_ number: Int) -> String {
    guard places.count <= MeetingTable.mostColumns else { return String(number + 1) }
    return String(UnicodeScalar(UInt8(ascii: "A") + UInt8(number)))
  }

  func name(_ number: Int) -> String {
    UsageError.escape(places[number].given.place?.name ?? places[number].text)
  }

  /// Notes for people, in addition to those of every search.
  func notes(_ hits: [MeetingHit], _ units: ReadableFigures.Units) -> [String] {
    var notes: [String] = []
    if let outlier = meeting.outlier { notes.append(note(outlier, units)) }
    let ties = hits.prefix { $0.figures == hits[0].figures }.count
    if ties > 1 {
      notes.append(
        "the first \(ties) are equally good for all; they are in the order of their names")
    }
    if request.weights != nil, meeting.order == .longest {
      notes.append(
        "\(MeetingRequest.weight.flag) counts only in the sum, which \(MeetingRequest.by.flag) sum "
          + "minimises")
    }
    if hits.isEmpty, let note = noteOfRadius(units) { notes.append(note) }
    return notes
  }

  private func note(_ outlier: Meeting.Outlier, _ units: ReadableFigures.Units) -> String {
    let others =
      outlier.extent > 0
      ? "are at most \(readable(outlier.extent, units)) apart" : "are all in one place"
    let far =
      "\(name(outlier.number)) is far from the others: \(readable(outlier.distance, units)) from the "
      + "nearest of them, which \(others)"
    return meeting.order == .longest
      ? "\(far); it alone decides the answer; \(MeetingRequest.by.flag) sum minimises the total instead"
      : far
  }

  /// Explains that no place on earth is that near to all points.
  private func noteOfRadius(_ units: ReadableFigures.Units) -> String? {
    guard let radius = meeting.radius, let (first, second, distance) = farthest,
      distance > 2 * radius
    else { return nil }
    return
      "no place is within \(readable(radius, units)) of both \(name(first)) and \(name(second)): "
      + "they are \(readable(distance, units)) apart"
  }

  private var farthest: (first: Int, second: Int, distance: Double)? {
    var most: (first: Int, second: Int, distance: Double)?
    for first in places.indices {
      for second in places.indices where second > first {
        let distance = Geodesic.distance(from: places[first].point, to: places[second].point)
        if distance > most?.distance ?? -1 { most = (first, second, distance) }
      }
    }
    return most
  }
}
