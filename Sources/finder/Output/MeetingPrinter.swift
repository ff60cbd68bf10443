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
    let printer = ResultPrinter(search: search, additions: additions)
    if search.countsOnly {
      return printer.count(narrowed, in: store, ownNotes([])) {
        appendDocument(count: $0, $1, to: &$2)
      }
    }
    var meetings = MeetingSearch(store, question.meeting)
    let explained = search.explains ? meetings.explained(narrowed.query) : nil
    let hits = explained?.hits ?? meetings.search(narrowed.query)
    let answer = MeetingAnswer(question: question, hits: hits, store: store)
    let last = hits.last.map { AnswerScope.Last.nearest(row: $0.row) }
    if let picture {
      var buffer = ByteBuffer(capacity: 1 << 16)
      let lines = try picture.append(
        answer.mapped(search.style.figures.units), of: search, titled: answer.title, in: store,
        to: &buffer)
      return printer.answer(
        found: hits.count, buffer, narrowed, upTo: last, in: store, ownNotes(hits, last: lines))
    }
    let explanation = explained.map { explained in
      ExplainedAnswer(
        explained.explanation, of: narrowed.query, listed: hits.count,
        by: question.meeting.order == .longest ? .longestWay : .allWays, search, in: store)
    }
    return printer.answer(
      found: hits.count, written(answer, by: printer, explanation), narrowed, upTo: last,
      in: store, ownNotes(hits), nil, explanation,
      search.verifies ? proof(of: hits, in: store) : nil)
  }

  private func ownNotes(
    _ hits: [MeetingHit], last: [String] = []
  ) -> ResultPrinter.OwnNotes {
    let note = question.places.note(isTable: search.isTable, isInAnswer: search.format == .json)
    return ResultPrinter.OwnNotes(
      first: note.map { [$0] } ?? [],
      last: (search.isTable ? question.notes(hits, search.style.figures.units) : []) + last,
      figures: MeetingWriter.names(ofPoints: question.places.count))
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

  // MARK: Formats

  private func written(
    _ answer: MeetingAnswer, by printer: ResultPrinter, _ explained: ExplainedAnswer?
  ) -> ByteBuffer {
    let hits = answer.hits
    let venues = printer.writer(answer.store)
    let writer = MeetingWriter(venues, points: question.places.count)
    var buffer = ByteBuffer(capacity: 4096 + hits.count * (128 + 48 * question.places.count))
    printer.append(hits, by: writer, venues, of: answer.store, to: &buffer) { buffer in
      let table = MeetingTable(answer: answer, style: search.style, additions: additions)
      if let fields = search.request.fields {
        table.append(fields, by: venues, writer, to: &buffer)
      } else {
        table.append(to: &buffer)
      }
    } document: {
      appendDocument(count: hits.count, explained, to: &$0, venue: $1)
    } way: { [question] in
      [$0.way(to: $1, question)]
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
  /// `136 km from London, 137 km from Leeds`; of many points, `longest 137 km from Leeds, 410 km in all`. By name, as
  /// a phone has no table that says who A is.
  fileprivate func way(to hit: MeetingHit, _ question: MeetingQuestion) -> String {
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
