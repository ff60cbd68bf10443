import CommandLineKit
import FinderEngine
import FinderMaps

/// `--output FILE.png`, `.svg` or `.html` for a command that lists venues: the answer, drawn as by `map`.
///
///     let picture = try AnswerPicture(invocation)        // nil where another format is asked for
///     let search = try Search(request, in: place, data, inputs: picture?.inputs ?? [])
///     ...
///     var venues = MapVenues(hits: hits)
///     venues.way = MapWay(track: pieces, metres: length, units)
///     notes += try picture.append(venues, of: search, titled: "…", in: store, to: &buffer)
final class AnswerPicture: Sendable {
  private let drawing: MapDrawing
  private let base: MapBase

  static let formats: [MapFormat] = [.svg, .png, .html]

  /// Opens no file.
  init?(_ invocation: Invocation) throws {
    guard let format = invocation.chosenFormat.flatMap(MapFormat.init(rawValue:)),
      Self.formats.contains(format)
    else { return nil }
    for option in [Options.count, Options.fields, Options.noHeader] + Options.proof
    where invocation.has(option) {
      throw invocation.error(option, "has no effect on \(format.rawValue)")
    }
    (drawing, base) = (try MapDrawing(invocation), try MapBase(invocation))
  }

  /// Files that must not be overwritten.
  var inputs: [FilePath] { [base.path].compactMap { $0 } }

  /// Returns notes on the picture; notes on the answer itself are the command's.
  func append(
    _ venues: MapVenues, of search: Search, titled title: String, in store: VenueStore,
    to buffer: inout ByteBuffer
  ) throws -> [String] {
    let answer = try MapPrinter.answer(
      try MapRequest(search, drawing, base), venues, titled: title, in: store)
    buffer.append(answer.bytes.bytes)
    return answer.notes
  }
}

extension Option {
  /// `--format` with the pictures added.
  var withPictures: Option {
    with(choices: choices + AnswerPicture.formats.map(\.rawValue))
  }
}
