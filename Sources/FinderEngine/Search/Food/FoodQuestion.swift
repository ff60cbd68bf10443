/// A request as bits, with the rules for matching it. `FoodFilter` applies them to the rows of a store; this
/// also answers for a single venue that is in no store. If nothing is recorded about a venue's food, pass
/// `VenueFood.none`: then it can only match by its name.
///
///     let question = FoodQuestion(request)
///     question.answer(for: venue.food, named: name)    // the same as a filter's answer for its row
///
/// A bit is one word of the request with all its possible meanings: `takeaway` is a kind or a feature. A
/// venue matches a word by its kind, cuisines and facts. If these are not recorded, its name counts. If a
/// fact says no, the word is not matched. A part needs one of its words (`pizza or sushi`), the request all
/// of its parts.
package final class FoodQuestion: Sendable {
  package let request: FoodRequest
  /// For each part, the bits of its words.
  private let parts: [UInt64]
  /// The words that ask for a kind, and those that ask for a cuisine but not for a diet of the same name.
  private let (kindWords, cuisineWords): (UInt64, UInt64)
  private let facts: [FactTest]
  /// Words that are in no table; they match names.
  private let unlisted: [(bit: UInt64, match: NameMatch)]
  private let choices: [(bit: UInt64, choice: FoodRequest.Choice)]
  /// The kinds and the cuisines asked for. Words that are in no table are among both: the dataset may have a
  /// cuisine or kind that the tables do not.
  private let (kinds, cuisines): ([(bit: UInt64, value: String)], [(bit: UInt64, value: String)])
  /// For each of the tables' values, by number, the words that a name with it matches.
  let names: [UInt64]
  /// Finds values in a name; `nil` if names do not count, or have been searched already.
  private let phrases: FoodPhrases?

  /// A diet or a feature that a word asks for.
  private struct FactTest {
    let bit: UInt64
    let isDiet: Bool
    let number: Int
    /// For a diet: the venue must serve nothing else.
    let only: Bool
  }

  /// What may not be recorded.
  struct Subjects: OptionSet {
    let rawValue: UInt64
    static let kind = Subjects(rawValue: 1)
    static let cuisine = Subjects(rawValue: 2)

    /// `FoodRequest.mostItems` leaves room for the facts. One too many would be the empty set, and not be
    /// named among the unknown.
    static func fact(_ number: Int) -> Subjects { Subjects(rawValue: 4 << UInt64(number)) }
  }

  package convenience init(_ request: FoodRequest) {
    self.init(
      request, phrases: request.parts.contains(where: \.countsNames) ? FoodPhrases() : nil)
  }

  /// Without `phrases`, names do not count. The values of a store's row already include those in its name.
  init(_ request: FoodRequest, phrases: FoodPhrases?) {
    (self.request, self.phrases) = (request, phrases)
    var (parts, facts) = ([UInt64](), [FactTest]())
    var unlisted: [(bit: UInt64, match: NameMatch)] = []
    var choices: [(bit: UInt64, choice: FoodRequest.Choice)] = []
    var (kinds, cuisines) = ([(bit: UInt64, value: String)](), [(bit: UInt64, value: String)]())
    var (kindWords, cuisineWords, bit): (UInt64, UInt64, UInt64) = (0, 0, 1)
    var names = [UInt64](repeating: 0, count: FoodPhrases.valueCount)
    for part in request.parts {
      var mask: UInt64 = 0
      for item in part.items {
        mask |= bit
        if let match = item.match {
          unlisted.append((bit, match))
          let value = FoodText.value(item.typed)
          kinds.append((bit, value))
          cuisines.append((bit, value))
        }
        let asksForDiet = item.choices.contains { $0.aspect == .diet }
        for choice in item.choices {
          choices.append((bit, choice))
          switch choice {
          case .kind(let value):
            kindWords |= bit
            kinds.append((bit, value))
          case .cuisine(let value):
            cuisineWords |= asksForDiet ? 0 : bit
            cuisines.append((bit, value))
          case .diet(let number, let only):
            facts.append(FactTest(bit: bit, isDiet: true, number: number, only: only))
          case .feature(let number):
            facts.append(FactTest(bit: bit, isDiet: false, number: number, only: false))
          }
          if part.countsNames { Self.mark(choice, bit, in: &names) }
        }
        bit <<= 1
      }
      parts.append(mask)
    }
    (self.parts, self.facts, self.unlisted, self.names) = (parts, facts, unlisted, names)
    (self.choices, self.kinds, self.cuisines) = (choices, kinds, cuisines)
    (self.kindWords, self.cuisineWords) = (kindWords, cuisineWords)
  }

  /// Marks the value of a choice and, for a cuisine, those that end in it: `south indian` is also `indian`.
  private static func mark(
    _ choice: FoodRequest.Choice, _ bit: UInt64, in names: inout [UInt64]
  ) {
    guard let line = choice.line else { return }
    let first = FoodPhrases.first(line.aspect)
    names[first + line.number] |= bit
    guard line.aspect == .cuisine else { return }
    for other in FoodLine.ending(in: line.value, .cuisine) { names[first + other.number] |= bit }
  }

  var hasUnlistedWords: Bool { !unlisted.isEmpty }
  var asksForFacts: Bool { !facts.isEmpty }

  // MARK: Matching a word

  // Values are compared as bytes: a hostile dataset may have three million, and making a String of each took
  // 1.4 s a query.

  func words(metByCuisine value: Bytes) -> UInt64 {
    Self.words(of: cuisines) { FoodValues.isOne(value, of: $0) }
  }

  /// `restaurant/cafe` counts as either.
  func words(metByKind value: Bytes) -> UInt64 {
    Self.words(of: kinds) { FoodValues.isKind($0, of: value) }
  }

  private static func words(
    of wanted: [(bit: UInt64, value: String)], _ isMet: (Bytes) -> Bool
  ) -> UInt64 {
    wanted.reduce(0) { $1.value.withBytes(isMet) ? $0 | $1.bit : $0 }
  }

  /// What is known of a venue, as words of the request: those that its values or facts match, those in its
  /// name, those that a fact denies, and those that ask about something not recorded.
  struct Evidence {
    var (met, inName, denied, unknown): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var (hasKind, hasCuisine) = (false, false)
    var unknownFacts: Subjects = []

    /// The words that the venue matches.
    var matched: UInt64 { (met | inName & unknown) & ~denied }
  }

  /// Adds a venue's diets and features, and what is not recorded. Its kind and cuisines must be in already.
  @inline(__always) func addFacts(_ facts: FoodFacts, to evidence: inout Evidence) {
    if !evidence.hasKind { evidence.unknown |= kindWords }
    if !evidence.hasCuisine { evidence.unknown |= cuisineWords }
    self.facts.withUnsafeBufferPointer { tests in
      for (number, test) in tests.enumerated() {
        var isUnknown = false
        if test.isDiet {
          switch facts[diet: test.number] {
          case .only: evidence.met |= test.bit
          case .yes: if test.only { evidence.denied |= test.bit } else { evidence.met |= test.bit }
          case .no, .limited: evidence.denied |= test.bit
          case .unknown: isUnknown = true
          }
        } else {
          switch facts[feature: test.number] {
          case .yes: evidence.met |= test.bit
          case .no: evidence.denied |= test.bit
          case .unknown: isUnknown = true
          }
        }
        guard isUnknown else { continue }
        evidence.unknown |= test.bit
        evidence.unknownFacts.formUnion(.fact(number))
      }
    }
  }

  /// Adds the words that are in no table but in the name. What is recorded does not rule them out.
  func adding(_ name: Bytes, to evidence: Evidence) -> Evidence {
    var evidence = evidence
    for (bit, match) in unlisted where evidence.met & bit == 0 && match.matches(name) {
      evidence.met |= bit
    }
    return evidence
  }

  @inline(__always) func isMet(_ evidence: Evidence) -> Bool {
    let matched = evidence.matched
    return parts.withUnsafeBufferPointer { parts in parts.allSatisfy { matched & $0 != 0 } }
  }

  func answer(_ evidence: Evidence) -> FoodFilter.Answer {
    let matched = evidence.matched
    var answer = FoodFilter.Answer.fits
    for part in parts where matched & part == 0 {
      if evidence.unknown & ~evidence.denied & part != 0 {
        answer = .unknown
      } else if evidence.inName & ~evidence.denied & part != 0 {
        if answer == .fits { answer = .inNameAlone }
      } else {
        return .no
      }
    }
    return answer
  }

  /// What is not recorded but asked for by the parts that are not matched.
  func unknown(_ evidence: Evidence) -> Subjects {
    let matched = evidence.matched
    var unmet: UInt64 = 0
    for part in parts where matched & part == 0 { unmet |= part & ~evidence.denied }
    var subjects: Subjects = []
    if !evidence.hasKind, unmet & kindWords != 0 { subjects.insert(.kind) }
    if !evidence.hasCuisine, unmet & cuisineWords != 0 { subjects.insert(.cuisine) }
    for (number, fact) in facts.enumerated() where unmet & fact.bit != 0 {
      subjects.formUnion(evidence.unknownFacts.intersection(.fact(number)))
    }
    return subjects
  }

  func choices(of subjects: Subjects) -> [FoodRequest.Choice] {
    var found: [FoodRequest.Choice] = []
    if subjects.contains(.kind) {
      found += choices.map(\.choice).filter { $0.aspect == .kind }.prefix(1)
    }
    if subjects.contains(.cuisine) {
      found += choices.map(\.choice).filter { $0.aspect == .cuisine }.prefix(1)
    }
    for (number, fact) in facts.enumerated()
    where !subjects.isDisjoint(with: .fact(number)) {
      found.append(
        fact.isDiet ? .diet(fact.number, only: fact.only) : .feature(fact.number))
    }
    return found
  }

  /// O(length of the name + number of values). The name counts if there are phrases.
  package func answer(for food: VenueFood, named name: Bytes) -> FoodFilter.Answer {
    var evidence = Evidence()
    (evidence.hasKind, evidence.hasCuisine) = (food.kind != nil, !food.cuisines.isEmpty)
    if let kind = food.kind { evidence.met |= kind.withBytes { words(metByKind: $0) } }
    for cuisine in food.cuisines { evidence.met |= cuisine.withBytes { words(metByCuisine: $0) } }
    phrases?.forEachValue(saidBy: name) { evidence.inName |= names[Int($0)] }
    addFacts(food.facts, to: &evidence)
    return answer(adding(name, to: evidence))
  }
}
