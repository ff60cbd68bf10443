/// The food facts in the answers to a query about food: a member of JSON, and four columns.
///
///     "food":{"kind":"restaurant","cuisine":["italian","pizza"],"diet":["vegan"],"with":["wheelchair"]}
package final class FoodAddition: VenueAddition {
  package let key = "food"
  package let columns = FoodAspect.allCases.map(\.name.description)

  /// The food columns of the store that is searched, if there are any yet.
  private let known: FoodColumns?

  package init(_ known: FoodColumns? = nil) { self.known = known }

  /// Whether the columns are known, and no venue has food facts except in its name.
  package var isOnlyInNames: Bool {
    known.map { known in !FoodAspect.allCases.contains { known.has($0) } } ?? false
  }

  package func food(of row: FieldReader) -> VenueFood { row.food(known) }

  package func append(json name: String, of row: FieldReader, to output: inout ByteBuffer) {
    let food = food(of: row)
    if name == key { return output.append(jsonOf: food) }
    let aspect = FoodAspect.allCases.first { $0.name.description == name }
    let values = aspect.map { food.values($0) } ?? []
    guard !values.isEmpty else { return output.append("null") }
    output.append(jsonString: values.joined(separator: ";"))
  }
}

extension ByteBuffer {
  mutating func append(jsonOf food: VenueFood) { appendObject { $0.append(membersOf: food) } }

  package mutating func append(membersOf food: VenueFood) {
    append(key: "kind", string: food.kind)
    for aspect in [FoodAspect.cuisine, .diet, .feature] {
      let values = food.values(aspect)
      append(key: aspect.name, elements: values.count) { $0.append(jsonString: values[$1]) }
    }
  }
}
