/// A link to a place on a map, as people copy it: from OpenStreetMap, Google Maps, Apple Maps, Bing Maps,
/// HERE, Waze and others, and `geo:` (RFC 5870). A marked place comes before one that is only in view.
///
/// Yandex, 2GIS and Mapy write the longitude first. A link of an unknown service is refused, since finder
/// would have to guess which number is the latitude.
enum MapLink {
  private static let kind = "a link to a map"
  private static let nothing = "it has no position that finder can read"

  /// `nil` if the text is not a link.
  static func coordinate(_ text: String) throws(PointProblem) -> Coordinate? {
    if let rest = text.without(prefix: "geo:") { return try geo(rest) }
    guard let link = Link(text) else { return nil }
    if link.isShort {
      throw PointProblem(
        kind, "a short link has no position: open it and copy the full address")
    }
    guard let service = link.service else { throw unknown(link) }
    guard
      let found = pin(link) ?? inQuery(link, service) ?? inPath(link, service)
        ?? view(link, service)
    else { throw PointProblem(kind, nothing) }
    return found
  }

  /// The error for a link of an unknown service: it says what to type instead.
  private static func unknown(_ link: Link) -> PointProblem {
    guard !link.host.isEmpty else {
      return PointProblem(kind, nothing)
    }
    let point = latitudeAndLongitude(link)
    return PointProblem(
      kind,
      "finder does not know how \(fitForMessage(link.host)) writes positions: type the latitude and the "
        + "longitude, \(point == nil ? "as in" : "perhaps") \(point.map(shown) ?? "51.5,-0.12")")
  }

  /// `geo:51.5,-0.12;u=35`. Android's `geo:0,0?q=51.5,-0.12(Name)` marks the place in its query.
  private static func geo(_ rest: Substring) throws(PointProblem) -> Coordinate {
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count > 1 ? Link.members(of: parts[1]) : []
    let search = query.first { $0.key == "q" }?.value ?? ""
    if let marked = marked(search) { return marked }
    let fields = parts[0].split(separator: ";", omittingEmptySubsequences: false)
    let system = fields.lazy.compactMap { $0.without(prefix: "crs=") }.first
    guard system.map({ $0.lowercased() == "wgs84" }) ?? true else {
      throw PointProblem("a geo: link", "its coordinates are not on WGS 84")
    }
    let place = fields.first ?? ""
    let numbers = place.split(separator: ",", omittingEmptySubsequences: false)
    let point = (2...3).contains(numbers.count) ? pair("\(numbers[0]),\(numbers[1])") : nil
    // On Android, `geo:0,0?q=NAME` searches for a name anywhere.
    let isNowhere = place.isEmpty || point == Coordinate(latitude: 0, longitude: 0)
    guard !isNowhere || search.isEmpty else {
      throw PointProblem("a geo: link", "it searches for a name, and has no position")
    }
    guard let point else {
      throw PointProblem("a geo: link", "it does not begin with a latitude and longitude in range")
    }
    return point
  }

  /// OpenStreetMap's `mlat=51.5&mlon=-0.12`, Google's `!3d51.5!4d-0.12`, or `!2m2!1d-0.12!2d51.5` on a route,
  /// and Bing's `sp=point.51.5_-0.12_Name` or `rtp=adr.A~pos.51.5_-0.12_Name`. The last of several pins is a
  /// route's destination.
  private static func pin(_ link: Link) -> Coordinate? {
    if let latitude = link["mlat"], let longitude = link["mlon"] {
      return pair("\(latitude),\(longitude)")
    }
    for (key, prefix) in [("rtp", "pos."), ("sp", "point.")] {
      let stops = link[key]?.split(separator: "~", omittingEmptySubsequences: false)
      let parts = stops?.last?.without(prefix: prefix)?.split(separator: "_") ?? []
      if parts.count >= 2, let point = pair("\(parts[0]),\(parts[1])") { return point }
    }
    let fields = link.path.split(separator: "!")
    for place in fields.indices.dropLast().reversed() {
      let next = fields[place + 1].prefix { $0 != "/" && $0 != "?" }
      if let latitude = fields[place].without(prefix: "3d"),
        let longitude = next.without(prefix: "4d"), let point = pair("\(latitude),\(longitude)")
      {
        return point
      }
      if place > fields.startIndex, fields[place - 1] == "2m2",
        let longitude = fields[place].without(prefix: "1d"),
        let latitude = next.without(prefix: "2d"),
        let point = pair("\(latitude),\(longitude)")
      {
        return point
      }
    }
    return nil
  }

