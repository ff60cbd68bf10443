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
    let question = FoodQuestion(request, phrases: nil)
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
