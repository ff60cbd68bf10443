import FinderEngine

struct GivenPoint {
  let coordinate: Coordinate
  /// `nil` for plain degrees, which need no explanation.
  var place: PointPlace?
}

extension GivenPoint {
  init(_ point: PointText, _ text: String) {
    coordinate = point.coordinate
    guard point.kind != .degrees else { return }
    let isCode = point.kind == .plusCode
    place = PointPlace(
      text: text, kind: isCode ? .plusCode : .gridReference, name: point.name,
      precision: isCode ? .cell : .square, from: nil,
      what: isCode
        ? "the centre of that plus code"
        : point.side > 0
          ? "the centre of that square of \(shown(metres: point.side))"
          : "that position on the National Grid")
  }

  /// What the point was taken to be, for people.
  var note: String? { note("searching from") }

  func note(_ doing: String) -> String? {
    place.map { "\($0.name): \(doing) \($0.what), \(shownShort(coordinate))" }
  }

  /// Its member in a JSON answer, unless it was plain degrees.
  func append(to output: inout ByteBuffer) {
    guard let place else { return }
    output.append(key: "place")
    place.append(to: &output)
  }
}

/// What a text was taken to be. A class, so that plain degrees, which have none, cost nothing to pass on.
final class PointPlace: Sendable {
  /// As typed.
  let text: String
  let kind: PlaceKind
  let name: String
  let precision: PointPrecision
  let from: PlaceSource?
  /// For people: `the mean of 12 venues`.
  let what: String

  /// The text, unless the user can change its meaning, as with 'here' and other saved points.
  var lastingText: String? { kind == .here || kind == .saved ? nil : text }

  init(
    text: String, kind: PlaceKind, name: String, precision: PointPrecision, from: PlaceSource?,
    what: String
  ) {
    self.text = text
    self.kind = kind
    self.name = name
    self.precision = precision
    self.from = from
    self.what = what
  }

  func append(to output: inout ByteBuffer) {
    text.withBytes { text in
      name.withBytes { name in
        output.append(placeMeantBy: text, kind, named: name, precision, from: from)
      }
    }
  }
}

extension GivenPoint {
  /// A note on what the point was taken to be. People always get it. Programs get it only if a postcode was
  /// placed at the middle of a sector or a district, and the answer does not say so.
  func note(
    _ doing: String = "searching from", isTable: Bool, isInAnswer: Bool = false
  ) -> String? {
    isTable || !isInAnswer && place?.isGuess ?? false ? note(doing) : nil
  }
}

extension PointPlace {
  /// Whether only a part of the postcode asked for has a known position.
  fileprivate var isGuess: Bool {
    switch precision {
    case .sector: asked != .sector
    case .district: asked != .outcode
    default: false
    }
  }

  private var asked: Postcode.Level? {
    guard case .postcode(let postcode)? = try? PointForm("postcode:\(name)") else { return nil }
    return postcode.level
  }
}

/// A point for people, to a tenth of a metre: the centre of a grid square has 14 decimals.
func shownShort(_ point: Coordinate) -> String {
  shown(
    Coordinate(
      latitude: (point.latitude * 1e6).rounded() / 1e6,
      longitude: (point.longitude * 1e6).rounded() / 1e6))
}
