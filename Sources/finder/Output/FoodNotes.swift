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
    let isWhole = reach.place == .anywhere
    let tally = (isWhole ? tally : nil) ?? FoodTally(of: reach.query, in: answer.store)
    let subjects = tally.unknownChoices.map(\.subject).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    // Of a slip, or of what no venue has, nothing was left out.
    if missing == nil, tally.unknown > 0, !subjects.isEmpty {
      let leftOut = AnswerScope.leftOut(tally.unknown, reach.place, isOfStream: isOfStream)
      notes.append("\(leftOut): no data on \(FoodReading.list(subjects))")
    }
    let offers = offers(tally)
    if !offers.isEmpty {
      notes.append((reach.place.scope.map { "\($0) " } ?? "") + offers.joined(separator: ", "))
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
        "no venue of this dataset has \(part.choices[0].aspect.noun) \(UsageError.quote($0))"
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

  /// What no venue of the dataset has, and what it may have been meant for.
  private var missing: String? {
    let columns = food.columns
    let absent = parts.first { part in
      part.words.isEmpty && part.choices.allSatisfy { !columns.has($0) }
        && (hasProperties || !part.countsNames)
    }
    guard let absent, let choice = absent.choices.first else { return tooManyKinds }
    guard hasProperties else {
      let words = Invocation.quoted(absent.typed.split(separator: ",").joined(separator: " or "))
      return "this dataset has only names; \(Options.wanted.flag) \(words) looks for it in those"
    }
    if choice.isFact { return "this dataset has no data on \(choice.subject)" }
    guard let values = columns.values(choice.aspect), values.count > 0 else {
      return "no venue of this dataset has a \(choice.aspect.noun)"
    }
    let lacks =
      "no venue of this dataset has \(choice.aspect.noun) \(UsageError.quote(absent.typed))"
    let typed = FoodText.phrase(absent.typed)
    let names = (0..<values.count).map { FoodText.shown(values[$0]) }
    if let close = Misspelling.closest(to: typed, among: names, by: { $0 }) {
      return lacks + didYouMean(close)
    }
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

extension FoodRequest.Choice {
  /// A diet or a feature, to which a venue says yes or no.
  fileprivate var isFact: Bool { aspect == .diet || aspect == .feature }

  /// What it is about, in the words of a sentence: `no data on high chairs`.
  fileprivate var subject: String {
    switch self {
    case .kind: "kind"
    case .cuisine: "cuisine"
    case .diet: "\(words) food"
    case .feature:
      switch value {
      case "wheelchair": "wheelchair access"
      case "outdoor": "outdoor seating"
      case "highchair": "high chairs"
      default: value
      }
    }
  }
}

extension FoodColumns {
  /// Whether any venue says something of what a choice is about.
  func says(_ choice: FoodRequest.Choice) -> Bool {
    choice.isFact ? has(choice) : has(choice.aspect)
  }
}

/// How the words of a request were read.
struct FoodReading {
  let request: FoodRequest
  /// What is asked: `this dataset`.
  let subject: String
  /// Whether any of its venues says something of what a choice is about.
  let says: (FoodRequest.Choice) -> Bool
  /// What a word is that the tables do not know.
  var aspectOfOwn: (String) -> FoodAspect? = { _ in nil }
  var hasNamesAlone = false

  private var parts: [FoodRequest.Part] { request.parts }

  /// What words were taken for, where that is not what they say.
  var notes: [String] {
    var notes: [String] = []
    let words = parts.filter(\.countsNames)
    if !words.isEmpty {
      notes.append(
        "\(Options.wanted.flag): "
          + (hasNamesAlone
            ? "\(subject) has only names, and "
              + Self.list(words.map { UsageError.quote($0.typed) }, "and")
              + " \(words.count == 1 ? "was" : "were") looked for in those"
            : words.map(meaning).joined(separator: "; ")))
    }
    for part in parts where !part.countsNames {
      let meant = part.choices.filter { $0.line != nil }.map(\.words)
      let typed = part.typed.split(separator: ",").map { FoodText.phrase(String($0)) }
      guard !meant.isEmpty, meant.contains(where: { !typed.contains($0) }),
        !part.typed.contains("=")
      else { continue }
      let option = part.choices.first?.aspect.name ?? "with"
      notes.append("--\(option) \(UsageError.show(part.typed)): \(meant.joined(separator: " or "))")
    }
    return notes
  }

  /// `cuisine pizza`; `'hut' in the name`
  func meaning(_ part: FoodRequest.Part) -> String {
    var meanings: [String] = []
    if part.choices.contains(where: says) {
      var groups: [(noun: String, words: [String])] = []
      for choice in part.choices {
        // A cuisine of a diet's name goes without saying.
        if choice.aspect == .cuisine, choice.line == nil { continue }
        let noun = choice.aspect == .feature ? "with" : choice.aspect.noun
        if let place = groups.firstIndex(where: { $0.noun == noun }) {
          groups[place].words.append(choice.words)
        } else {
          groups.append((noun, [choice.words]))
        }
      }
      meanings = groups.map { "\($0.noun) \($0.words.joined(separator: " or "))" }
    } else if !part.choices.isEmpty {
      meanings = [
        "\(UsageError.quote(part.typed)) in the name, as \(subject) has no data on "
          + Self.list(Self.subjects([part]))
      ]
    }
    for word in part.words {
      if let own = aspectOfOwn(word) { meanings.append("\(own.noun) \(word)") }
      meanings.append("\(UsageError.quote(word)) in the name")
    }
    return meanings.joined(separator: ", or ")
  }

  /// `cuisine or vegan food`: what is asked for, and known of some venues.
  var unknownSubjects: String? {
    let known = Self.subjects(parts.filter { $0.choices.contains(where: says) })
    return known.isEmpty ? nil : Self.list(known)
  }

  private static func subjects(_ parts: [FoodRequest.Part]) -> [String] {
    var subjects: [String] = []
    for choice in parts.flatMap(\.choices) where choice.aspect != .cuisine || choice.line != nil {
      if !subjects.contains(choice.subject) { subjects.append(choice.subject) }
    }
    return subjects
  }

  static func list(_ words: [String], _ joining: String = "or") -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) \(joining) \(last)"
  }
}
