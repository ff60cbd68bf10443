import CommandLineKit
import FinderEngine

/// What `--verify` needs to know about an answer to work it out again from venues that are read afresh.
///
///     let given = GivenAnswer(hits, in: store)
///     AnswerProof(listed: hits.count) { venues in
///       [Verification(try search.narrowed(in: venues).query, given, in: venues.store, for: rounding)]
///     }
///
/// A class, `nil` without the option, so that other answers are no larger.
final class AnswerProof: Sendable {
  typealias Check = @Sendable (OpenedVenues) throws -> [Verification]

  private let listed: Int
  private let isCount: Bool
  private let check: Check

  /// `check` narrows the query for the venues it is given, and verifies each part of the answer.
  init(listed: Int, isCount: Bool = false, _ check: @escaping Check) {
    (self.listed, self.isCount, self.check) = (listed, isCount, check)
  }

  /// The result of a check: a note if the answer is right, else the difference.
  enum Outcome {
    case same(note: String)
    case differs(String)
  }

  func outcome(in venues: OpenedVenues) throws -> Outcome {
    let verifications = try check(venues)
    if let difference = verifications.lazy.compactMap(\.difference).first {
      return .differs(difference.text)
    }
    let count = venues.store.count
    let worked = "verified: \(grouped(count)) venue\(count == 1 ? "" : "s") worked out again"
    if isCount { return .same(note: "\(worked), the same number") }
    return .same(
      note: listed == 0
        ? "\(worked), none found"
        : listed == 1
          ? "\(worked), the same one found"
          : "\(worked), the same \(grouped(listed)) in the same order")
  }
}

extension Verification.Difference {
  /// What the answer has and what was found instead.
  fileprivate var text: String {
    switch self {
    case .count(let given, let found):
      return "the answer counts \(grouped(given)), but worked out again there are \(grouped(found))"
    case .venue(let place, let given?, let found?):
      return "place \(place + 1) of the answer is \(given.text), but worked out again it is "
        + found.text
    case .venue(let place, let given?, nil):
      return "place \(place + 1) of the answer is \(given.text), but worked out again there is none"
    case .venue(let place, nil, let found):
      return "the answer ends after \(counted(place, "venue")), but worked out again "
        + "\(found?.text ?? "another") comes next"
    case .figures(let place, let given, let found):
      let (was, isNow) =
        given.figures.isEmpty
        ? ("is \(given.away)", found.away) : ("has \(given.unlike(found))", found.unlike(given))
      return
        "place \(place + 1) of the answer, \(given.title), \(was), but worked out again \(isNow)"
    case .members(let place, let given, _):
      return
        "place \(place + 1) of the answer, \(given.title), has another name, postcode, position or "
        + "other property in the dataset"
    }
  }
}

extension GivenAnswer.Line {
  /// `'Dishoom' (zrz7p23dmzwy)`
  fileprivate var title: String {
    (name.isEmpty ? "a venue without a name" : UsageError.quote(name)) + " (\(id))"
  }

  fileprivate var away: String {
    let (metres, degrees) = (distance.isFinite ? distance : 0, Geodesic.shown(bearing: bearing))
    return
      "\(shown(metres.inThousandths)) m away at \(shown(degrees.inTenths)) degrees"
  }

  /// The figures that print differently in another line: `leg_2_m 1234.5`.
  fileprivate func unlike(_ other: GivenAnswer.Line) -> String {
    let places = figures.indices.filter {
      $0 >= other.figures.count || figures[$0].text != other.figures[$0].text
    }
    return (places.isEmpty ? figures.prefix(2) : places.prefix(3).map { figures[$0] }[...])
      .map(\.text).joined(separator: ", ")
  }

  fileprivate var text: String {
    figures.isEmpty
      ? "\(title), \(away)"
      : "\(title) with \(figures.prefix(2).map(\.text).joined(separator: ", "))"
  }
}

extension GivenAnswer.Figure {
  fileprivate var text: String {
    switch value {
    case .distance(let metres):
      "\(name) \(shown((metres.isFinite ? metres : 0).inThousandths))"
    case .bearing(let degrees):
      "\(name) \(shown(Geodesic.shown(bearing: degrees).inTenths))"
    case .word(let word): "\(name) \(word)"
    }
  }
}
