import TestSupport
import Testing

@testable import FinderEngine

/// What `--fields` finds of a row in one reading of it is what each fact by itself says.
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
      let (reader, venue) = (FieldReader(ofRow: row, in: store), store.venue(ofRow: row))
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
    #expect(Self.text(FieldReader(ofRow: 0, in: store), fact) == expected, "\(properties)")
    #expect(store.has(fact) == (expected != nil))
  }
}
