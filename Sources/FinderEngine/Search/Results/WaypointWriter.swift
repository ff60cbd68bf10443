/// A venue for map apps on phones: a mark with a name, and a few lines about it.
package struct Waypoint {
  package let coordinate: Coordinate
  /// Tidied; empty if there is none.
  package let name: String
  /// One line each. Empty ones are left out.
  package let description: [String]
  /// A web address, `http` or `https`.
  package let website: String?

  package init(
    _ coordinate: Coordinate, name: String, description: [String], website: String? = nil
  ) {
    (self.coordinate, self.name) = (coordinate, name)
    self.description = description.filter { !$0.isEmpty }
    self.website = website
  }
}

/// Writes waypoints as GPX 1.1 or KML 2.2.
///
///     <wpt lat="51.5079" lon="-0.1281">
///      <name>The Crown</name>
///      <desc>59 m NW, ~1 min on foot
///     12 High Street</desc>
///      <link href="https://crown.example"/>
///     </wpt>
///
///     <Placemark>
///      <name>The Crown</name>
///      <atom:link href="https://crown.example"/>
///      <description>…</description>
///      <Point><coordinates>-0.1281,51.5079</coordinates></Point>
///     </Placemark>
///
/// Elements are in the order required by the schemas. A document without waypoints is valid.
package enum WaypointWriter {
  package enum Form: Sendable {
    case gpx
    case kml
  }

  /// A whole document. O(length of the output)
  package static func append(
    _ waypoints: some Sequence<Waypoint>, as form: Form, owedTo attribution: [Attribution],
    to output: inout ByteBuffer
  ) {
    output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    switch form {
    case .gpx:
      output.append(
        "<gpx version=\"1.1\" creator=\"finder\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n")
      appendMetadata(attribution, to: &output)
      for waypoint in waypoints { append(gpx: waypoint, to: &output) }
      output.append("</gpx>\n")
    case .kml:
      output.append("<kml xmlns=\"http://www.opengis.net/kml/2.2\"")
      output.append(" xmlns:atom=\"http://www.w3.org/2005/Atom\">\n<Document>\n")
      output.append(element: "description", attribution.line ?? "")
      for waypoint in waypoints { append(kml: waypoint, to: &output) }
      output.append("</Document>\n</kml>\n")
    }
  }

  /// Who must be credited for the data: in words, and again in the element for programs. A licence there must
  /// be an address, and can only belong to a single owner.
  private static func appendMetadata(_ list: [Attribution], to output: inout ByteBuffer) {
    guard let line = list.line else { return }
    output.append("<metadata>\n")
    output.append(element: "desc", line)
    let owners = list.map(\.text).filter { !$0.isEmpty }
    if !owners.isEmpty {
      output.append(" <copyright author=\"")
      output.append(xmlText: owners.joined(separator: "; "))
      output.append("\">")
      if list.count == 1, let address = WebLink.address(list[0].licence) {
        output.append("<license>")
        output.append(xmlText: address)
        output.append("</license>")
      }
      output.append("</copyright>\n")
    }
    output.append("</metadata>\n")
  }

  private static func append(gpx waypoint: Waypoint, to output: inout ByteBuffer) {
    output.append("<wpt lat=\"")
    output.append(decimal: waypoint.coordinate.latitude)
    output.append("\" lon=\"")
    // The schema allows -180, but not 180.
    let longitude = waypoint.coordinate.longitude
    output.append(decimal: longitude == 180 ? -180 : longitude)
    output.append("\">\n")
    output.append(element: "name", waypoint.name)
    output.append(element: "desc", waypoint.description.joined(separator: "\n"))
    if let website = waypoint.website {
      output.append(" <link href=\"")
      output.append(xmlText: website)
      output.append("\"/>\n")
    }
    output.append("</wpt>\n")
  }

  private static func append(kml waypoint: Waypoint, to output: inout ByteBuffer) {
    output.append("<Placemark>\n")
    output.append(element: "name", waypoint.name)
    if let website = waypoint.website {
      output.append(" <atom:link href=\"")
      output.append(xmlText: website)
      output.append("\"/>\n")
    }
    // Programs read a description as HTML. Text that looks like a tag must be shown.
    let text = waypoint.description.joined(separator: "\n")
    let parts = text.split(separator: "<", omittingEmptySubsequences: false)
    output.append(element: "description", parts.joined(separator: "&lt;"))
    output.append(" <Point><coordinates>")
    output.append(decimal: waypoint.coordinate.longitude)
    output.append(",")
    output.append(decimal: waypoint.coordinate.latitude)
    output.append("</coordinates></Point>\n</Placemark>\n")
  }
}

/// Addresses that are safe to open in another program: web pages, whatever else a dataset may contain.
package enum WebLink {
  /// The first web address in a text that begins with one, perhaps after spaces; `nil` for anything else,
  /// such as `crown.example` or `javascript:…`.
  package static func address(_ text: String?) -> String? {
    guard let text else { return nil }
    var first = String(TidyText.string(text).prefix { $0 != " " })
    // A comma or a semicolon may be part of an address, but not before another one or at the end.
    for next in [";http", ",http"] {
      if let place = first.range(of: next) { first = String(first[..<place.lowerBound]) }
    }
    while first.hasSuffix(";") || first.hasSuffix(",") { first.removeLast() }
    let scheme = first.prefix(8).lowercased()
    guard let host = ["https://", "http://"].first(where: scheme.hasPrefix)?.utf8.count,
      first.utf8.count > host,
      // Characters that RFC 3986 never allows in an address.
      !first.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || "<>\"\\^`{|}".utf8.contains($0) })
    else { return nil }
    return first
  }
}

extension ByteBuffer {
  /// Writes nothing if there is no text.
  fileprivate mutating func append(element name: StaticString, _ text: String) {
    guard !text.isEmpty else { return }
    append(" <")
    append(name)
    append(">")
    append(xmlText: text)
    append("</")
    append(name)
    append(">\n")
  }

  /// The digits of `append(number:)`, but never with an exponent, which GPX's schema does not allow.
  fileprivate mutating func append(decimal value: Double) {
    let start = count
    append(number: value)
    guard let exponent = bytes[start...].firstIndex(where: { $0 == UInt8(ascii: "e") }) else {
      return
    }
    let text = String(decoding: bytes[start..<exponent], as: UTF8.self)
    // Among degrees, only the smallest have one: 5e-08 is 0.00000005.
    let zeros = -(Int(String(decoding: bytes[(exponent + 1)...], as: UTF8.self)) ?? 0)
    truncate(to: start)
    if value < 0 { append("-") }
    append("0.")
    for _ in 1..<max(1, zeros) { append("0") }
    append(text: text.filter { $0.isNumber })
  }
}