  private static func inQuery(_ link: Link, _ service: MapService) -> Coordinate? {
    // The destination of a route. In routes, even Yandex writes the latitude first.
    let way = (link["route"] ?? link["rtext"])?.split(omittingEmptySubsequences: false) {
      $0 == ";" || $0 == "~"
    }
    if let end = way?.last.flatMap({ pair(String($0)) }) { return end }
    for key in service.marks {
      if let point = link[key].flatMap({ marked($0, service) }) { return point }
    }
    // Mapy's mark is in `id`; `x` and `y` are then only the view.
    if service.hasXY, link["source"] == "coor",
      let point = link["id"].flatMap({ pair($0, service) })
    {
      return point
    }
    if service.hasXY, let latitude = link["y"], let longitude = link["x"] {
      return pair("\(latitude),\(longitude)")
    }
    return latitudeAndLongitude(link)
  }

  private static func latitudeAndLongitude(_ link: Link) -> Coordinate? {
    guard let latitude = link["lat"], let longitude = link["lon"] ?? link["lng"] else { return nil }
    return pair("\(latitude),\(longitude)")
  }

  /// `51.5,-0.12`, `Pub@51.5,-0.12`, `51°30'26.0"N+0°07'40.1"W`.
  private static func marked(_ text: String, _ service: MapService? = nil) -> Coordinate? {
    if let point = pair(text, service) { return point }
    if let at = text.lastIndex(of: "@"),
      let point = pair(String(text[text.index(after: at)...]), service)
    {
      return point
    }
    guard text.holds("°"), let point = try? DegreesText.coordinate(text) else { return nil }
    return point
  }

  /// `/maps/search/51.5,+-0.12`, `/maps/dir/A/51.5,-0.12`; in a HERE route, `/directions/walk/B:51.5,-0.12`;
  /// in a 2GIS one, `/points/A|-0.12,51.5;id`.
  private static func inPath(_ link: Link, _ service: MapService) -> Coordinate? {
    for part in link.path.split(separator: "/").reversed() where part.first != "@" {
      let stop = Link.decoded(part).split { "|:".contains($0) }.last ?? ""
      if let point = marked(String(stop.prefix { $0 != ";" }), service) { return point }
    }
    return nil
  }

  /// `#map=17/51.5/-0.12`, `#17/51.5/-0.12`, `/@51.5,-0.12,15z`, `/go/0EEQjE--`.
  private static func view(_ link: Link, _ service: MapService) -> Coordinate? {
    for key in service.views {
      let value = link[key]?.prefix { $0 != "/" }
      if let point = value.flatMap({ pair(String($0), service) }) { return point }
    }
    let map = Link.members(of: link.fragment).first { $0.key == "map" }?.value
    let parts = (map ?? String(link.fragment)).split(separator: "/")
    if !service.isLongitudeFirst, parts.count == 3, DecimalNumber.parse(String(parts[0])) != nil,
      let point = pair("\(parts[1]),\(parts[2])")
    {
      return point
    }
    for part in link.path.split(separator: "/") where part.first == "@" {
      let numbers = part.dropFirst().split(separator: ",")
      if numbers.count >= 2, let point = pair("\(numbers[0]),\(numbers[1])", service) {
        return point
      }
    }
    return link.path.without(prefix: "/go/").flatMap { code($0.prefix { $0 != "/" }) }
  }

  /// OpenStreetMap's code for a view: each character has three bits of each axis. More characters are a
  /// closer view.
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

  /// `51.5,-0.12`, perhaps followed by a name, or with `~`, `+` or a space between the numbers; in the
  /// service's order.
  private static func pair(_ text: String, _ service: MapService? = nil) -> Coordinate? {
    let text = text.without(prefix: "loc:") ?? text.without(prefix: "ll.") ?? Substring(text)
    let parts = text.split(maxSplits: 2) { ",~+ (".contains($0) }
    let mayHaveMore = service?.hasMoreAfterPair == true || text.contains("(" as Character)
    guard parts.count >= 2, parts.count == 2 || mayHaveMore,
      let first = DecimalNumber.parse(String(parts[0])),
      let second = DecimalNumber.parse(String(parts[1]))
    else { return nil }
    return service?.isLongitudeFirst == true
      ? Coordinate(validLatitude: second, longitude: first)
      : Coordinate(validLatitude: first, longitude: second)
  }
}

