/// Decides which rows of a store match a request for food.
///
/// Each word of the request is one bit. Each value that a row may have (a cuisine or kind of the dataset, or
/// a value of the tables found in its name) is matched with the words once, for all rows. Then a row takes a
/// few bit operations: 6 ns, against 50 for a list of parts with lists of their own.
package final class FoodFilter: @unchecked Sendable {
  package let columns: FoodColumns
  private let question: FoodQuestion
  /// For each value, the words that it matches: the dataset's cuisines first, then its kinds, then the
  /// tables' values.
  private let matches: UnsafeMutablePointer<UInt64>
  private let (firstKind, firstName, end): (Int, Int, Int)

  package var request: FoodRequest { question.request }
  /// Whether the request includes a diet or a feature.
  var asksForFacts: Bool { question.asksForFacts }

  package init(_ request: FoodRequest, _ columns: FoodColumns) {
    let question = FoodQuestion(request, ofRows: true)
    (self.question, self.columns) = (question, columns)
    firstKind = columns.cuisines.count
    firstName = firstKind + columns.kinds.count
    end = firstName + question.names.count
    matches = .allocate(capacity: max(end, 1))
    for place in 0..<firstKind {
      matches[place] = question.words(metByCuisine: columns.cuisines.bytes(at: place))
    }
    for place in firstKind..<firstName {
      matches[place] = question.words(metByKind: columns.kinds.bytes(at: place - firstKind))
    }
    for place in firstName..<end { matches[place] = question.names[place - firstName] }
  }

  deinit { matches.deallocate() }

  /// Whether a venue matches the whole request.
  package enum Answer: Sendable {
    case fits
    /// Something asked for is in its name alone: its recorded kind or cuisine is another.
    case inNameAlone
    /// Nothing rules it out, but something asked for is not recorded.
    case unknown
    case no
  }

  @inline(__always) private func evidence(of row: FoodRow) -> FoodQuestion.Evidence {
    var evidence = FoodQuestion.Evidence()
    for value in row.values {
      let place = FoodMark.place(of: value)
      // In a forged file, this number may be too large.
      switch FoodMark.mark(of: value) {
      case FoodMark.cuisine:
        evidence.hasCuisine = true
        if place < firstKind { evidence.met |= matches[place] }
      case FoodMark.kind:
        evidence.hasKind = true
        if place < firstName - firstKind { evidence.met |= matches[firstKind + place] }
      default: if place < end - firstName { evidence.inName |= matches[firstName + place] }
      }
    }
    question.addFacts(row.facts, to: &evidence)
    return evidence
  }

  @inline(__always) private func foodRow(_ row: Int) -> FoodRow {
    columns.row(row, withFacts: asksForFacts)
  }

  @inline(__always) package func accepts(_ row: Int, of store: VenueStore) -> Bool {
    accepts(foodRow(row), row, of: store)
  }

  @inline(__always) func accepts(_ food: FoodRow, _ row: Int, of store: VenueStore) -> Bool {
    let evidence = evidence(of: food)
    return question.isMet(evidence)
      || question.hasUnlistedWords
        && store.withName(ofRow: row) { question.isMet(question.adding($0, to: evidence)) }
  }

  package func answer(ofRow row: Int, of store: VenueStore) -> Answer {
    answer(foodRow(row), row, of: store) { _ in }
  }

  /// The same. If the answer is `unknown`, calls `unknown` with the subjects that are not recorded.
  @inline(__always) func answer(
    _ food: FoodRow, _ row: Int, of store: VenueStore, _ unknown: (FoodQuestion.Subjects) -> Void
  ) -> Answer {
    var evidence = evidence(of: food)
    if question.hasUnlistedWords {
      evidence = store.withName(ofRow: row) { question.adding($0, to: evidence) }
    }
    let answer = question.answer(evidence)
    if answer == .unknown { unknown(question.unknown(evidence)) }
    return answer
  }

  /// What the request asks for about these subjects: for the kind and the cuisine, the first choice.
  func choices(of subjects: FoodQuestion.Subjects) -> [FoodRequest.Choice] {
    question.choices(of: subjects)
  }
}

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
  /// The same words as values: the dataset may have a cuisine or kind that the tables do not.
  private let unlistedValues: [(bit: UInt64, value: String)]
  /// For each of the tables' values, by number, the words that a name with it matches.
  let names: [UInt64]
  /// `nil` if names do not count, or have been searched already.
  private let phrases: FoodPhrases?

  /// A diet or a feature that a word asks for.
  private struct FactTest {
    let bit: UInt64
    let isDiet: Bool
    let number: Int
    /// For a diet: the venue must serve nothing else.
    let only: Bool
  }

  /// A set of what may not be recorded: bit 0 is the kind, bit 1 the cuisine, and bit 2 + n the fact n.
  typealias Subjects = UInt64

  /// `ofRows` is for the rows of a store, whose values already include those in their names.
  package init(_ request: FoodRequest, ofRows: Bool = false) {
    self.request = request
    phrases = !ofRows && request.parts.contains(where: \.countsNames) ? FoodPhrases() : nil
    var (parts, facts) = ([UInt64](), [FactTest]())
    var unlisted: [(bit: UInt64, match: NameMatch)] = []
    var choices: [(bit: UInt64, choice: FoodRequest.Choice)] = []
    var unlistedValues: [(bit: UInt64, value: String)] = []
    var (kindWords, cuisineWords, bit): (UInt64, UInt64, UInt64) = (0, 0, 1)
    var names = [UInt64](repeating: 0, count: FoodPhrases.valueCount)
    for part in request.parts {
      var mask: UInt64 = 0
      for item in part.items {
        mask |= bit
        if let match = item.match {
          unlisted.append((bit, match))
          unlistedValues.append((bit, FoodText.value(item.typed)))
        }
        let asksForDiet = item.choices.contains { $0.aspect == .diet }
        for choice in item.choices {
          choices.append((bit, choice))
          switch choice {
          case .kind: kindWords |= bit
          case .cuisine: cuisineWords |= asksForDiet ? 0 : bit
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
    (self.choices, self.unlistedValues) = (choices, unlistedValues)
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
    var bits: UInt64 = 0
    func add(_ bit: UInt64, _ wanted: String) {
      if wanted.withBytes({ FoodValues.isOne(value, of: $0) }) { bits |= bit }
    }
    for (bit, choice) in choices {
      if case .cuisine(let wanted) = choice { add(bit, wanted) }
    }
    for (bit, wanted) in unlistedValues { add(bit, wanted) }
    return bits
  }

  /// `restaurant/cafe` counts as either.
  func words(metByKind value: Bytes) -> UInt64 {
    var bits: UInt64 = 0
    func add(_ bit: UInt64, _ wanted: String) {
      if wanted.withBytes({ FoodValues.isKind($0, of: value) }) { bits |= bit }
    }
    for (bit, choice) in choices {
      if case .kind(let wanted) = choice { add(bit, wanted) }
    }
    for (bit, wanted) in unlistedValues { add(bit, wanted) }
    return bits
  }

  /// What is known of a venue, as words of the request: those that its values or facts match, those in its
  /// name, those that a fact denies, and those that ask about something not recorded.
  struct Evidence {
    var (met, inName, denied, unknown): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var (hasKind, hasCuisine) = (false, false)
    var unknownFacts: Subjects = 0
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
        evidence.unknownFacts |= 4 << Subjects(number)
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
    let met = (evidence.met | evidence.inName & evidence.unknown) & ~evidence.denied
    return parts.withUnsafeBufferPointer { parts in parts.allSatisfy { met & $0 != 0 } }
  }

  func answer(_ evidence: Evidence) -> FoodFilter.Answer {
    let met = (evidence.met | evidence.inName & evidence.unknown) & ~evidence.denied
    var answer = FoodFilter.Answer.fits
    for part in parts where met & part == 0 {
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
    let met = (evidence.met | evidence.inName & evidence.unknown) & ~evidence.denied
    var unmet: UInt64 = 0
    for part in parts where met & part == 0 { unmet |= part & ~evidence.denied }
    var subjects: Subjects = 0
    if !evidence.hasKind, unmet & kindWords != 0 { subjects |= 1 }
    if !evidence.hasCuisine, unmet & cuisineWords != 0 { subjects |= 2 }
    for (number, fact) in facts.enumerated()
    where unmet & fact.bit != 0 && evidence.unknownFacts & 4 << Subjects(number) != 0 {
      subjects |= 4 << Subjects(number)
    }
    return subjects
  }

  func choices(of subjects: Subjects) -> [FoodRequest.Choice] {
    var found: [FoodRequest.Choice] = []
    if subjects & 1 != 0 { found += choices.map(\.choice).filter { $0.aspect == .kind }.prefix(1) }
    if subjects & 2 != 0 {
      found += choices.map(\.choice).filter { $0.aspect == .cuisine }.prefix(1)
    }
    for (number, fact) in facts.enumerated() where subjects & 4 << Subjects(number) != 0 {
      found.append(
        fact.isDiet ? .diet(fact.number, only: fact.only) : .feature(fact.number))
    }
    return found
  }

  /// O(length of the name + number of values). The name counts unless this was made `ofRows`.
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
