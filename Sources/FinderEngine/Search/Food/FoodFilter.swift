/// Which venues of a store match a request, which is translated into the numbers of the store's columns.
///
/// Each word of the request is a bit. For each of the dataset's cuisines and kinds, and for each of the
/// tables' values in names, there are the bits of the words that it matches, so that a row takes a few bit
/// operations: 6 ns, whereas a list of parts with lists of their own took 50.
package final class FoodFilter: @unchecked Sendable {
  package let columns: FoodColumns
  private let question: FoodQuestion
  /// The words that a value matches, by place: cuisines first, then kinds, then the tables' values.
  private let meets: UnsafeMutablePointer<UInt64>
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
    meets = .allocate(capacity: max(end, 1))
    for place in 0..<firstKind {
      meets[place] = question.words(metByCuisine: columns.cuisines.bytes(at: place))
    }
    for place in firstKind..<firstName {
      meets[place] = question.words(metByKind: columns.kinds.bytes(at: place - firstKind))
    }
    for place in firstName..<end { meets[place] = question.names[place - firstName] }
  }

  deinit { meets.deallocate() }

  /// Whether a venue matches the whole request.
  package enum Answer: Sendable {
    case fits
    /// Its name says it, but its other facts do not.
    case inNameAlone
    /// Its facts rule nothing out, but are not enough.
    case unknown
    case no
  }

  @inline(__always) private func claims(_ row: FoodRow) -> FoodQuestion.Claims {
    var claims = FoodQuestion.Claims()
    for value in row.values {
      let place = FoodMark.place(of: value)
      // A number from a forged file may be anything.
      switch FoodMark.mark(of: value) {
      case FoodMark.cuisine:
        claims.hasCuisine = true
        if place < firstKind { claims.met |= meets[place] }
      case FoodMark.kind:
        claims.hasKind = true
        if place < firstName - firstKind { claims.met |= meets[firstKind + place] }
      default: if place < end - firstName { claims.inName |= meets[firstName + place] }
      }
    }
    question.addFacts(row.facts, to: &claims)
    return claims
  }

  @inline(__always) private func row(_ row: Int) -> FoodRow {
    columns.row(row, withFacts: asksForFacts)
  }

  @inline(__always) package func accepts(_ row: Int, of store: VenueStore) -> Bool {
    accepts(self.row(row), row, of: store)
  }

  @inline(__always) func accepts(_ food: FoodRow, _ row: Int, of store: VenueStore) -> Bool {
    let claims = claims(food)
    return question.isMet(claims)
      || question.hasWords
        && store.withName(ofRow: row) { question.isMet(question.adding($0, to: claims)) }
  }

  package func answer(ofRow row: Int, of store: VenueStore) -> Answer {
    answer(self.row(row), row, of: store) { _ in }
  }

  /// The same; calls `unknown` with the unknown subjects of a venue, if they are why it does not fit.
  @inline(__always) func answer(
    _ food: FoodRow, _ row: Int, of store: VenueStore, _ unknown: (FoodQuestion.Subjects) -> Void
  ) -> Answer {
    var claims = claims(food)
    if question.hasWords {
      claims = store.withName(ofRow: row) { question.adding($0, to: claims) }
    }
    let answer = question.answer(claims)
    if answer == .unknown { unknown(question.unknown(claims)) }
    return answer
  }

  /// The choices about those subjects.
  func choices(of subjects: FoodQuestion.Subjects) -> [FoodRequest.Choice] {
    question.choices(of: subjects)
  }
}

