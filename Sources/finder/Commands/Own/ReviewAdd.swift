import CommandLineKit
import FinderEngine
import FinderOwn

enum ReviewAdd {
  private static let point = Argument(
    "POINT|-", isRequired: false, mostWords: 2, completes: .points, joins: PointRequest.joined,
    summary: "a point, to choose the nearest of several venues; or - for a JSON document on stdin")

  static let command = Command.command(
    "add", summary: "review a venue", otherWords: "new create write",
    exits: [.nothingFound, .outsideCamera],
    about: """
      A review has a rating or a text, or both. If several venues have the name, or it is a \
      chain's, the one nearest to the point is taken; without a point they are listed, and finder \
      exits with 64. The id of the review is printed once it is on disk; a note names the venue.

      In a terminal and without options you are asked in three steps. The text is written in VISUAL or \
      EDITOR if one is set. Otherwise end it with a line of only a full stop, or with Ctrl-D. Ctrl-C \
      keeps nothing.

      With a lone - the review is a JSON object on standard input, with the members rating, \
      recommend (true or false), service, date, text and photos (paths). If - takes the place \
      of VENUE, the member venue names the venue. Members that finder does not know are kept.
      """,
    usage: ["VENUE [POINT] [OPTIONS]", "VENUE -", "-"],
    examples: """
      finder review add zrz7p23dmzwy --rating 4 # a rating alone
      finder review add 'Hoagie Yard' London --rating 5 --recommend yes --service take-away
        --text 'The best in town' # of the nearest branch
      echo '{"rating":3,"text":"Loud"}' | finder review add zrz7p23dmzwy - # from another program
      """,
    options: ReviewOptions.review + ReviewOptions.place,
    arguments: [ReviewOptions.venue, point], run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    var draft = try invocation.draft()
    let hasOptions = ReviewOptions.review.contains { invocation.has($0) }
    if invocation[ReviewOptions.text] == "" {
      throw invocation.error(ReviewOptions.text, "is empty")
    }
    var words = invocation.words(point)
    var text = invocation[ReviewOptions.venue] ?? ""
    guard !text.isEmpty else { throw invocation.error(ReviewOptions.venue, "is empty") }
    let isDocument = text == "-" || words.last?.text == "-"
    if isDocument {
      guard !hasOptions else {
        throw invocation.error("give the review by options or as a document, not both")
      }
      try invocation.claimStandardInput(for: "review")
      draft = try VisitDraft(
        try invocation.textToImport("-", while: FileReading.mayBeObject), named: "standard input")
      if text == "-" { text = draft.venue ?? "" } else { words = words.dropLast() }
      guard !text.isEmpty else {
        throw Failure(.badData, "standard input: expected an object with a \"venue\"")
      }
    }
    let asks = !isDocument && !hasOptions && ReviewQuestions.canAsk
    guard asks || draft.hasContent else {
      guard isDocument else { throw invocation.error("expected --rating or --text, or both") }
      throw Failure(.badData, "standard input: expected an object with a \"rating\" or a \"text\"")
    }
    let request = PointRequest(invocation, words)
    let data = SearchData(invocation)
    let photos = try invocation.photos(draft)
    let venue = try invocation.venueToRecord(text, data, request)
    let keep: (VisitDraft) throws -> VisitRecord = { draft in
      let record = draft.record(.review, of: venue.venue, photos: photos)
      try invocation.keep(record, photos)
      return record
    }
    let record = try asks ? ReviewQuestions().ask(about: venue.shown, keep) : keep(draft)
    if !asks { invocation.diagnostics.note("reviewed \(venue.shown)") }
    return try invocation.printID(of: record, data)
  }
}
