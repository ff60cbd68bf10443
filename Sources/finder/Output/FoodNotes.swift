import CommandLineKit
import FinderEngine

/// Notes on food: how words were read, what was left out because nothing is known about it, and what comes
/// close.
struct FoodNotes {
  let food: FoodFilter
  let answer: AnswerScope
  /// The query's tally, if it is already known.
  var tally: FoodTally?

  /// More neighbours than this are hardly what the user meant.
  private static let mostNeighbours = 3

  /// If the limit cut the answer, only venues that would have come before the last one count.
  func notes(counts: Bool, _ isExplained: inout Bool) -> [String] {
    var notes = reading
    let missing = answer.found == 0 ? missing : nil
    if let missing {
      isExplained = true
      notes.append(missing)
    } else {
      if answer.found == 0, let slip = likelySlip { notes.append(slip) }
      notes += absentChoices
    }
    guard counts, hasProperties, let reach = answer.reach else { return notes }
    let isWhole = reach.side == .anywhere
    let tally = (isWhole ? tally : nil) ?? FoodTally(of: reach.query, in: answer.store)
    let subjects = tally.unknownChoices.map(\.subject).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    // If no venue has the value, nothing was left out for lack of data.
    if missing == nil, tally.unknown > 0, !subjects.isEmpty {
      let leftOut = answer.leftOut(tally.unknown, reach.side)
      notes.append("\(leftOut): no data on \(subjects.listed(with: "or"))")
    }
    let offers = offers(tally)
    if !offers.isEmpty {
      notes.append((reach.side.scope.map { "\($0), " } ?? "") + offers.joined(separator: ", "))
    }
    return notes
  }

  /// `3 more are italian`; if the answer has no venues, `3 are italian`. If a kind and a cuisine share a
  /// name, the note says which is meant. Cooking for a diet is not a cuisine, though some venues list it as
  /// one.
  private func offers(_ tally: FoodTally) -> [String] {
    let more = answer.found > 0 ? " more" : ""
    let neighbours = tally.neighbours.prefix(Self.mostNeighbours)
    var offers = neighbours.map { choice, venues in
      let words = choice.words
      let isShared = neighbours.count { $0.choice.words == words } > 1
      let says =
        if choice.aspect == .cuisine, choice.line == nil {
          "\(venues == 1 ? "lists" : "list") \(words) as a cuisine"
        } else if isShared {
          "\(venues == 1 ? "has" : "have") the \(choice.aspect.noun) \(words)"
        } else {
          "\(venues == 1 ? "is" : "are") \(words)"
        }
      return "\(venues)\(more) \(says)"
    }
    if tally.inNamesAlone > 0 {
      offers.append(
        "\(tally.inNamesAlone)\(more) \(tally.inNamesAlone == 1 ? "says" : "say") so only in the name"
      )
    }
    return offers
  }

  /// A word that no venue has and that is probably misspelt.
  private var likelySlip: String? {
    let slips = parts.flatMap(\.words).filter { food.columns.aspect(ofOwn: $0) == nil }
    return slips.lazy.compactMap { word in
      FoodPhrase.closest(to: word).map { "\(UsageError.quote(word))\(didYouMean($0.text))" }
    }.first
  }

  /// Among several values, those that no venue has.
  private var absentChoices: [String] {
    parts.filter { !$0.countsNames && $0.choices.contains(where: food.columns.has) }.flatMap {
      part in
      part.typed.split(separator: ",").map { trimmed($0) }.filter { word in
        guard let aspect = part.choices.first?.aspect, aspect == .kind || aspect == .cuisine else {
          return false
        }
        let choices = FoodRequest.choices(word, aspect)
        return choices.allSatisfy { $0.line == nil && !food.columns.has($0) }
      }.map {
        "no venue in this dataset has \(part.choices[0].aspect.noun) \(UsageError.quote($0))"
      }
    }
  }

  private var parts: [FoodRequest.Part] { food.request.parts }

  /// How words were read, if not literally.
  private var reading: [String] {
    FoodReading(
      request: food.request, subject: "this dataset", says: food.columns.says,
      aspectOfOwn: food.columns.aspect(ofOwn:), hasNamesAlone: !hasProperties
    ).notes
  }

  private func has(_ aspect: FoodAspect) -> Bool { food.columns.has(aspect) }

  private var hasProperties: Bool { FoodAspect.allCases.contains(where: has) }

  /// What no venue of the dataset has, and what the user may have meant.
  private var missing: String? {
    let columns = food.columns
    let absent = parts.first { part in
      part.words.isEmpty && part.choices.allSatisfy { !columns.has($0) }
        && (hasProperties || !part.countsNames)
    }
    guard let absent, let choice = absent.choices.first else { return tooManyKinds }
    guard hasProperties else {
      let words = Invocation.quoted(absent.typed.split(separator: ",").joined(separator: " or "))
      return "this dataset has only names; \(Options.wanted.flag) \(words) searches those"
    }
    if choice.isFact { return "this dataset has no data on \(choice.subject)" }
    guard let values = columns.values(choice.aspect), values.count > 0 else {
      return "no venue in this dataset has a \(choice.aspect.noun)"
    }
    // A note has already said how words were read: `all you can eat` is a buffet.
    let wanted = absent.countsNames ? choice.words : absent.typed
    let lacks = "no venue in this dataset has \(choice.aspect.noun) \(UsageError.quote(wanted))"
    let typed = FoodText.phrase(absent.typed)
    if let close = values.closest(to: typed) { return lacks + didYouMean(close) }
    let other = FoodAspect.allCases.first {
      $0 != choice.aspect && !FoodLine.meant(by: typed, $0).isEmpty
    }
    guard !absent.countsNames, let other else { return lacks }
    return lacks + "; it is a \(other.noun): --\(other.name) \(Invocation.quoted(absent.typed))"
  }
}

extension FoodNotes {
  /// Explains that a venue has only one kind: none is both a pub and a cafe.
  private var tooManyKinds: String? {
    let kinds = parts.filter { part in
      !part.countsNames && part.choices.allSatisfy { $0.aspect == .kind }
    }
    guard kinds.count > 1 else { return nil }
    let all = Invocation.quoted(kinds.map(\.typed).joined(separator: ","))
    return "a venue is of one kind; \(Options.kind.flag) \(all) takes any of them"
  }
}

extension FoodColumns {
  /// Whether any venue has data on the subject of a choice.
  func says(_ choice: FoodRequest.Choice) -> Bool {
    choice.isFact ? has(choice) : has(choice.aspect)
  }
}
