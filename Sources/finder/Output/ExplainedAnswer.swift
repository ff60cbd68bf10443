import CommandLineKit
import FinderEngine

/// What `--explain` says about an answer: on standard error for people, in the document for programs.
///
///     if search.explains { … ExplainedAnswer(explanation, of: query, listed: hits.count, search, in: store) }
///
/// A class, `nil` without the option, so that other answers are no larger.
final class ExplainedAnswer: Sendable {
  private let explanation: Explanation
  private let store: VenueStore
  /// The options or arguments that left venues out, as keys and as labels. An array of a type of its own
  /// would cost the runtime a tenth of the search's time.
  private let (filters, labels): ([String], [String])
  private let leftOut: [Int]
  let listed: Int
  private let limit: Int?
  private let isCount: Bool
  private let units: ReadableFigures.Units
  private let order: Order

  /// The figure by which an answer is sorted.
  enum Order: Sendable {
    case distance, longestWay, allWays, along, detour

    /// Its key in the venues of a document.
    fileprivate var key: StaticString {
      switch self {
      case .distance: "distance_m"
      case .longestWay: "worst_m"
      case .allWays: "total_m"
      case .along: "along_m"
      case .detour: "detour_m"
      }
    }
  }

  /// `listed` is the number of venues listed, or counted. With `ofBranches`, rows and chains belong to a
  /// favourite.
  init(
    _ explanation: Explanation, of query: Query, listed: Int, isCount: Bool = false,
    ofBranches: Bool = false, by order: Order = .distance, _ search: Search, in store: VenueStore
  ) {
    self.order = order
    (self.explanation, self.store, self.listed) = (explanation, store, listed)
    (limit, self.isCount, units) = (query.limit, isCount, search.style.figures.units)
    let ofBranches = ofBranches || search.name != nil
    var (filters, labels, leftOut): ([String], [String], [Int]) = ([], [], [])
    for asked in explanation.leftOut {
      // Records that a search looks up one by one are also marked.
      if asked.filter == .marks, query.rows != nil, asked.venues == 0 { continue }
      let (filter, label) = search.name(of: asked.filter, query, ofBranches: ofBranches)
      filters.append(filter)
      labels.append(label)
      leftOut.append(asked.venues)
    }
    (self.filters, self.labels, self.leftOut) = (filters, labels, leftOut)
  }

  // MARK: The document

  /// Appends the member `explain`.
  func append(to output: inout ByteBuffer) {
    let ids = VenueWriter(store)
    output.append(key: "explain") { output in
      output.append(key: "venues", integer: explanation.venues)
      output.append(key: "left_out", elements: leftOut.count) { output, place in
        output.appendObject { output in
          output.append(key: "filter", string: filters[place])
          output.append(key: "venues", integer: leftOut[place])
        }
      }
      output.append(key: "geodesics", integer: explanation.geodesics)
      output.append(key: "ties", elements: explanation.ties.count) { output, place in
        let tie = explanation.ties[place]
        output.appendObject { output in
          output.append(key: order.key, tenths: tie.distance)
          output.append(key: "ids", elements: tie.rows.count) { output, place in
            ids.append(quotedIDOf: store.venue(ofRow: tie.rows[place]), to: &output)
          }
          output.append(key: "by", string: tie.isByName ? "name" : "position")
        }
      }
      output.append(key: "next")
      guard let next = explanation.next else { return output.append("null") }
      let venue = store.venue(ofRow: next.row)
      output.appendObject { output in
        ids.append(idAndNameOf: venue, to: &output)
        output.append(key: "margin_m", number: Self.millimetres(next.margin))
      }
    }
  }

  /// Only a tie gives 0.
  private static func millimetres(_ margin: Double) -> Double {
    margin > 0 ? max(0.001, (margin * 1000).rounded() / 1000) : 0
  }

  // MARK: For people

  private static let mostTies = 3
  private static let mostNames = 6

  /// One line each for the venues, the geodesics, the ties and the next venue.
  var lines: [String] {
    var lines = [sums, "\(counted(explanation.geodesics, "geodesic")) worked out"]
    for tie in explanation.ties.prefix(Self.mostTies) { lines.append(line(tie)) }
    let more = explanation.ties.count - Self.mostTies
    if more > 0 {
      lines.append(
        "and \(counted(more, "more group")) of venues "
          + (order == .distance ? "at the same distance" : "that tie"))
    }
    if let next { lines.append(next) }
    return lines
  }

