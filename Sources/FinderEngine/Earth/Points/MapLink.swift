/// A link to a place on a map, as people copy it: from OpenStreetMap, Google Maps, Apple Maps, Bing Maps
/// and Waze, and `geo:` (RFC 5870). What is marked counts before what is only in view.
enum MapLink {
  private static let kind = "a link to a map"

  /// `nil` where the text is no link.
  static func coordinate(_ text: String) throws(PointProblem) -> Coordinate? {
    if let rest = text.without(prefix: "geo:") { return try geo(rest) }
    guard let link = Link(text) else { return nil }
    if link.leadsElsewhere {
      throw PointProblem(
        kind, "a short link holds no position: open it, and copy the address that it leads to")
    }
    guard let found = pin(link) ?? named(link) ?? inPath(link) ?? view(link) else {
      throw PointProblem(kind, "it holds no latitude and longitude")
    }
    return found
  }

  /// `geo:51.5,-0.12;u=35`. Android's `geo:0,0?q=51.5,-0.12(Name)` marks the place in its query.
  private static func geo(_ rest: Substring) throws(PointProblem) -> Coordinate {
    let parts = rest.split(separator: "?", maxSplits: 1)
    let query = parts.count > 1 ? Link.members(of: parts[1]) : []
    let wanted = query.first { $0.key == "q" }?.value
    if let marked = wanted.flatMap({ pair($0) }) { return marked }
    let fields = (parts.first ?? "").split(separator: ";", omittingEmptySubsequences: false)
    let system = fields.lazy.compactMap { $0.without(prefix: "crs=") }.first
    guard system.map({ $0.lowercased() == "wgs84" }) ?? true else {
      throw PointProblem("a geo: link", "its coordinates are not on WGS 84")
    }
    let place = fields.first ?? ""
    let numbers = place.split(separator: ",", omittingEmptySubsequences: false)
    guard (2...3).contains(numbers.count), let point = pair("\(numbers[0]),\(numbers[1])") else {
      throw PointProblem("a geo: link", "it begins with no latitude and longitude in range")
    }
    // Android's way to look for a name anywhere.
    guard point != Coordinate(latitude: 0, longitude: 0) || (wanted ?? "").isEmpty else {
      throw PointProblem("a geo: link", "it looks for a name, and holds no position")
    }
    return point
  }

  /// Google's `!3d51.5!4d-0.12` and OpenStreetMap's `mlat=51.5&mlon=-0.12`. Of several pins the last is
  /// where the way leads.
  private static func pin(_ link: Link) -> Coordinate? {
    if let latitude = link["mlat"], let longitude = link["mlon"] {
      return pair("\(latitude),\(longitude)")
    }
    let fields = link.path.split(separator: "!")
    for place in fields.indices.dropLast().reversed() {
      if let latitude = fields[place].without(prefix: "3d"),
        let longitude = fields[place + 1].without(prefix: "4d"),
        let point = pair("\(latitude),\(longitude.prefix { $0 != "/" && $0 != "?" })")
      {
        return point
      }
    }
    return nil
  }

  private static let names = [
    "q", "query", "coordinate", "destination", "daddr", "ll", "where1", "cp", "center", "sll",
  ]

  private static func named(_ link: Link) -> Coordinate? {
    // A way leads to its last point.
    let route = link["route"]?.split(separator: ";", omittingEmptySubsequences: false)
    if let end = route?.last.flatMap({ pair(String($0)) }) { return end }
    for name in names {
      if let point = link[name].flatMap({ pair($0) }) { return point }
    }
    guard let latitude = link["lat"], let longitude = link["lon"] ?? link["lng"] else { return nil }
    return pair("\(latitude),\(longitude)")
  }

  /// `/maps/search/51.5,+-0.12`, `/maps/dir/A/51.5,-0.12`.
  private static func inPath(_ link: Link) -> Coordinate? {
    for part in link.path.split(separator: "/").reversed() {
      let text = Link.decoded(part)
      if let point = pair(text) { return point }
      // `/place/51°30'26.0"N+0°07'40.1"W`
      if text.holds("°"), let point = try? DegreesText.coordinate(text) { return point }
    }
    return nil
  }

