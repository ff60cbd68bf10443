import CommandLineKit
import FinderEngine

/// What there is to say of food: how words were read, what was left out because nothing is known of it, and what
/// comes near.
struct FoodNotes {
  let food: FoodFilter
  let answer: AnswerScope
  /// Of the query, where it is known already.
  var tally: FoodTally?
  var isOfStream = false

  /// Neighbours beyond these are hardly what was meant.
  private static let mostNeighbours = 3

  /// Where the answer was cut by its limit, only those count that would have come before the last.
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
    // Of what no venue has, nothing was left out.
    if missing == nil, tally.unknown > 0, !subjects.isEmpty {
      let leftOut = AnswerScope.leftOut(tally.unknown, reach.side, isOfStream: isOfStream)
      notes.append("\(leftOut): no data on \(FoodReading.list(subjects))")
    }
    let offers = offers(tally)
    if !offers.isEmpty {
      notes.append((reach.side.scope.map { "\($0), " } ?? "") + offers.joined(separator: ", "))
    }
    return notes
  }

  /// `3 more are italian`; beside an answer without venues, `3 are italian`. A name of a kind and of a cuisine says
  /// which, and what is cooked for a diet is no cuisine, though some call it one.
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

  /// A word that nothing has, and that is a likely slip.
  private var likelySlip: String? {
    let slips = parts.flatMap(\.words).filter { food.columns.aspect(ofOwn: $0) == nil }
    return slips.lazy.compactMap { word in
      FoodPhrase.closest(to: word).map { "\(UsageError.quote(word))\(didYouMean($0.text))" }
    }.first
  }

  /// Of several values, those that no venue has.
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

  /// What words were taken for, where that is not what they say.
  private var reading: [String] {
    FoodReading(
      request: food.request, subject: "this dataset", says: food.columns.says,
      aspectOfOwn: food.columns.aspect(ofOwn:), hasNamesAlone: !hasProperties
    ).notes
  }

  private func has(_ aspect: FoodAspect) -> Bool { food.columns.has(aspect) }

  private var hasProperties: Bool { FoodAspect.allCases.contains(where: has) }

  /// What no venue in the dataset has, and what it may have been meant for.
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
    // How words were read has been said: `all you can eat` is a buffet.
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
  /// No venue is both a pub and a cafe.
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
  /// Whether any venue says something of what a choice is about.
  func says(_ choice: FoodRequest.Choice) -> Bool {
    choice.isFact ? has(choice) : has(choice.aspect)
  }
}
