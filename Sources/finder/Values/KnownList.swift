import CommandLineKit

/// Values that shells complete and only finder knows. An option or an argument has its list in
/// `completes`.
enum KnownList: UInt8 {
  case none
  case datasets
  case fields
  case spans

  init(_ list: ValueList) { self = KnownList(rawValue: list.rawValue) ?? .none }

  /// Those that `typed` is the beginning of. What cannot be had is left out without a word: whoever
  /// presses a key asked for no message.
  func candidates(for typed: String) -> [Candidate] {
    switch self {
    case .none: []
    case .datasets: [".geojson", ".geojson.gz", ".json"].map { Candidate($0) }
    case .fields: Self.fields(typed)
    case .spans: ["low", "middle", "high"].filter { $0.hasPrefix(typed) }.map { Candidate($0) }
    }
  }

  private static let columns = [
    "id", "name", "postcode", "lat", "lon", "distance_m", "bearing_deg", "properties",
  ]

  /// The last of a list with commas, of those that are not in it yet.
  private static func fields(_ typed: String) -> [Candidate] {
    var parts = typed.split(separator: ",", omittingEmptySubsequences: false)
    let last = parts.popLast() ?? ""
    let before = parts.map { "\($0)," }.joined()
    return columns.filter { $0.hasPrefix(last) && !parts.contains($0[...]) }.map {
      Candidate(before + $0)
    }
  }
}

extension ValueList {
  static let datasets = ValueList(.datasets)
  static let fields = ValueList(.fields)
  static let spans = ValueList(.spans)

  private init(_ list: KnownList) { self.init(rawValue: list.rawValue) }
}
