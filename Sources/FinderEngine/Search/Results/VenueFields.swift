/// Which facts of a venue are printed, and in which order: `--fields`. A class: where it may be `nil`, a
/// struct with an array of such enums costs a start 9,000 instructions.
package final class VenueFields: Sendable {
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
    /// As the user wrote it, but for quotes round it, and as it is printed.
    package let name: String
    package let fact: Fact
  }

  package let all: [Field]

  /// As the names of columns: as tidy as the cells beneath.
  package var columns: [String] { all.map { Self.column($0.name) } }

  private static func column(_ name: String) -> String { name.withBytes { TidyName.string($0) } }

  /// The properties that are asked for by name.
  package var keys: [PropertyKey] {
    all.compactMap { if case .property(let key) = $0.fact { key } else { nil } }
  }

  /// Names separated by commas: those of the columns, and keys of properties. One in double quotes is a
  /// JSON string.
  package init(_ text: String) throws(BadExpression) {
    let bytes = Array(text.utf8)
    var (fields, position) = ([Field](), 0)
    repeat {
      let name = try Self.name(in: bytes, at: &position)
      guard !name.isEmpty else {
        throw BadExpression(text.isEmpty ? "names no field" : "has an empty name")
      }
      guard !Self.column(name).isEmpty else {
        throw BadExpression("has a name in which nothing is seen")
      }
      guard !fields.contains(where: { $0.name == name }) else {
        throw BadExpression("names '\(fitForMessage(name))' twice")
      }
      fields.append(Field(name: name, fact: Self.fact(named: name)))
      position += 1
    } while position <= bytes.count
    all = fields
  }

  /// Leaves `position` on the comma behind it, or at the end.
  private static func name(
    in text: [UInt8], at position: inout Int
  ) throws(BadExpression) -> String {
    while position < text.count, text[position].isBlank { position += 1 }
    let quoted = try text.quotedText(at: &position)
    let rest = text[position...].prefix { $0 != UInt8(ascii: ",") }
    position = rest.endIndex
    guard let quoted else {
      return rest.withUnsafeBufferPointer { String(decoding: $0.trimmed, as: UTF8.self) }
    }
    guard rest.allSatisfy(\.isBlank) else {
      throw BadExpression("has something after a name in quotes")
    }
    return String(decoding: quoted, as: UTF8.self)
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
