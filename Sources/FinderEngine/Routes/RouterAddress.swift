/// Where a router of the user's is, and which of two languages it speaks.
///
///     http://localhost:8002                        asked first as Valhalla, then as OSRM
///     valhalla:http://localhost:8002               said
///     https://example.org/osrm/table/v1/walking    told by the path, which has the profile
///
/// What follows a `?`, such as a key, is sent along with each request, and never shown.
package struct RouterAddress: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case valhalla
    case osrm
  }

  /// `nil` where the address does not tell.
  package let kind: Kind?
  /// As messages name it.
  package let shown: String
  /// Where it is on this machine. Then no proxy is asked to find it.
  package let isLocal: Bool
  private let base: String
  /// From the `?` on.
  private let query: String

  private static let matrix = "/sources_to_targets"
  private static let table = "/table/v1"

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
    base = Self.withoutLastSlashes(path)
    self.kind = kind ?? Self.kind(ofPath: base)
    shown = "\(address.isSecure ? "https" : "http")://\(address.host)"
    isLocal = address.isLocal
  }

  private static func kind(ofPath base: String) -> Kind? {
    if base.hasSuffix(matrix) { return .valhalla }
    return profile(in: base) == nil && !base.hasSuffix(table) ? nil : .osrm
  }

  /// What stands behind `/table/v1/` at the end.
  private static func profile(in base: String) -> Substring? {
    guard let slash = base.lastIndex(of: "/"), base[..<slash].hasSuffix(table) else { return nil }
    return base[base.index(after: slash)...]
  }

  private static func withoutLastSlashes(_ text: Substring) -> String {
    var text = text
    while text.last == "/" { text.removeLast() }
    return String(text)
  }

  /// Of Valhalla's matrix, which is asked by POST.
  var matrixAddress: String {
    base + (base.hasSuffix(Self.matrix) ? "" : Self.matrix) + query
  }

  /// Of OSRM's table between these coordinates, of which the first is the source.
  func tableAddress(_ coordinates: String) -> String {
    let service =
      Self.profile(in: base) != nil ? "" : (base.hasSuffix(Self.table) ? "" : Self.table) + "/foot"
    let options = query.isEmpty ? "?" : query + "&"
    return "\(base)\(service)/\(coordinates)\(options)sources=0&annotations=distance"
  }
}
