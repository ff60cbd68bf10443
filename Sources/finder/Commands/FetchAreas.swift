import CommandLineKit
import FinderEngine

// The areas that `data fetch` is given, within the bounds that are kept to before anything is sent.

extension Invocation {
  func fetchAreas(_ words: ArraySlice<Word>) throws -> [FetchArea] {
    let boxes = try boxes(FetchOptions.box)
    for box in boxes where box.south >= box.north || box.longitudeWidth == 0 {
      throw error(FetchOptions.box, "has no area")
    }
    let radius = try distance(FetchOptions.radius)
    let data = SearchData(self)
    guard let radius else {
      guard try fetchPoints(words, data).isEmpty else {
        throw error("expected --radius D with a point")
      }
      return boxes.map { .box($0) }
    }
    guard radius > 0 else { throw error(FetchOptions.radius, "must be above 0") }
    try refuseTooLarge(radius)
    var points = try fetchPoints(words, data)
    if points.isEmpty {
      guard boxes.isEmpty, !has(FetchOptions.authority) else {
        throw error(FetchOptions.radius, "has no effect without a point")
      }
      points = [try PointRequest(self, []).givenOrHere(data)]
    }
    for point in points {
      if let note = point.note("fetching around") { diagnostics.note(note) }
    }
    return points.map { .circle($0.coordinate, radius: radius) } + boxes.map { .box($0) }
  }

  private func fetchPoints(_ words: ArraySlice<Word>, _ data: SearchData) throws -> [GivenPoint] {
    let texts = values(FetchOptions.at)
    guard texts.count > 1 else {
      return try PointRequest(self, words).given(data).map { [$0] } ?? []
    }
    guard words.isEmpty, !has(Options.latitude), !has(Options.longitude) else {
      throw error("give points as POINT, or with --at, or with --lat and --lon")
    }
    return try texts.compactMap { try PointRequest(self, at: $0).given(data) }
  }

  // MARK: Bounds

  private func refuseTooLarge(_ radius: Double) throws {
    let most = FetchArea.radius(ofSquareKilometres: FetchArea.mostInAll)
    guard radius > most else { return }
    throw error(
      FetchOptions.radius,
      "\(self[FetchOptions.radius] ?? "") is more than one fetch may ask for: at most "
        + "\(Int(most / 1000)) km")
  }

  func tooLarge(_ request: FetchRequest) -> UsageError {
    let most = Int(FetchArea.mostInAll)
    for case .box(let box) in request.areas where box.west > box.east {
      let west = shown(box.west)
      return error(
        FetchOptions.box,
        "goes east from \(west) round the globe to \(shown(box.east)); the order is "
          + "WEST,SOUTH,EAST,NORTH")
    }
    let asked = Int(min(request.squareKilometres.rounded(.up), 1e9))
    return error(
      "\(asked) square kilometres are more than one fetch may ask for: at most \(most), as a box of "
        + "\(Int(FetchArea.mostInAll.squareRoot())) km a side")
  }
}
