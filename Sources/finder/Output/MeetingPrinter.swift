import CommandLineKit
import FinderEngine
import FinderLists

/// The venues of a meeting, and all that a writer or a map needs to show them: the points, the legs from each
/// of them to each venue, and what they are legs of.
struct MeetingAnswer {
  let question: MeetingQuestion
  /// Best first.
  let hits: [MeetingHit]
  let store: VenueStore
}

/// Answers a meeting in every format.
struct MeetingPrinter {
  let search: Search
  let question: MeetingQuestion
  let additions: VenueAdditions
  /// In place of a list.
  let picture: AnswerPicture?

  func answer(_ narrowed: Search.Narrowed, in store: VenueStore) throws -> Answer {
    if search.countsOnly { return count(narrowed, in: store) }
    var meetings = MeetingSearch(store, question.meeting)
    let explained = search.explains ? meetings.explained(narrowed.query) : nil
    let hits = explained?.hits ?? meetings.search(narrowed.query)
    let answer = MeetingAnswer(question: question, hits: hits, store: store)
    guard let picture else {
      let explained = explained.map { explained in
        ExplainedAnswer(
          explained.explanation, of: narrowed.query, listed: hits.count,
          by: question.meeting.order == .longest ? .longestWay : .allWays, search, in: store)
      }
      var listed = self.answer(
        found: hits.count, written(answer, narrowed.query, explained), narrowed, answer, nil,
        explained)
      if search.verifies { listed.proof = proof(of: hits, in: store) }
      return listed
    }
    var buffer = ByteBuffer(capacity: 1 << 16)
    let notes = try picture.append(
      answer.mapped(search.style.figures.units), of: search, titled: answer.title, in: store,
      to: &buffer)
    var drawn = self.answer(found: hits.count, buffer, narrowed, answer)
    if !search.isQuiet { drawn.notes += notes }
    return drawn
  }

  private func proof(of hits: [MeetingHit], in store: VenueStore) -> AnswerProof {
    let given = GivenAnswer(hits, in: store)
    return AnswerProof(listed: hits.count) {
      [search, meeting = question.meeting, figures = search.style.figures] venues in
      let (query, plain) = (try search.narrowed(in: venues).query, venues.store)
      let found = GivenAnswer(PlainMeetingSearch(query, meeting, in: plain).hits, in: plain)
      return [
        search.format == .table
          ? Verification(given, found, in: plain, for: figures)
          : Verification(given, found, in: plain, for: TenthsRounding())
      ]
    }
  }

  private func count(_ narrowed: Search.Narrowed, in store: VenueStore) -> Answer {
    let query = narrowed.query
    // What is left out is counted in the same pass, where a note is to say it.
    let tally = query.food == nil || search.isQuiet ? nil : FoodTally(of: query, in: store)
    let printer = ResultPrinter(search: search, additions: additions)
    let explained = search.explains ? printer.explainedCount(query, in: store) : nil
    let all = explained?.listed ?? tally?.fits ?? Searcher(store).count(query)
    let count = min(all, query.limit ?? all)
    var buffer = ByteBuffer(capacity: 512)
    if search.format == .json {
      appendDocument(query, count: count, explained, to: &buffer)
    } else {
      buffer.append(integer: count)
      buffer.append("\n")
    }
    let answer = MeetingAnswer(question: question, hits: [], store: store)
    var counted = self.answer(found: count, buffer, narrowed, answer, tally, explained)
    if search.verifies { counted.proof = printer.proof(ofCount: count) }
    return counted
  }

  private func answer(
    found: Int, _ bytes: consuming ByteBuffer, _ narrowed: Search.Narrowed,
    _ answer: MeetingAnswer, _ tally: FoodTally? = nil, _ explained: ExplainedAnswer? = nil
  ) -> Answer {
    var isExplained = narrowed.lacksChain && found == 0
    var notes: [String] = []
    if !search.isQuiet {
      if let note = question.places.note(
        isTable: search.isTable, isInAnswer: search.format == .json)
      {
        notes.append(note)
      }
      let own = search.isTable ? question.notes(answer.hits, search.style.figures.units) : []
      notes += ResultPrinter(search: search, additions: additions).notes(
        narrowed, found: found, answer.hits.last.map { .nearest(row: $0.row) }, in: answer.store,
        [], tally, figures: MeetingWriter.names(ofPoints: question.places.count), &isExplained)
      notes += own
    }
    // A document has it as a member.
    if let explained, search.format != .json { notes += explained.lines }
    return Answer(
      found: found, bytes: bytes, notes: notes, isExplained: isExplained,
      tallies: narrowed.tallies)
  }

