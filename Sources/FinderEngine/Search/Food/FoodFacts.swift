/// A venue's answer on a diet.
package enum DietAnswer: UInt8, Sendable {
  case unknown, no, limited, yes, only
}

/// A venue's answer on a feature.
package enum FeatureAnswer: UInt8, Sendable {
  case unknown, no, yes
}

/// A venue's diets and features in 64 bits: three for each of ten diets, then two for each of seven features,
/// by their numbers in the tables. The journal of news keeps the bits, so a diet or a feature must keep its
/// number: new ones are added at the end.
package struct FoodFacts: BitwiseCopyable, Equatable, Sendable {
  package private(set) var bits: UInt64 = 0

  private static let firstFeature: UInt64 = 32

  private static let diets: UInt64 = 1 << firstFeature - 1

  /// Whether any diet has an answer, even if it is no.
  var hasDietAnswer: Bool { bits & Self.diets != 0 }
  var hasFeatureAnswer: Bool { bits & ~Self.diets != 0 }

  package init() {}

  package init(bits: UInt64) { self.bits = bits }

  package subscript(diet number: Int) -> DietAnswer {
    get { DietAnswer(rawValue: UInt8(bits >> UInt64(3 * number) & 7)) ?? .only }
    set {
      let shift = UInt64(3 * number)
      bits = bits & ~(7 << shift) | UInt64(newValue.rawValue) << shift
    }
  }

  package subscript(feature number: Int) -> FeatureAnswer {
    get {
      let shift = Self.firstFeature + UInt64(2 * number)
      return FeatureAnswer(rawValue: UInt8(bits >> shift & 3)) ?? .yes
    }
    set {
      let shift = Self.firstFeature + UInt64(2 * number)
      bits = bits & ~(3 << shift) | UInt64(newValue.rawValue) << shift
    }
  }
}

/// What a venue is, what it cooks, for whom, and what else it offers, read from each source's own spelling
/// (`FoodReader`).
package struct VenueFood: Equatable, Sendable {
  /// `fast_food`; if a source does not distinguish some kinds, all of them, `restaurant/cafe/canteen`.
  package let kind: String?
  /// In OpenStreetMap's spelling.
  package let cuisines: [String]
  package let facts: FoodFacts

  /// By number, in the tables' spelling.
  package static let allDiets = FoodLine.all(.diet).map(\.value)
  package static let allFeatures = FoodLine.all(.feature).map(\.value)

  package static let none = VenueFood(kind: nil, cuisines: [], facts: FoodFacts())

  package init(kind: String?, cuisines: [String], facts: FoodFacts) {
    (self.kind, self.cuisines, self.facts) = (kind, cuisines, facts)
  }

  /// The diets that it serves, in the table's order.
  package var diets: [String] {
    Self.allDiets.indices.filter { facts[diet: $0].isServed }.map { Self.allDiets[$0] }
  }

  /// The features that it has, in the table's order.
  package var features: [String] {
    Self.allFeatures.indices.filter { facts[feature: $0] == .yes }.map { Self.allFeatures[$0] }
  }
}

extension VenueFood {
  /// The values of one aspect, as spelled in answers.
  package func values(_ aspect: FoodAspect) -> [String] {
    switch aspect {
    case .kind: kind.map { [$0] } ?? []
    case .cuisine: cuisines
    case .diet: diets
    case .feature: features
    }
  }

  /// Whether anything is known about this aspect.
  package func says(_ aspect: FoodAspect) -> Bool {
    switch aspect {
    case .kind: kind != nil
    case .cuisine: !cuisines.isEmpty
    case .diet: facts.hasDietAnswer
    case .feature: facts.hasFeatureAnswer
    }
  }
}

extension DietAnswer {
  package var isServed: Bool { self == .yes || self == .only }
}

extension Venue {
  package var food: VenueFood { food(nil) }

  /// The same when many venues are read: words are looked up in a dictionary.
  package var foodAmongMany: VenueFood { food(.many) }

  private func food(_ lookup: FoodLookup?) -> VenueFood {
    let properties = store.otherProperties(ofRow: row)
    guard !properties.isNone else { return .none }
    return cursor.food(in: properties, lookup ?? FoodLookup(bytes: properties.count))
  }
}

extension JSONCursor {
  /// The food facts in the properties of one of many venues.
  package func foodAmongMany(in properties: JSONSpan) -> VenueFood { food(in: properties, .many) }

  fileprivate func food(in properties: JSONSpan, _ lookup: FoodLookup) -> VenueFood {
    var reader = FoodReader(lookup)
    reader.read(properties, self)
    return reader.food
  }
}
