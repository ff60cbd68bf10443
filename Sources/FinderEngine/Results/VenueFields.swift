/// Which facts of a venue are printed, and in which order: `--fields`.
package struct VenueFields: Sendable {
  package enum Fact: Sendable {
    case id
    case name
    case postcode
    case latitude
    case longitude
    case distance
    case bearing
    /// All other properties.
    case properties
    case property(PropertyKey)

    package var isFigure: Bool {
      switch self {
      case .latitude, .longitude, .distance, .bearing: true
      default: false
      }
    }
  }

  package struct Field: Sendable {
    /// As the user wrote it, and as it is printed.
    package let name: String
    package let fact: Fact
  }

  package let all: [Field]

  package var names: [String] { all.map(\.name) }

  /// The properties that are asked for by name.
  package var keys: [PropertyKey] {
    all.compactMap { if case .property(let key) = $0.fact { key } else { nil } }
  }

  /// Names separated by commas: those of the columns, and keys of properties.
  package init(_ text: String) throws(BadExpression) {
    var fields: [Field] = []
    for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let bytes = Array(part)
      let name = bytes.withUnsafeBufferPointer { String(decoding: $0.trimmed, as: UTF8.self) }
      guard !name.isEmpty else {
        throw BadExpression(text.isEmpty ? "names no field" : "has an empty name")
      }
      guard !fields.contains(where: { $0.name == name }) else {
        throw BadExpression("names '\(fitForMessage(name))' twice")
      }
      fields.append(Field(name: name, fact: Self.fact(named: name)))
    }
    all = fields
  }

  private static func fact(named name: String) -> Fact {
    switch name {
    case "id": .id
    case "name": .name
    case "postcode": .postcode
    case "lat": .latitude
    case "lon": .longitude
    case "distance_m": .distance
    case "bearing_deg": .bearing
    case "properties": .properties
    default: .property(PropertyKey(name))
    }
  }
}