  // MARK: Formats

  private func written(
    _ answer: MeetingAnswer, _ query: Query, _ explained: ExplainedAnswer?
  ) -> ByteBuffer {
    let hits = answer.hits
    let venues = VenueWriter(
      answer.store, fields: search.request.fields, additions: additions.all)
    let writer = MeetingWriter(venues, points: question.places.count)
    var buffer = ByteBuffer(capacity: 4096 + hits.count * (128 + 48 * question.places.count))
    switch search.format {
    case .table:
      let table = MeetingTable(answer: answer, style: search.style, additions: additions)
      if let fields = search.request.fields {
        table.append(fields, by: venues, writer, to: &buffer)
      } else {
        table.append(to: &buffer)
      }
    case .json:
      appendDocument(query, count: hits.count, explained, to: &buffer) {
        writer.append(jsonOf: hits[$1], to: &$0)
      }
    default:
      if let form = search.format.waypoints {
        VenueWaypoints(
          form: form, figures: search.style.figures, writer: venues,
          isOfFields: search.request.fields != nil, additions: additions
        ).append(answer, by: writer, to: &buffer)
      } else {
        buffer.append(
          hits, by: writer, as: search.format, hasHeader: search.invocation.hasHeader,
          attribution: answer.store.attribution)
      }
    }
    return buffer
  }

  private func appendDocument(
    _ query: Query, count: Int, _ explained: ExplainedAnswer?, to buffer: inout ByteBuffer,
    venue: (inout ByteBuffer, Int) -> Void = { _, _ in }
  ) {
    buffer.append("{")
    buffer.append(key: "query") { buffer in
      question.append(to: &buffer)
      search.append(filtersTo: &buffer)
    }
    buffer.appendLineBreak()
    let rulings = question.places.map(\.ruling)
    buffer.append(key: "camera") { buffer in
      buffer.append(key: "inside", bool: rulings.allSatisfy(\.isInside))
      buffer.append(key: "moved", bool: rulings.contains { $0.isMoved })
    }
    buffer.appendLineBreak()
    buffer.append(key: "data") {
      $0.append(key: "source", string: search.source.kind.rawValue)
    }
    buffer.appendLineBreak()
    buffer.append(key: "count", integer: count)
    if let explained {
      buffer.appendLineBreak()
      explained.append(to: &buffer)
    }
    if !search.countsOnly {
      buffer.appendLineBreak()
      buffer.append(key: "venues", elements: count, indent: "\n  ", venue)
    }
    buffer.append("}\n")
  }
}

extension VenueWaypoints {
  func append(_ answer: MeetingAnswer, by writer: MeetingWriter, to output: inout ByteBuffer) {
    let waypoints = answer.hits.lazy.map { hit in
      let venue = answer.store.venue(hit.hit)
      return isOfFields
        ? waypoint(of: venue, fields: writer.lines(ofFieldsOf: hit))
        : waypoint(of: venue, [way(to: hit, answer.question)])
    }
    WaypointWriter.append(waypoints, as: form, owedTo: answer.store.attribution, to: &output)
  }

  /// `136 km from A, 137 km from B`; of many points, `longest 137 km from 3, 410 km in all`. The letters and
  /// numbers are the table's.
  private func way(to hit: MeetingHit, _ question: MeetingQuestion) -> String {
    let units = figures.units
    guard hit.ways.count <= MeetingTable.mostColumns else {
      let longest = readable(hit.figures.worst, units)
      return "longest \(longest) from \(question.label(hit.longestWay)), "
        + "\(readable(hit.figures.total, units)) in all"
    }
    return hit.ways.enumerated().map { number, way in
      "\(readable(way.distance, units)) from \(question.label(number))"
    }
    .joined(separator: ", ")
  }
}