/// A service whose links finder can read, and where they have positions.
private struct MapService {
  /// Its domains. Subdomains count, too.
  let names: [String]
  /// Whether the names may have any country's ending: `google.com`, `google.co.uk`.
  var isOfAnyCountry = false
  var isLongitudeFirst = false
  /// More text may follow a pair of numbers: `51.5,-0.12,Berlin`, `-0.12,51.5,pm2rdm`.
  var hasMoreAfterPair = false
  /// The longitude is `x`, the latitude `y`.
  var hasXY = false
  /// The query's keys for a marked position; `views` has those for a position that is only in view.
  var marks = [
    "q", "query", "coordinate", "destination", "daddr", "to", "ll", "where1", "cp", "center", "sll",
    "pin", "endcoord",
  ]
  var views: [String] = []

  static let all = [
    MapService(names: ["openstreetmap.org", "openstreetmap.de", "openstreetmap.fr", "osm.org"]),
    MapService(names: ["google"], isOfAnyCountry: true),
    MapService(names: [
      "apple.com", "bing.com", "waze.com", "osmand.net", "citymapper.com", "osmaps.com",
    ]),
    MapService(names: ["here.com"], hasMoreAfterPair: true, views: ["map"]),
    MapService(
      names: ["yandex"], isOfAnyCountry: true, isLongitudeFirst: true, hasMoreAfterPair: true,
      marks: ["whatshere[point]", "poi[point]", "pt"], views: ["ll"]),
    MapService(
      names: ["2gis"], isOfAnyCountry: true, isLongitudeFirst: true, marks: [], views: ["m"]),
    MapService(names: ["mapy.com", "mapy.cz"], isLongitudeFirst: true, hasXY: true, marks: []),
  ]

  static func of(host: String) -> MapService? { all.first { $0.owns(host) } }

  private func owns(_ host: String) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    return names.contains { name in
      guard isOfAnyCountry else { return host == name || host.hasSuffix(".\(name)") }
      guard let place = labels.lastIndex(where: { $0 == name }) else { return false }
      let ending = labels[(place + 1)...]
      return ending.count == 1 || ending.count == 2 && ["co", "com"].contains(ending.first!)
    }
  }
}

/// The parts of a link that matter for maps.
private struct Link {
  /// From the first slash on.
  let path: Substring
  let fragment: Substring
  /// In lower case, since case does not matter, and without a port.
  let host: String
  private let members: [(key: String, value: String)]

  private static let shorteners = [
    "goo.gl", "g.co", "apple.co", "maps.apple", "her.is", "go.2gis.com", "omaps.app",
  ]

  init?(_ text: String) {
    guard
      let rest = text.without(prefix: "https://") ?? text.without(prefix: "http://")
        ?? (Self.isBare(text) ? Substring(text) : nil)
    else { return nil }
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    host = Self.host(rest[..<end])
    let parts = rest[end...].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let sides = (parts.first ?? "").split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = sides.first ?? ""
    fragment = parts.count > 1 ? parts[1] : ""
    members = sides.count > 1 ? Self.members(of: sides[1]) : []
  }

  private static func host(_ authority: Substring) -> String {
    (authority.split(separator: ":", omittingEmptySubsequences: false).first ?? "").lowercased()
  }

  /// Whether it is a link without a scheme, as some browsers copy it.
  private static func isBare(_ text: String) -> Bool {
    let authority = text.prefix { $0 != "/" }
    guard authority.count < text.count else { return false }
    let host = host(authority)
    return MapService.of(host: host) != nil || isShortener(host)
  }

  private static func isShortener(_ host: String) -> Bool {
    shorteners.contains { host == $0 || host.hasSuffix(".\($0)") }
  }

  var service: MapService? { MapService.of(host: host) }

  /// Only its server knows where a short link leads.
  var isShort: Bool { Self.isShortener(host) || path.hasPrefix("/maps/-/") }

  subscript(key: String) -> String? { members.first { $0.key == key }?.value }

  static func members(of text: Substring) -> [(key: String, value: String)] {
    text.split(separator: "&").map { member in
      let sides = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (decoded(sides[0]), sides.count > 1 ? decoded(sides[1]) : "")
    }
  }

  /// Decodes percent signs and pluses.
  static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      // `UInt8("+1", radix: 16)` is 1, but `%+1` is not a code.
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
  /// The text after a prefix, which may be in any case.
  fileprivate func without(prefix: String) -> Substring? {
    let start = utf8.prefix(prefix.utf8.count)
    guard start.elementsEqual(prefix.utf8, by: { $0.capitalised == $1.capitalised }) else {
      return nil
    }
    return Substring(self).dropFirst(prefix.count)
  }
}
