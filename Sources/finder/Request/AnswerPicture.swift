import CommandLineKit
import FinderEngine
import FinderMaps

/// `--output FILE.png`, `.svg` or `.html` of a command that answers with a list of venues: the answer as `map`
/// draws it.
///
///     let picture = try AnswerPicture(invocation)        // nil where another format is asked for
///     let search = try Search(request, in: place, data, inputs: picture?.inputs ?? [])
///     ...
///     if let picture { return try picture.answer(search, MapVenues(hits: hits), titled: "…", in: store) }
final class AnswerPicture: Sendable {
  private let drawing: MapDrawing
  private let base: MapBase

  static let formats: [MapFormat] = [.svg, .png, .html]

  /// Opens no file.
  init?(_ invocation: Invocation) throws {
    guard let format = invocation.chosenFormat.flatMap(MapFormat.init(rawValue:)),
      Self.formats.contains(format)
    else { return nil }
    for option in [Options.count, Options.fields, Options.noHeader] where invocation.has(option) {
      throw invocation.error(option, "has no effect on \(format.rawValue)")
    }
    (drawing, base) = (try MapDrawing(invocation), try MapBase(invocation))
  }

  /// Not to be written over.
  var inputs: [FilePath] { [base.path].compactMap { $0 } }

  /// Notes on the answer itself are the command's.
  func answer(
    _ search: Search, _ venues: MapVenues, titled title: String, in store: VenueStore
  ) throws -> Answer {
    try MapPrinter.answer(
      try MapRequest(search, drawing, base), venues, titled: title, in: store)
  }
}

extension Option {
  /// `--format` with pictures too.
  var withPictures: Option {
    with(choices: choices + AnswerPicture.formats.map(\.rawValue))
  }
}
