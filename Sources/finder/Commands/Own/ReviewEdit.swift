import CommandLineKit
import FinderEngine
import FinderOwn

enum ReviewEdit {
  private static let noPhotos = Option(
    "no-photos", summary: "remove its photos", group: "Record")
  private static let date = ReviewOptions.date.with(defaultText: "as it is")
  private static let text = ReviewOptions.text.with(
    summary: "the review or the note in words; '' for none")
  private static let photo = ReviewOptions.photo.with(
    summary: "add a photo: a JPEG, PNG or WebP, which is copied")
  /// `none` removes a value.
  private static let fields =
    [ReviewOptions.rating, ReviewOptions.recommend, ReviewOptions.service].map {
      $0.with(choices: $0.choices + ["none"])
    } + [date, text, photo, noPhotos]

  static let command = Command.command(
    "edit", summary: "change a review or a visit", otherWords: "change update modify",
    exits: [.nothingFound],
    about: """
      Options change what they name; everything else stays. In a terminal and without options the text \
      is opened in VISUAL or EDITOR; if another process changes it meanwhile, nothing is overwritten and \
      your text stays in the temporary file. Photos that no record needs any more are removed.
      """,
    examples: """
      finder review edit 20250614-7rje6gph --rating 5 # another rating
      finder review edit 20250614-h70gbmzx --date 2025-06-13 # of a visit: another day
      """,
    options: fields + [Options.quiet], arguments: [ReviewOptions.record], run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let draft = try invocation.draft()
    let folder = try invocation.ownFolder()
    let id = invocation[ReviewOptions.record] ?? ""
    if fields.contains(where: { invocation.has($0) }) {
      try change(id, draft, nil, in: folder, invocation)
    } else {
      guard let editor = ReviewQuestions.canAsk ? try Editor.chosen() : nil else {
        throw invocation.error("expected what to change, such as --rating or --text")
      }
      let before = try invocation.record(id, in: try VisitLog(in: folder)).text
      try editor.edit(review: before ?? "") { text in
        let typed = VisitDraft.trimmed(text)
        // If the text is unchanged, change nothing, whatever happened meanwhile.
        guard typed != before.flatMap(VisitDraft.trimmed) else { return }
        try change(id, draft, TypedText(before: before, after: typed), in: folder, invocation)
      }
    }
    return .success
  }

  /// The text before and after editing.
  private struct TypedText {
    /// As it was when the editor opened it.
    let before: String?
    let after: String?
  }

  private static func change(
    _ id: String, _ draft: VisitDraft, _ typed: TypedText?, in folder: FilePath,
    _ invocation: Invocation
  ) throws {
    let photos = try invocation.photos()
    var faulty: VisitLog?
    try VisitLog.change(in: folder, photos, whenWaiting: invocation.noteWaiting) { log in
      var record = try invocation.record(id, in: log)
      let before = record
      if let typed, ![typed.before, typed.after].contains(record.text) {
        throw Failure(
          .badData,
          "another process changed the text of \(record.id) while your editor was open; nothing was saved"
        )
      }
      apply(draft, typed, photos, invocation, to: &record)
      try check(record, invocation)
      log.replace(record)
      faulty = log
      return record != before
    }
    if let faulty { invocation.note(faultsIn: faulty) }
  }

  private static func apply(
    _ draft: VisitDraft, _ typed: TypedText?, _ photos: [CleanPhoto], _ invocation: Invocation,
    to record: inout VisitRecord
  ) {
    func isGiven(_ option: Option) -> Bool { invocation.has(option) }
    if isGiven(ReviewOptions.rating) { record.rating = draft.rating }
    if isGiven(ReviewOptions.recommend) { record.recommend = draft.recommend }
    if isGiven(ReviewOptions.service) { record.service = draft.service }
    if isGiven(ReviewOptions.text) { record.text = draft.text }
    if let typed { record.text = typed.after }
    if let date = draft.date { record.date = date }
    if isGiven(noPhotos) { record.photos = [] }
    for photo in photos where !record.photos.contains(photo.name) {
      record.photos.append(photo.name)
    }
  }

  private static func check(_ record: VisitRecord, _ invocation: Invocation) throws {
    guard record.hasContent else {
      throw invocation.error("a review has a rating or a text: nothing was changed")
    }
    guard record.kind == .review || record.rating == nil else {
      throw invocation.error(ReviewOptions.rating, "is for reviews, and this is a visit")
    }
    guard record.photos.count <= VisitRecord.mostPhotos else {
      throw invocation.error(
        ReviewOptions.photo, "a record has at most \(VisitRecord.mostPhotos) photos")
    }
  }
}
