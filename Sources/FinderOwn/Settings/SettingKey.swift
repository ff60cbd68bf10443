import FinderEngine

package enum SettingKey: String, CaseIterable, Sendable {
  case units
  case colour = "color"
  case limit
  case data
  case outside
  case weight
  case pace
  case walkFactor = "walk-factor"
  case router
  case opener
  case base

  /// As it is written in the file.
  package var name: String { rawValue }

  package init?(_ name: String) { self.init(rawValue: name) }

  /// The value used if it is not set; `nil` if there is none.
  package var usual: String? {
    switch self {
    case .units: return "metric"
    case .colour: return "auto"
    case .limit: return "10"
    case .outside: return "refuse"
    case .weight: return "70"
    case .pace: return "4.8"
    case .walkFactor: return "1.2"
    case .data, .router, .base: return nil
    case .opener:
      #if canImport(Darwin)
        return "open"
      #else
        return "xdg-open"
      #endif
    }
  }

  /// The only values that it may have; empty if any are possible.
  package var choices: [String] {
    switch self {
    case .units: ["metric", "imperial"]
    case .colour: ["auto", "always", "never"]
    case .outside: ["refuse", "clamp", "allow"]
    default: []
    }
  }

  /// The choice that a user probably means by naming a unit.
  func choice(meantBy text: String) -> String? {
    guard self == .units else { return nil }
    switch text.lowercased() {
    case "mi", "mile", "miles", "yards", "feet": return "imperial"
    case "km", "kilometres", "metres": return "metric"
    default: return nil
    }
  }

  package var expected: String {
    switch self {
    case .units: "metric or imperial"
    case .colour: "auto, always or never"
    case .limit: "a whole number, 0 for all"
    case .outside: "refuse, clamp or allow"
    case .weight: "a weight from 1 to 1000 kg, such as 82, 180lb or 13st"
    case .pace: "a pace from 0.1 to 50 km/h, such as 4.8 or 3mph"
    case .walkFactor: "a number from 1 to 10"
    case .router: "the address of a server, with http:// or https://"
    case .opener: "a program and its arguments, with each quote closed"
    case .data, .base: "the absolute path of a file, which begins with / or ~/"
    }
  }

  package var summary: String {
    switch self {
    case .units: "units of distances in tables, like --units"
    case .colour: "colour in tables, like --color"
    case .limit: "how many venues tables of 'near' and 'burn' list, like --limit"
    case .data: "the dataset that queries use, like --data, unless FINDER_DATA names one"
    case .outside:
      "what to do with a point outside the UK camera bounds, like --outside; not in 'bulk'"
    case .weight: "your weight, for 'burn' and 'history'"
    case .pace: "how fast you walk, for walking times, 'burn' and 'history'"
    case .walkFactor: "the length of a walk as a multiple of the straight line"
    case .router: "the server that --route asks for walking distances"
    case .opener: "the program that opens links for 'show --open'"
    case .base: "a GeoJSON or GPX file that maps draw beneath, like --base"
    }
  }
}