/// A request as bits, with the rules for matching it: for the rows of a store (`FoodFilter`), and for single
/// venues that are in no store. If nothing was recorded about a venue's food, pass `VenueFood.none`: then it
/// can only match by its name.
///
///     let question = FoodQuestion(request)
///     question.answer(for: venue.food, named: name)    // as a filter answers for its row
///
/// A bit is one word of the request with all its possible meanings: `takeaway` is a kind or a feature. A
/// venue matches it by its facts or, if those are silent, by its name, and never if its answer is `no`. A
/// part is matched by any of its words (`pizza or sushi`), the request by all of its parts.
package final class FoodQuestion: Sendable {
  package let request: FoodRequest
  /// For each part, the bits of its words.
  private let parts: [UInt64]
  /// Words that ask for a kind; and words that ask for a cuisine, but not for a diet of the same name.
  private let (askForKind, askForCuisine): (UInt64, UInt64)
  private let facts: [FactTest]
  /// Words that are in no table, each with its bit.
  private let words: [(bit: UInt64, match: NameMatch)]
  private let choices: [(bit: UInt64, choice: FoodRequest.Choice)]
  private let ownValues: [(bit: UInt64, value: String)]
  /// For each of the tables' values, by number, the words that a name with that value matches.
  let names: [UInt64]
  /// `nil` if names do not count, or were searched already.
  private let phrases: FoodPhrases?

  /// A diet or a feature that a word asks for.
  private struct FactTest {
    let bit: UInt64
    let isDiet: Bool
    let number: Int
    /// For a diet: nothing else is served.
    let only: Bool
  }

  /// Subjects that may be unknown: bit 0 the kind, bit 1 the cuisine, from bit 2 on the facts.
  typealias Subjects = UInt64

  /// With `ofRows`, the rows' values already include those in names.
  package init(_ request: FoodRequest, ofRows: Bool = false) {
    self.request = request
    phrases = !ofRows && request.parts.contains(where: \.countsNames) ? FoodPhrases() : nil
    var (parts, facts) = ([UInt64](), [FactTest]())
    var words: [(bit: UInt64, match: NameMatch)] = []
    var choices: [(bit: UInt64, choice: FoodRequest.Choice)] = []
    var ownValues: [(bit: UInt64, value: String)] = []
    var (askForKind, askForCuisine, bit): (UInt64, UInt64, UInt64) = (0, 0, 1)
    var names = [UInt64](repeating: 0, count: FoodPhrases.valueCount)
    for part in request.parts {
      var mask: UInt64 = 0
      for item in part.items {
        mask |= bit
        if let match = item.match {
          words.append((bit, match))
          // It may be a cuisine or a kind that only the dataset has.
          ownValues.append((bit, FoodText.value(item.typed)))
        }
        let asksForDiet = item.choices.contains { $0.aspect == .diet }
        for choice in item.choices {
          choices.append((bit, choice))
          switch choice {
          case .kind: askForKind |= bit
          case .cuisine: askForCuisine |= asksForDiet ? 0 : bit
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
    (self.parts, self.facts, self.words, self.names) = (parts, facts, words, names)
    (self.choices, self.ownValues) = (choices, ownValues)
    (self.askForKind, self.askForCuisine) = (askForKind, askForCuisine)
  }

  /// A name with `south indian` also has indian.
  private static func mark(
    _ choice: FoodRequest.Choice, _ bit: UInt64, in names: inout [UInt64]
  ) {
    guard let line = choice.line else { return }
    let first = FoodPhrases.first(line.aspect)
    names[first + line.number] |= bit
    guard line.aspect == .cuisine else { return }
    for other in FoodLine.ending(in: line.value, .cuisine) { names[first + other.number] |= bit }
  }

  var hasWords: Bool { !words.isEmpty }
  var asksForFacts: Bool { !facts.isEmpty }

  // MARK: Matching a word

  // A hostile dataset has three million values. Making a String of each took 1.4 s a query.

  func words(metByCuisine value: Bytes) -> UInt64 {
    var bits: UInt64 = 0
    func add(_ bit: UInt64, _ wanted: String) {
      if wanted.withBytes({ FoodValues.isOne(value, of: $0) }) { bits |= bit }
    }
    for (bit, choice) in choices {
      if case .cuisine(let wanted) = choice { add(bit, wanted) }
    }
    for (bit, own) in ownValues { add(bit, own) }
    return bits
  }

  /// For `restaurant/cafe`, each of them counts.
  func words(metByKind value: Bytes) -> UInt64 {
    var bits: UInt64 = 0
    func add(_ bit: UInt64, _ wanted: String) {
      if wanted.withBytes({ FoodValues.isKind($0, of: value) }) { bits |= bit }
    }
    for (bit, choice) in choices {
      if case .kind(let wanted) = choice { add(bit, wanted) }
    }
    for (bit, own) in ownValues { add(bit, own) }
    return bits
  }

  /// A venue's answers, as words of the request.
  struct Claims {
    var (met, inName, denied, open): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var (hasKind, hasCuisine) = (false, false)
    var unknownFacts: Subjects = 0
  }

  /// Adds the answers of its diets and features, once its values are known.
  @inline(__always) func addFacts(_ own: FoodFacts, to claims: inout Claims) {
    if !claims.hasKind { claims.open |= askForKind }
    if !claims.hasCuisine { claims.open |= askForCuisine }
    facts.withUnsafeBufferPointer { facts in
      for (number, fact) in facts.enumerated() {
        var isUnknown = false
        if fact.isDiet {
          switch own[diet: fact.number] {
          case .only: claims.met |= fact.bit
          case .yes: if fact.only { claims.denied |= fact.bit } else { claims.met |= fact.bit }
          case .no, .limited: claims.denied |= fact.bit
          case .unknown: isUnknown = true
          }
        } else {
          switch own[feature: fact.number] {
          case .yes: claims.met |= fact.bit
          case .no: claims.denied |= fact.bit
          case .unknown: isUnknown = true
          }
        }
        guard isUnknown else { continue }
        claims.open |= fact.bit
        claims.unknownFacts |= 4 << Subjects(number)
      }
    }
  }

  /// Adds the words in its name that are in no table; they have no other meaning.
  func adding(_ name: Bytes, to claims: Claims) -> Claims {
    var claims = claims
    for (bit, match) in words where claims.met & bit == 0 && match.matches(name) {
      claims.met |= bit
    }
    return claims
  }

  @inline(__always) func isMet(_ claims: Claims) -> Bool {
    let met = (claims.met | claims.inName & claims.open) & ~claims.denied
    return parts.withUnsafeBufferPointer { parts in parts.allSatisfy { met & $0 != 0 } }
  }

  func answer(_ claims: Claims) -> FoodFilter.Answer {
    let met = (claims.met | claims.inName & claims.open) & ~claims.denied
    var answer = FoodFilter.Answer.fits
    for part in parts where met & part == 0 {
      if claims.open & ~claims.denied & part != 0 {
        answer = .unknown
      } else if claims.inName & ~claims.denied & part != 0 {
        if answer == .fits { answer = .inNameAlone }
      } else {
        return .no
      }
    }
    return answer
  }

  /// The unknown subjects of the parts that are not matched.
  func unknown(_ claims: Claims) -> Subjects {
    let met = (claims.met | claims.inName & claims.open) & ~claims.denied
    var open: UInt64 = 0
    for part in parts where met & part == 0 { open |= part & ~claims.denied }
    var subjects: Subjects = 0
    if !claims.hasKind, open & askForKind != 0 { subjects |= 1 }
    if !claims.hasCuisine, open & askForCuisine != 0 { subjects |= 2 }
    for (number, fact) in facts.enumerated()
    where open & fact.bit != 0 && claims.unknownFacts & 4 << Subjects(number) != 0 {
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

  /// O(length of the name, and the values). Names count unless this was made `ofRows`.
  package func answer(for food: VenueFood, named name: Bytes) -> FoodFilter.Answer {
    var claims = Claims()
    (claims.hasKind, claims.hasCuisine) = (food.kind != nil, !food.cuisines.isEmpty)
    if let kind = food.kind { claims.met |= kind.withBytes { words(metByKind: $0) } }
    for cuisine in food.cuisines { claims.met |= cuisine.withBytes { words(metByCuisine: $0) } }
    phrases?.forEachValue(saidBy: name) { claims.inName |= names[Int($0)] }
    addFacts(food.facts, to: &claims)
    return answer(adding(name, to: claims))
  }
}
