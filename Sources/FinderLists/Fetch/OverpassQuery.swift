import FinderEngine

/// A query to Overpass for the nodes, ways and relations of some kinds in an area, with the position of each
/// and their number.
///
///     [out:json][timeout:180];
///     nwr["amenity"~"^(pub|bar)$"](around:5000,51.5074,-0.1278);
///     out count;
///     out center tags;
package struct OverpassQuery: Equatable, Sendable {
  private let kinds: [FetchKind]
  /// One part of the whole area.
  let area: FetchArea
  /// The area that the venues must be in.
  package let whole: FetchArea
  /// How many seconds the server may take.
  let timeout: Int

  /// Overpass's own limit for a query that does not state one.
  static let longest = 180

  init(_ kinds: [FetchKind], _ area: FetchArea, of whole: FetchArea, timeout: Double) {
    (self.kinds, self.area, self.whole) = (kinds, area, whole)
    self.timeout = Int(min(max(timeout, 1), Double(Self.longest)))
  }

  package static func all(_ request: FetchRequest, timeout: Double) -> [OverpassQuery] {
    request.areas.flatMap { whole in
      whole.parts.map { OverpassQuery(request.kinds, $0, of: whole, timeout: timeout) }
    }
  }

  package var text: String {
    """
    [out:json][timeout:\(timeout)];
    nwr["amenity"\(condition)](\(place));
    out count;
    out center tags;

    """
  }

  private var condition: String {
    if kinds.count == 1 { return "=\"\(kinds[0].rawValue)\"" }
    return "~\"^(\(kinds.map(\.rawValue).joined(separator: "|")))$\""
  }

  private var place: String {
    switch area {
    case .circle(let center, let radius):
      "around:\(plain(FetchArea.asked(radius), 2)),\(plain(center.latitude)),\(plain(center.longitude))"
    case .box(let box):
      [box.south, box.west, box.north, box.east].map { plain($0) }.joined(separator: ",")
    }
  }

  package func message(to server: WebAddress) -> FetchMessage? {
    let server = server.removing()
    let address: WebAddress? =
      switch server.path {
      case "": server.appending(path: "/api/interpreter")
      case "/api": server.appending(path: "/interpreter")
      default: server
      }
    return address.map {
      FetchMessage(
        source: .osm, address: $0,
        headers: ["Content-Type: application/x-www-form-urlencoded"],
        form: "data=" + PercentCode.encoded(text), query: text)
    }
  }
}

/// The number without an exponent, which not every server reads. Degrees are precise to a centimetre.
func plain(_ value: Double, _ decimals: Int = 7) -> String {
  var arena = Arena()
  return String(decoding: arena.decimal(value, decimals: decimals), as: UTF8.self)
}
