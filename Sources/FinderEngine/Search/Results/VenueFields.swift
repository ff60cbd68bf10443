/// Which facts of a venue are printed, and in which order: `--fields`. A class, since an optional struct with
/// an array of such enums costs 9,000 instructions at every start.
package final class VenueFields: Sendable {
  package enum Fact: Sendable {
    case id
    case name
    case postcode
    case latitude
    case longitude
    case distance
    case bearing
    /// The point of the compass nearest to the bearing, as in tables.
    case direction
    /// The length of the walk, an estimate.
    case walkMetres
    case walkMinutes
    /// All other properties.
    case properties
    case property(PropertyKey)
    /// A fact that sources spell in several ways; a property with exactly this name takes precedence.
    case spelled(SpelledFact, PropertyKey)
    /// Food facts, as in answers to queries about food; a property with this name takes precedence.
    case food(PropertyKey)

    package var isFigure: Bool {
      switch self {
      case .latitude, .longitude, .distance, .bearing, .direction, .walkMetres, .walkMinutes: true
      default: false
      }
    }

    /// The requested key, if any. It may be that of a `VenueAddition`.
    var key: PropertyKey? {
      switch self {
      case .property(let key), .spelled(_, let key), .food(let key): key
      default: nil
      }
    }
  }

  package struct Field: Sendable {
    /// As the user wrote it, without quotes around it. It is printed like this.
    package let name: String
    package let fact: Fact
  }

  package let all: [Field]
  /// Used to estimate walks.
  let figures: ReadableFigures

  /// The names of columns, tidied like the cells below them.
  package var columns: [String] { all.map { Self.column($0.name) } }

  private static func column(_ name: String) -> String { name.withBytes { TidyText.string($0) } }

  /// The requested properties that no venue of `store` has, in any spelling.
  package func unknownKeys(of store: VenueStore) -> [PropertyKey] {
    all.compactMap { field in
      switch field.fact {
      case .property(let key): store.hasProperty(key) ? nil : key
      case .spelled(let fact, let key): store.has(fact) ? nil : key
      case .food(let key): store.hasProperty(key) || store.hasFood ? nil : key
      default: nil
      }
    }
  }

  /// Every name with a meaning of its own; any other is the key of a property.
  package static let names =
    VenueWriter.columns + ["dir", "walk_m", "walk_min", "hours", "food"]
    + ["kind", "cuisine", "diet", "with", "address", "phone", "website", "properties"]

  private init(_ all: [Field], _ figures: ReadableFigures = ReadableFigures(units: .metric)) {
    (self.all, self.figures) = (all, figures)
  }

  /// The facts that have these names.
  convenience init(columns: [String]) {
    self.init(columns.map { Field(name: $0, fact: Self.fact(named: $0)) })
  }

  /// Without fields that are in an answer anyway, unless they are also properties of venues.
  package func without(_ columns: [String], of store: VenueStore) -> VenueFields {
    guard all.contains(where: { columns.contains($0.name) }) else { return self }
    return VenueFields(
      all.filter { field in
        !columns.contains(field.name) || field.fact.key.map { store.hasProperty($0) } ?? true
      }, figures)
  }

  /// Names separated by commas: column names and keys of properties. A name in double quotes is a JSON
  /// string. In answers for a stream of points, `venue_id`, `venue_name` and so on are the venue's own facts,
  /// as in the columns there.
  package convenience init(
    _ text: String, ofStream isOfStream: Bool = false
  ) throws(BadExpression) {
    let bytes = Array(text.utf8)
    var (fields, position, named) = ([Field](), 0, [String: String]())
    repeat {
      let name = try Self.name(in: bytes, at: &position)
      guard !name.isEmpty else {
        throw BadExpression(text.isEmpty ? "names no field" : "has an empty name")
      }
      guard !Self.column(name).isEmpty else {
        throw BadExpression("has a name with nothing visible in it")
      }
      let own = isOfStream ? Self.withoutPrefix(name) : name
      if let other = named.updateValue(name, forKey: own) {
        throw BadExpression(
          other == name
            ? "names '\(fitForMessage(name))' twice"
            : "has \(other) and \(name), which are the same column")
      }
      fields.append(Field(name: name, fact: Self.fact(named: own)))
      position += 1
    } while position <= bytes.count
    self.init(fields)
  }

  /// Whether any field is about the walk to a venue.
  package var hasWalk: Bool {
    all.contains { field in
      switch field.fact {
      case .walkMetres, .walkMinutes: true
      default: false
      }
    }
  }

  /// The same, with walks at the user's own pace.
  package func walking(by figures: ReadableFigures) -> VenueFields { VenueFields(all, figures) }

  /// Reads a name, and leaves `position` at the comma after it, or at the end.
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

  /// Removes `venue_` before one of a venue's own facts. Any other name is unchanged.
  private static func withoutPrefix(_ name: String) -> String {
    let prefix = "venue_"
    guard name.hasPrefix(prefix) else { return name }
    let own = String(name.dropFirst(prefix.count))
    return VenueWriter.placeColumns.contains(own) ? own : name
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
    case "dir": .direction
    case "walk_m": .walkMetres
    case "walk_min": .walkMinutes
    case "properties": .properties
    case "food": .food(PropertyKey(name))
    default:
      SpelledFact(rawValue: name).map { .spelled($0, PropertyKey(name)) }
        ?? .property(PropertyKey(name))
    }
  }
}
