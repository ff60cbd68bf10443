import CommandLineKit
import FinderEngine

extension Invocation {
  func box() throws -> BoundingBox? { try boxes(Options.box).last }

  /// Of an option by that name that may be repeatable.
  func boxes(_ option: Option) throws -> [BoundingBox] {
    try values(option).map { try box(in: $0) }
  }

  private func box(in text: String) throws -> BoundingBox {
    guard let numbers = numbers(4, in: text) else {
      throw error(
        Options.box,
        "\(UsageError.show(text)) is not WEST,SOUTH,EAST,NORTH: 4 numbers separated by commas")
    }
    let box = BoundingBox(
      south: numbers[1], west: numbers[0], north: numbers[3], east: numbers[2])
    for latitude in [box.south, box.north] where !Coordinate.latitudeRange.contains(latitude) {
      throw error(Options.box, "latitude \(shown(latitude)) is out of range (-90…90)")
    }
    for longitude in [box.west, box.east] where !Coordinate.longitudeRange.contains(longitude) {
      throw error(Options.box, "longitude \(shown(longitude)) is out of range (-180…180)")
    }
    guard box.south <= box.north else {
      throw error(
        Options.box,
        "south \(shown(box.south)) is north of north \(shown(box.north)); the order is WEST,SOUTH,EAST,NORTH"
      )
    }
    return box
  }

  /// `--span low|middle|high|LATΔ,LONΔ`
  func span() throws -> CameraSpan? {
    guard let text = self[Options.span] else { return nil }
    if let named = CameraSpan(named: text) { return named }
    guard let values = numbers(2, in: text) else {
      throw error(
        Options.span,
        "\(UsageError.show(text)) is not low, middle, high, or two numbers like 0.025,0.025")
    }
    guard values[0] > 0, values[0] <= 180, values[1] > 0, values[1] <= 360 else {
      throw error(
        Options.span, "\(text) is out of range: height above 0 to 180 degrees, width to 360")
    }
    return CameraSpan(latitude: values[0], longitude: values[1])
  }
}