  /// `54,754 venues in the dataset: 10 listed, 3 left out by --match, 54,741 beyond the limit of 10`
  private var sums: String {
    var sums =
      "\(grouped(explanation.venues)) venue\(explanation.venues == 1 ? "" : "s") in the dataset: "
    sums += "\(grouped(listed)) \(isCount ? "counted" : "listed")"
    // `joined` would cost the runtime 100,000 instructions the first time.
    for place in leftOut.indices {
      sums += ", \(grouped(leftOut[place])) "
      sums +=
        filters[place] == Options.limit.name
        ? "beyond the limit of \(limit ?? 0)" : "left out by \(labels[place])"
    }
    return sums
  }

  private func line(_ tie: Explanation.Tie) -> String {
    var line =
      "\(tie.rows.count) \(alike(readable(tie.distance, units))), and are in the order of "
    line += tie.isByName ? "their names" : "their names and then of the file"
    // As in `sums`, without `joined`.
    for (place, row) in tie.rows.prefix(Self.mostNames).enumerated() {
      line += place == 0 ? ": " : ", "
      line += name(row)
    }
    let more = tie.rows.count - Self.mostNames
    return more > 0 ? "\(line) and \(more) more" : line
  }

  private func alike(_ figure: String) -> String {
    switch order {
    case .distance: "are equally far, \(figure)"
    case .longestWay: "are equally good: the longest way is \(figure)"
    case .allWays: "are equally good: the ways add up to \(figure)"
    case .along: "are at the same place, \(figure) along the way"
    case .detour: "make the same detour, \(figure)"
    }
  }

  private var next: String? {
    guard let next = explanation.next else {
      let isWhole = filters.last == Options.limit.name && leftOut.last == 0
      return isCount || !isWhole ? nil : listed == 0 ? "nothing fits" : "nothing else fits"
    }
    return "next would be \(name(next.row)), \(compared(next.margin))"
  }

  /// Compares the next venue with the last one listed.
  private func compared(_ margin: Double) -> String {
    let more = Self.farther(margin)
    let last = "the last one listed"
    return switch (order, margin > 0) {
    case (.distance, true): "\(more) farther than \(last)"
    case (.distance, false): "as far as \(last)"
    case (.longestWay, true): "whose longest way is \(more) longer than for \(last)"
    case (.longestWay, false): "with the same longest way as \(last)"
    case (.allWays, true): "whose ways add up to \(more) more than for \(last)"
    case (.allWays, false): "with the same sum as \(last)"
    case (.along, true): "\(more) farther along the way than \(last)"
    case (.along, false): "at the same place on the way as \(last)"
    case (.detour, true): "whose detour is \(more) longer than for \(last)"
    case (.detour, false): "with the same detour as \(last)"
    }
  }

  private func name(_ row: Int) -> String {
    store.venue(ofRow: row).shownName
  }

  /// Finer than printed distances: `0.4 m`.
  private static func farther(_ margin: Double) -> String {
    margin < 0.1
      ? "less than 0.1 m"
      : margin < 1000
        ? "\(shown(margin.inTenths)) m"
        : "\(shown((margin / 100).rounded() / 10)) km"
  }
}

extension Search {
  /// What left venues out, as a key and as a label for people.
  fileprivate func name(
    of filter: Explanation.Filter, _ query: Query, ofBranches: Bool
  ) -> (filter: String, label: String) {
    func flag(_ option: Option) -> (String, String) { (option.name, option.flag) }
    switch filter {
    case .rows: return ofBranches ? ("name", "NAME") : flag(visitsOption)
    case .marks: return flag(visitsOption)
    case .area:
      switch query.area {
      case .everywhere, .circle, .annulus, .together: return flag(Options.radius)
      case .corridor: return flag(Options.within)
      case .box: return flag(invocation.has(Options.span) ? Options.span : Options.box)
      case .polygon: return flag(Options.polygon)
      }
    case .chains:
      if ofBranches { return ("name", "NAME") }
      return flag(invocation.has(Options.chain) ? Options.chain : Options.independentsOnly)
    case .match: return flag(Options.match)
    case .food:
      let typed = request.filters.food?.typed.map(\.option) ?? []
      return (
        typed.map(\.name).joined(separator: ","), typed.map(\.flag).joined(separator: " and ")
      )
    case .condition(let place):
      let texts = invocation.values(Options.condition)
      guard place < texts.count else { return flag(Options.open) }
      return (
        "\(Options.condition.name) \(texts[place])",
        "\(Options.condition.flag) \(UsageError.quote(texts[place]))"
      )
    case .onePerChain: return flag(Options.onePerChain)
    case .limit: return flag(Options.limit)
    }
  }

  private var visitsOption: Option {
    [Options.minRating, Options.reviewed].first(where: invocation.has) ?? Options.notVisited
  }
}
