import CommandLineKit
import FinderEngine
import FinderLists

/// The venues of a meeting, with everything a writer or a map needs to show them: the points, and the leg
/// from each point to each venue.
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
  /// Drawn instead of a list.
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
    let printer = ResultPrinter(search: search, additions: additions)
    var buffer = ByteBuffer(capacity: 512)
    let counted = printer.counted(narrowed.query, in: store, to: &buffer) {
      appendDocument(count: $0, $1, to: &$2)
    }
    let answer = MeetingAnswer(question: question, hits: [], store: store)
    var printed = self.answer(
      found: counted.count, buffer, narrowed, answer, counted.tally, counted.explained)
    printed.proof = counted.proof
    return printed
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
    // In JSON it is a member of the document.
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
      appendDocument(count: hits.count, explained, to: &buffer) {
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
    count: Int, _ explained: ExplainedAnswer?, to buffer: inout ByteBuffer,
    venue: (inout ByteBuffer, Int) -> Void = { _, _ in }
  ) {
    let rulings = question.places.map(\.ruling)
    AnswerDocument(
      search: search, isInside: rulings.allSatisfy(\.isInside),
      isMoved: rulings.contains { $0.isMoved }, explained: explained
    ).append(count: count, to: &buffer, question: question.append, venue: venue)
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

  /// `136 km from London, 137 km from Leeds`; of many points, `longest 137 km from Leeds, 410 km in all`. By name, as
  /// a phone has no table that says who A is.
  private func way(to hit: MeetingHit, _ question: MeetingQuestion) -> String {
    let units = figures.units
    func name(_ way: Int) -> String { question.places[way].shownName }
    guard hit.ways.count <= MeetingTable.mostColumns else {
      let longest = readable(hit.figures.worst, units)
      return "longest \(longest) from \(name(hit.longestWay)), "
        + "\(readable(hit.figures.total, units)) in all"
    }
    return hit.ways.enumerated().map { number, way in
      "\(readable(way.distance, units)) from \(name(number))"
    }
    .joined(separator: ", ")
  }
}
