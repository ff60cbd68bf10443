import FinderEngine

/// The address of the user's router, and which of two languages it speaks.
///
///     http://localhost:8002                        tried first as Valhalla, then as OSRM
///     valhalla:http://localhost:8002               stated
///     https://example.org/osrm/table/v1/walking    OSRM with the profile walking, as its path shows
///
/// Anything after a `?`, such as a key, is sent with each request, and never shown.
package struct RouterAddress: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case valhalla
    case osrm

    package var title: String { self == .valhalla ? "Valhalla" : "OSRM" }
  }

  /// `nil` if the address does not say.
  package let kind: Kind?
  package let shown: String
  /// Whether it is on this machine; then no proxy is used.
  package let isLocal: Bool
  /// The address without the service.
  private let base: String
  /// OSRM's profile.
  private let profile: String
  /// The part from the `?` on.
  private let query: String

  private static let matrix = "/sources_to_targets"
  private static let services = ["/table/v1", "/route/v1"]

  /// `nil` unless it is an http or https address, perhaps after a prefix.
  package init?(_ text: String) {
    var rest = text[...]
    var kind: Kind?
    for known in Kind.allCases where text.hasPrefix("\(known.rawValue):") {
      kind = known
      rest = rest.dropFirst(known.rawValue.count + 1)
    }
    guard let address = WebAddress(String(rest)) else { return nil }
    let withoutFragment = rest.prefix { $0 != "#" }
    let path = withoutFragment.prefix { $0 != "?" }
    query = String(withoutFragment[path.endIndex...])
    let parts = Self.parts(of: Self.withoutLastSlashes(path))
    (base, profile) = (parts.base, parts.profile)
    self.kind = kind ?? parts.kind
    shown = "\(address.isSecure ? "https" : "http")://\(address.host)"
    isLocal = address.isLocal
  }

  /// A path that ends in a service, or in one of OSRM's services and a profile, shows the kind.
  private static func parts(of path: String) -> (base: String, profile: String, kind: Kind?) {
    if path.hasSuffix(matrix) { return (String(path.dropLast(matrix.count)), "foot", .valhalla) }
    let slash = path.lastIndex(of: "/") ?? path.endIndex
    for service in services {
      if path.hasSuffix(service) { return (String(path.dropLast(service.count)), "foot", .osrm) }
      guard path[..<slash].hasSuffix(service) else { continue }
      let profile = path[path.index(after: slash)...]
      return (String(path[..<slash].dropLast(service.count)), String(profile), .osrm)
    }
    return (path, "foot", nil)
  }

  private static func withoutLastSlashes(_ text: Substring) -> String {
    var text = text
    while text.last == "/" { text.removeLast() }
    return String(text)
  }

  /// The addresses of Valhalla's matrix and ways, which are requested by POST.
  var matrixAddress: String { base + Self.matrix + query }
  var wayAddress: String { "\(base)/route\(query)" }

  /// `…/table/v1/foot/-0.1278,51.5074;-0.127,51.508?…`
  func address(_ service: String, _ points: [Coordinate], _ options: String) -> String {
    var text = ByteBuffer(capacity: 64 + 24 * points.count)
    for point in points {
      if text.count > 0 { text.append(";") }
      let point = point.sent
      text.append(number: point.longitude)
      text.append(",")
      text.append(number: point.latitude)
    }
    return "\(base)/\(service)/v1/\(profile)/" + String(decoding: text.bytes, as: UTF8.self)
      + (query.isEmpty ? "?" : query + "&") + options
  }
}
