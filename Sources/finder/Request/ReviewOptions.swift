import CommandLineKit
import FinderEngine
import FinderOwn

enum ReviewOptions {
  static let venue = Argument(
    "VENUE", completes: .names, joins: { _ in .perhaps },
    summary: "a venue's id or name, or its chain's name")
  static let record = Argument("ID", completes: .records, summary: "the id of a record")

  static let date = Option(
    "date", value: "DATE", summary: "the day of the visit: 2026-11-22, today or yesterday",
    group: "Record", isEveryday: true,
    defaultText: "today", otherWords: "day when on")
  static let note = Option(
    "note", value: "TEXT", summary: "what to remember about it", group: "Record", isEveryday: true,
    otherWords: "text comment message")
  static let text = Option(
    "text", value: "TEXT", summary: "the review in words", group: "Record", isEveryday: true,
    otherWords: "note comment message review")
  static let rating = Option(
    "rating", value: "N", choices: VisitRecord.ratings.map { String($0) },
    summary: "how good it was, 5 for the best", group: "Record", isEveryday: true,
    otherWords: "stars score rate")
  static let service = Option(
    "service", value: "KIND", choices: VisitRecord.Service.allCases.map(\.rawValue),
    summary: "how the meal was served", group: "Record", isEveryday: true,
    otherWords: "delivery=delivery")
  static let recommend = Option(
    "recommend", value: "ANSWER", choices: ["yes", "no"], summary: "whether you would recommend it",
    group: "Record", isEveryday: true)
  static let photo = Option(
    "photo", value: "FILE", summary: "a JPEG, PNG or WebP, which is copied", group: "Record",
    isEveryday: true,
    isRepeatable: true, isPath: true, completes: .photos, otherWords: "image picture")

  static let review = [rating, recommend, service, date, text, photo]

  /// Options of the commands that look up a venue.
  static let place =
    Options.point + [
      Options.outside, Options.data, Options.noCache, Options.noConfig, Options.quiet,
    ]

  static let printing =
    [Options.data, Options.noCache]
    + Options.results.with(formats: [.table, .json, .ndjson, .csv, .tsv])
}

extension Invocation {
  /// The text, which must not be empty; `nil` if the option was not given.
  func words(of option: Option) throws -> String? {
    guard let text = self[option] else { return nil }
    guard let trimmed = VisitDraft.trimmed(text) else { throw error(option, "is empty") }
    guard trimmed.utf8.count <= VisitRecord.mostText else {
      throw error(option, "is longer than \(VisitRecord.mostText) bytes")
    }
    return trimmed
  }

  /// The options of a review. `none` counts as not given.
  func draft() throws -> VisitDraft {
    var draft = VisitDraft()
    draft.date = try date(ReviewOptions.date)
    draft.text = try self[ReviewOptions.text] == "" ? nil : words(of: ReviewOptions.text)
    draft.rating = self[ReviewOptions.rating].flatMap { Int($0) }
    draft.service = self[ReviewOptions.service].flatMap(VisitRecord.Service.init(rawValue:))
    draft.recommend = self[ReviewOptions.recommend].flatMap { ["yes": true, "no": false][$0] }
    guard words(ReviewOptions.photo).count <= VisitRecord.mostPhotos else {
      throw error(ReviewOptions.photo, "may be given \(VisitRecord.mostPhotos) times")
    }
    return draft
  }

  /// Photos from options, or else those that a document names, without their metadata.
  func photos(_ draft: VisitDraft = VisitDraft()) throws -> [CleanPhoto] {
    let given = paths(ReviewOptions.photo)
    var photos: [CleanPhoto] = []
    for path in given.isEmpty ? draft.photos.map({ FilePath($0) }) : given {
      let photo = try CleanPhoto(ofFile: path)
      if !photos.contains(where: { $0.name == photo.name }) { photos.append(photo) }
    }
    return photos
  }
}
