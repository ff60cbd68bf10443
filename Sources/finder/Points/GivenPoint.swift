import FinderEngine

/// A point as it was given.
struct GivenPoint {
  let coordinate: Coordinate
  /// `nil` where it was plain degrees, of which there is no more to say.
  var place: PointPlace?

  init(coordinate: Coordinate, place: PointPlace? = nil) {
    self.coordinate = coordinate
    self.place = place
  }

  init(_ point: PointText, _ text: String) {
    coordinate = point.coordinate
    guard point.kind != .degrees else { return }
    let isCode = point.kind == .plusCode
    place = PointPlace(
      text: text, kind: point.kind.rawValue, name: point.name,
      precision: isCode ? "cell" : "square", from: nil,
      what: isCode
        ? "the centre of that plus code"
        : point.side > 0
          ? "the centre of that square of \(Self.length(point.side))"
          : "that position on the National Grid")
  }

  private static func length(_ metres: Double) -> String {
    metres < 1000 ? "\(shown(metres)) m" : "\(shown(metres / 1000)) km"
  }

  /// What was made of it, for people: to a tenth of a metre, as the centre of a square has 14 decimals.
  var note: String? { note("searching from") }

  func note(_ doing: String) -> String? {
    place.map { place in
      let rounded = Coordinate(
        latitude: (coordinate.latitude * 1e6).rounded() / 1e6,
        longitude: (coordinate.longitude * 1e6).rounded() / 1e6)
      return "\(place.name): \(doing) \(place.what), \(shown(rounded))"
    }
  }

  /// The member of a JSON answer that tells it, where there is more than degrees.
  func append(to output: inout ByteBuffer) {
    guard let place else { return }
    output.append(key: "place") { output in
      output.append(key: "text", string: place.text)
      output.append(key: "kind", string: place.kind)
      output.append(key: "name", string: place.name)
      output.append(key: "precision", string: place.precision)
      output.append(key: "from", string: place.from)
    }
  }
}

/// What a text stood for. A class, so that a point in plain degrees, which has none, costs nothing to
/// pass on.
final class PointPlace: Sendable {
  /// As it was typed.
  let text: String
  let kind: String
  let name: String
  let precision: String
  let from: String?
  /// For people: `the mean of 12 venues`.
  let what: String

  /// The text, unless what it stands for is the user's to change: here, or another saved point.
  var lastingText: String? { kind == "here" || kind == "saved" ? nil : text }

  init(
    text: String, kind: String, name: String, precision: String, from: String?, what: String
  ) {
    self.text = text
    self.kind = kind
    self.name = name
    self.precision = precision
    self.from = from
    self.what = what
  }
}
