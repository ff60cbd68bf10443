import CommandLineKit
import FinderEngine

/// The way of `along`: a track in a file, or points to visit in turn. Opens no file.
///
///     let request = try WayRequest(invocation)
///     let given = try request.given(data)    // reads the track, or looks up the points
///     given.way.length
final class WayRequest: Sendable {
  private let invocation: Invocation
  private let source: Source
  private let from, to: Double?

  private enum Source {
    case track(FilePath)
    case points(PointList)
  }

  /// The way, read or looked up.
  struct Given {
    /// All of it, and the part to use.
    let whole, way: Way
    let from, to: Double?
    let kind: Kind

    enum Kind {
      /// Named after the file, as typed.
      case track(name: String, points: Int)
      case points([PointList.Place])
    }

    /// The legs that detours leave and return to; `nil` for a track.
    var legs: Way? { if case .points = kind { whole } else { nil } }
  }

  /// Fewer points make no way, and more should be a track.
  private static let counts = 2...1000

  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    (from, to) = (try invocation.distance(Options.wayFrom), try invocation.distance(Options.wayTo))
    if let from, let to, from > to {
      throw invocation.error(
        Options.wayFrom,
        "\(invocation[Options.wayFrom] ?? "") is after --to \(invocation[Options.wayTo] ?? "")")
    }
    let words = invocation.words(PointList.argument)
    if let track = try Self.track(words, invocation) {
      source = .track(track)
    } else {
      source = .points(try PointList(invocation, Self.counts))
    }
  }

  // MARK: A file or points

  private static let endings = [".gpx", ".geojson", ".json", ".gpx.gz", ".geojson.gz", ".json.gz"]
  private static let otherEndings = [".kml", ".kmz", ".fit", ".tcx", ".csv"]

  private static func looksLikeTrack(_ text: String) -> Bool {
    let name = text.lowercased()
    return (endings + otherEndings).contains(where: name.hasSuffix)
  }

  /// A file that exists takes precedence over a place with its name.
  private static func track(_ words: ArraySlice<Word>, _ invocation: Invocation) throws -> FilePath?
  {
    let options = invocation.has(PointList.at)
    guard words.count == 1, !options, let word = words.first else {
      if let file = words.first(where: { looksLikeTrack($0.text) || $0.text == "-" }) {
        throw invocation.error(
          "\(UsageError.show(file.text)) is a file: give one file, or points, and not both"
        ).ofWords
      }
      return nil
    }
    return isTrack(word) ? FilePath(bytes: word.bytes) : nil
  }

  /// A file, standard input, or a missing file with a track's ending. A folder's path too, which cannot be read,
  /// but not its bare name: a place may have the same.
  static func isTrack(_ word: Word) -> Bool {
    let path = FilePath(bytes: word.bytes)
    if path == "-" { return true }
    if let status = stat(ofFile: path), !status.isFolder || word.text.contains("/") { return true }
    // Otherwise the word is an unknown point.
    return looksLikeTrack(word.text)
  }

  /// Files that must not be overwritten.
  var inputs: [FilePath] { if case .track(let path) = source { [path] } else { [] } }

  // MARK: Reading it

  func given(_ data: SearchData) throws -> Given {
    switch source {
    case .track(let path): return try track(path, data)
    case .points(let list):
      let places = try list.ruled(data)
      return try given([places.map(\.point)], .points(places))
    }
  }

  private func track(_ path: FilePath, _ data: SearchData) throws -> Given {
    let source = DatasetSource(named: path)
    if source.kind == .stdin { try invocation.claimStandardInput(for: "track") }
    let pieces = try TrackFile.load(source)
    let (name, points) = (source.displayName, pieces.reduce(0) { $0 + $1.count })
    let given = try given(pieces, .track(name: name, points: points))
    try refuseOutside(given.way, name)
    var box = NarrowestBox()
    for point in given.way.points { box.add(point) }
    data.askedBox = box.box
    return given
  }

  private func given(_ pieces: [[Coordinate]], _ kind: Given.Kind) throws -> Given {
    guard let whole = Way(pieces) else { throw invocation.error("the way has no points") }
    if let from, from > whole.length {
      throw invocation.error(
        Options.wayFrom,
        "\(invocation[Options.wayFrom] ?? "") is past the end of the way, which is "
          + "\(readable(whole.length, .metric)) long")
    }
    let part = whole.slice(from: from ?? 0, to: to ?? .infinity)
    return Given(whole: whole, way: part ?? whole, from: from, to: to, kind: kind)
  }

  /// A track is never moved, wherever it goes.
  private func refuseOutside(_ way: Way, _ name: String) throws {
    let isGiven = invocation.has(Options.outside)
    if isGiven, invocation.outsidePolicy(default: .refuse) == .clamp {
      throw invocation.error(
        Options.outside,
        "clamp moves points, not tracks; allow uses the track as it is")
    }
    guard let outside = way.points.first(where: { !Camera.bounds.contains($0) }) else { return }
    let policy = invocation.outsidePolicy(
      default: isGiven ? .refuse : try invocation.settings().outside ?? .refuse)
    if policy == .allow { return }
    throw Failure(
      .outsideCamera,
      "\(name) leaves the camera bounds at \(shownShort(outside)) (\(cameraBoundsText))",
      hint: "  --outside allow searches all of it")
  }
}

extension Options {
  static let within = Option(
    "within", value: "D",
    summary:
      "only venues within D of the way: 500, 500m, 1km, 1mi, 300yd or 600ft, or a walk of 10min",
    group: "Search", isEveryday: true, reading: Quantity.words, defaultText: "500m",
    otherWords:
      "radius distance dist range max-distance corridor width buffer offset walk-time walk km=#km "
      + "kilometres=#km kilometers=#km mi=#mi miles=#mi metres=#m meters=#m yards=#yd feet=#ft "
      + "minutes=#min mins=#min min=#min")
  static let wayOrder = Option(
    "order", value: "ORDER", choices: WaySearch.Order.allCases.map(\.rawValue),
    summary: "in order of the way, or the smallest detour first", group: "Search", isEveryday: true,
    defaultText: "way", otherWords: "sort sort-by sortby orderby order-by by")
  static let wayFrom = Option(
    "from", value: "D", summary: "only along the way from D after its start", group: "Search",
    reading: Quantity.words, otherWords: "start begin after since")
  static let wayTo = Option(
    "to", value: "D", summary: "only along the way up to D after its start", group: "Search",
    reading: Quantity.words, otherWords: "end until before upto")
}
