import CommandLineKit
import FinderEngine

/// Describes how the words of a request were read.
struct FoodReading {
  let request: FoodRequest
  /// What is searched: `this dataset`.
  let subject: String
  /// Whether any of its venues has data on the subject of a choice.
  let says: (FoodRequest.Choice) -> Bool
  /// The aspect of a word that the tables do not have.
  var aspectOfOwn: (String) -> FoodAspect? = { _ in nil }
  var hasNamesAlone = false

  private var parts: [FoodRequest.Part] { request.parts }

  /// How words were read, if not literally.
  var notes: [String] {
    var notes: [String] = []
    let words = parts.filter(\.countsNames)
    if !words.isEmpty {
      notes.append(
        "\(Options.wanted.flag): "
          + (hasNamesAlone
            ? "\(subject) has only names, and "
              + words.map { UsageError.quote($0.typed) }.listed()
              + " \(words.count == 1 ? "was" : "were") searched for in those"
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
        // A cuisine named after a diet goes without saying.
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
          + Self.subjects([part]).listed(with: "or")
      ]
    }
    for word in part.words {
      if let own = aspectOfOwn(word) { meanings.append("\(own.noun) \(word)") }
      meanings.append("\(UsageError.quote(word)) in the name")
    }
    return meanings.joined(separator: ", or ")
  }

  /// `cuisine or vegan food`: what the user asked for, and only some venues have data on.
  var unknownSubjects: String? {
    let known = Self.subjects(parts.filter { $0.choices.contains(where: says) })
    return known.isEmpty ? nil : known.listed(with: "or")
  }

  private static func subjects(_ parts: [FoodRequest.Part]) -> [String] {
    var subjects: [String] = []
    for choice in parts.flatMap(\.choices) where choice.aspect != .cuisine || choice.line != nil {
      if !subjects.contains(choice.subject) { subjects.append(choice.subject) }
    }
    return subjects
  }
}

extension FoodRequest.Choice {
  /// A diet or a feature: a venue says yes or no to it.
  var isFact: Bool { aspect == .diet || aspect == .feature }

  /// The subject, as worded in a sentence: `no data on high chairs`.
  var subject: String {
    switch self {
    case .kind: "kind"
    case .cuisine: "cuisine"
    case .diet: "\(words) food"
    case .feature: line?.noun ?? value
    }
  }
}
