import CommandLineKit
import FinderEngine
import FinderMaps

/// The options of `finder map` alone.
enum MapOptions {
  static let zoom = Option(
    "zoom", value: "Z", summary: "a zoom of web maps, 0…22; a character counts as 8 by 16 pixels",
    group: "View", otherWords: "level z zoom-level")
  static let to = Option(
    "to", value: "VENUE", summary: "show the way to a venue, or to the nearest branch of a chain",
    group: "View", completes: .closest, otherWords: "venue destination favourite towards")
  static let size = Option(
    "size", value: "WxH", summary: "pixels of a picture, or columns and lines of text",
    group: "Picture", otherWords: "dimensions width height geometry resolution")
  static let base = Option(
    "base", value: "FILE",
    summary:
      "draw the lines and polygons of a GeoJSON file beneath, in degrees; 'none' for nothing",
    group: "Picture", isPath: true, completes: .datasets,
    otherWords: "basemap background outline coast layer")
  static let marks = Option(
    "marks", value: "MARKS", choices: CellPainter.Marks.allCases.map(\.rawValue),
    summary: "what a map of text is drawn with", group: "Picture",
    defaultText: "braille, where the terminal can show it",
    otherWords: "braille=braille ascii=ascii charset")

  static let scale = Option(
    "scale", value: "N", summary: "how many times as large a picture is shown, 1…8",
    group: "Picture", defaultText: "1", otherWords: "dpi retina factor hidpi")

  static let limit = Options.limit.with(
    summary: "list N venues, of which 26 have letters; 0 for all; every venue has its dot",
    defaultText: "10, or as many as there is room for")

  static let interactive = Option(
    "interactive", short: "i", summary: "a map in the terminal to move around in; ? shows the keys",
    group: "View", otherWords: "browse explore tui full-screen pan")

  // 'to' is an option of its own here.
  static let output = Option(
    "output", short: "o", value: "FILE", summary: "write to FILE, whole or not at all",
    group: "Output", isPath: true, otherWords: "out outfile save")

  static let routes = [
    RouteOptions.router.with(
      summary: "draw the walk of --to as this Valhalla or OSRM server has it"),
    RouteOptions.route,
    RouteOptions.timeout,
    RouteOptions.strict.with(
      summary: "exit with 69 if the server does not answer, and draw no straight line"),
  ]

  static let view = [Options.span, Options.radius, Options.box, zoom, to]
  static let format = Options.format.with(
    choices: MapFormat.allCases.map(\.rawValue), summary: "what kind of map is made",
    defaultText: "by the ending of --output, else text")
}

enum MapFormat: String, CaseIterable {
  case text
  case svg
  case png
  case html
}

extension Invocation {
  func mapFormat() -> MapFormat { chosenFormat.flatMap(MapFormat.init(rawValue:)) ?? .text }

  /// `--size WxH`; `nil` where it is not given.
  func size(widths: ClosedRange<Int>, heights: ClosedRange<Int>) throws -> (Int, Int)? {
    guard let text = self[MapOptions.size] else { return nil }
    let parts = text.lowercased().split(omittingEmptySubsequences: false) {
      $0 == "x" || $0 == "×"
    }
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
      throw error(
        MapOptions.size, "\(UsageError.show(text)) is not a width and a height, such as 80x24")
    }
    guard widths.contains(width), heights.contains(height) else {
      throw error(
        MapOptions.size,
        "\(UsageError.show(text)) is out of range: widths of \(widths.lowerBound)…\(widths.upperBound) "
          + "and heights of \(heights.lowerBound)…\(heights.upperBound)")
    }
    return (width, height)
  }
}
