import TestSupport
import Testing

@testable import FinderEngine

/// `--fields` reads a row once, and finds the same as reading each fact separately.
@Suite struct FieldReaderTests {
  private static func text(_ reader: FieldReader, _ fact: SpelledFact) -> String? {
    switch reader.value(of: fact) {
    case .property(let value): String(decoding: reader.cursor.bytes(of: value), as: UTF8.self)
    case .text(let text): String(decoding: text, as: UTF8.self)
    case nil: nil
    }
  }

  @Test func ofACity() throws {
    let store = try FoodCity(count: 600, seed: 42).store
    var found = 0
    for row in 0..<store.count {
      let venue = store.venue(ofRow: row)
      let reader = FieldReader(venue)
      for (fact, aspect) in [
        (SpelledFact.kind, FoodAspect.kind), (.cuisine, .cuisine), (.diet, .diet),
        (.features, .feature),
      ] {
        let own = store.property(PropertyKey(fact.rawValue), ofRow: row)
        let values = venue.food.values(aspect)
        let text = own.flatMap { value in
          venue.cursor.isEmpty(value)
            ? nil : String(decoding: venue.cursor.bytes(of: value), as: UTF8.self)
        }
        let expected = text ?? (values.isEmpty ? nil : values.joined(separator: ";"))
        #expect(Self.text(reader, fact) == expected, "row \(row), \(fact)")
        found += expected == nil ? 0 : 1
      }
    }
    #expect(found > 600)
  }

  /// From columns, from the text, and for a venue that the columns lack.
  @Test func food() throws {
    let store = try FoodCity(count: 300, seed: 42).store
    let (columns, other) = (FoodColumns(of: store), try FoodCity(count: 300, seed: 43).store)
    let addition = FoodAddition(columns)
    for row in 0..<store.count {
      let venue = store.venue(ofRow: row)
      let reader = FieldReader(venue)
      #expect(addition.food(of: reader) == venue.food, "row \(row)")
      #expect(reader.food() == venue.food, "row \(row)")
      #expect(FieldReader(venue).food() == venue.food, "row \(row)")
      let foreign = other.venue(ofRow: row)
      #expect(addition.food(of: FieldReader(foreign)) == foreign.food, "row \(row)")
    }
  }

  /// As JSON and as cells, fields have the same text as the answer of a search for food.
  @Test(arguments: [
    (#"{"kind":"pub","cuisine":"thai;pizza","wifi":"yes"}"#, "pub", "thai;pizza", "wifi"),
    (#"{"name":"A"}"#, "", "", ""),
  ]) func written(properties: String, kind: String, cuisine: String, with: String) throws {
    let store = try LoadedDataset(features: [feature(properties: properties)]).store
    let fields = try VenueFields("food,kind,cuisine,with")
    let hit = Hit(row: 0, distance: 0, bearing: 0)
    for additions in [[], [FoodAddition()], [FoodAddition(FoodColumns(of: store))]] {
      let writer = VenueWriter(store, fields: fields, additions: additions)
      var json = ByteBuffer()
      var cells = ByteBuffer()
      writer.append(jsonOf: hit, to: &json)
      writer.append(cellsOf: hit, .tsv, to: &cells)
      func quoted(_ text: String) -> String { text.isEmpty ? "null" : "\"\(text)\"" }
      func list(_ text: String) -> String {
        "[\(text.split(separator: ";").map { "\"\($0)\"" }.joined(separator: ","))]"
      }
      let food =
        "{\"kind\":\(quoted(kind)),\"cuisine\":\(list(cuisine)),\"diet\":[],\"with\":\(list(with))}"
      #expect(
        String(decoding: json.bytes, as: UTF8.self)
          == "{\"food\":\(food),\"kind\":\(quoted(kind)),\"cuisine\":\(quoted(cuisine)),\"with\":\(quoted(with))}"
      )
      #expect(
        String(decoding: cells.bytes, as: UTF8.self) == "\(food)\t\(kind)\t\(cuisine)\t\(with)")
    }
  }

  /// A property of that name is kept unchanged.
  @Test func ownFood() throws {
    let text = #"{"food":["own"],"kind":"pub"}"#
    let store = try LoadedDataset(features: [feature(properties: text)]).store
    var json = ByteBuffer()
    VenueWriter(store, fields: try VenueFields("food,kind"))
      .append(jsonOf: Hit(row: 0, distance: 0, bearing: 0), to: &json)
    #expect(String(decoding: json.bytes, as: UTF8.self) == #"{"food":["own"],"kind":"pub"}"#)
  }

  @Test(arguments: [
    (#"{"Phone":"1","phone":"2","tel":"3"}"#, "phone", #""2""#),
    (#"{"tel":"3","contact:phone":"4","mobile":"5"}"#, "phone", #""4""#),
    (#"{"contact:phone":"4","Contact Phone":"5"}"#, "phone", #""5""#),
    (#"{"phone":"","tel":"3"}"#, "phone", #""3""#), (#"{"phone":null}"#, "phone", nil),
    (#"{"phone":"1","phone":""}"#, "phone", #""1""#),
    (#"{"addr:housenumber":"1","addr:street":"Row","city":"York"}"#, "address", "1 Row, York"),
    (#"{"address":"A","Full address":"B"}"#, "address", #""A""#),
    (#"{"city":"York"}"#, "address", nil),
    (#"{"Opening hours":"24/7","Home-page":"x"}"#, "hours", #""24/7""#),
    (#"{"Opening hours":"24/7","Home-page":"x"}"#, "website", #""x""#),
    (#"{"with":["a"],"wifi":"yes"}"#, "with", #"["a"]"#), (#"{"wi-fi":"yes"}"#, "with", "wifi"),
    (#"{"k\u0069nd":"x"}"#, "kind", #""x""#), (#"{"kind":"","amenity":"pub"}"#, "kind", "pub"),
  ]) func spellings(properties: String, field: String, expected: String?) throws {
    let store = try LoadedDataset(features: [feature(properties: properties)]).store
    let fact = try #require(SpelledFact(rawValue: field))
    #expect(Self.text(FieldReader(store.venue(ofRow: 0)), fact) == expected, "\(properties)")
    #expect(store.has(fact) == (expected != nil))
  }
}