  /// `#map=17/51.5/-0.12`, `/@51.5,-0.12,15z`, `/go/0EEQjE--`.
  private static func view(_ link: Link) -> Coordinate? {
    let map = Link.members(of: link.fragment).first { $0.key == "map" }?.value ?? ""
    let parts = map.split(separator: "/")
    if parts.count == 3, let point = pair("\(parts[1]),\(parts[2])") { return point }
    for part in link.path.split(separator: "/") where part.first == "@" {
      let numbers = part.dropFirst().split(separator: ",")
      if numbers.count >= 2, let point = pair("\(numbers[0]),\(numbers[1])") { return point }
    }
    return link.path.without(prefix: "/go/").flatMap { code($0.prefix { $0 != "/" }) }
  }

  /// OpenStreetMap's own code for a view: three bits of each way in a character, the zoom by their number.
  private static func code(_ code: Substring) -> Coordinate? {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~".utf8)
    var (x, y, bits) = (0.0, 0.0, 1.0)
    let digits = code.utf8.map { $0 == UInt8(ascii: "@") ? UInt8(ascii: "~") : $0 }
      .filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "=") }
    guard digits.count >= 3 else { return nil }
    for digit in digits {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      for pair in stride(from: 4, through: 0, by: -2) {
        bits /= 2
        x += Double(value >> (pair + 1) & 1) * bits
        y += Double(value >> pair & 1) * bits
      }
    }
    return Coordinate(
      validLatitude: (y + bits / 2) * 180 - 90, longitude: (x + bits / 2) * 360 - 180)
  }

  /// `51.5,-0.12` with a name after it perhaps, or with `~`, `+` or a space between.
  private static func pair(_ text: String) -> Coordinate? {
    let text = text.without(prefix: "loc:") ?? Substring(text)
    let parts = text.split(maxSplits: 2) { ",~+ (".contains($0) }
    guard parts.count >= 2, parts.count == 2 || text.contains("(" as Character),
      let latitude = DecimalNumber.parse(String(parts[0])),
      let longitude = DecimalNumber.parse(String(parts[1]))
    else { return nil }
    return Coordinate(validLatitude: latitude, longitude: longitude)
  }
}

/// As much of an address as a map's link has.
private struct Link {
  /// From its first slash on.
  let path: Substring
  let fragment: Substring
  /// In small letters, as its case does not matter.
  private let host: String
  private let members: [(key: String, value: String)]

  private static let hosts = [
    "openstreetmap.org", "osm.org", "google.", "apple.com", "bing.com", "waze.com", "goo.gl",
  ]

  init?(_ text: String) {
    guard
      let rest = text.without(prefix: "https://") ?? text.without(prefix: "http://")
        ?? (Self.isBare(text) ? Substring(text) : nil)
    else { return nil }
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    host = rest[..<end].lowercased()
    let parts = rest[end...].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let sides = (parts.first ?? "").split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = sides.first ?? ""
    fragment = parts.count > 1 ? parts[1] : ""
    members = sides.count > 1 ? Self.members(of: sides[1]) : []
  }

  /// Without its scheme, as some browsers copy it.
  private static func isBare(_ text: String) -> Bool {
    let host = text.prefix { $0 != "/" }.lowercased()
    return host.count < text.count && hosts.contains { host.holds($0) }
  }

  /// A short link, of which only its server knows where it leads.
  var leadsElsewhere: Bool { host.hasSuffix("goo.gl") || host == "g.co" || host == "apple.co" }

  subscript(key: String) -> String? { members.first { $0.key == key }?.value }

  static func members(of text: Substring) -> [(key: String, value: String)] {
    text.split(separator: "&").map { member in
      let sides = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (decoded(sides[0]), sides.count > 1 ? decoded(sides[1]) : "")
    }
  }

  /// Percent signs and pluses resolved.
  static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      // A sign would be a number's as well.
      if byte == UInt8(ascii: "%"), rest.first != UInt8(ascii: "+"),
        let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension StringProtocol {
  /// What follows a prefix, whose letters count in either case.
  fileprivate func without(prefix: String) -> Substring? {
    let start = utf8.prefix(prefix.utf8.count)
    guard start.elementsEqual(prefix.utf8, by: { $0.capitalised == $1.capitalised }) else {
      return nil
    }
    return Substring(self).dropFirst(prefix.count)
  }
}
