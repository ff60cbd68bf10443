import CommandLineKit
import FinderEngine

/// A point held against the camera bounds, and what came of it.
struct CameraRuling {
  /// The point to search from.
  let point: Coordinate
  /// Whether the point that was asked for is inside.
  let isInside: Bool
  let isMoved: Bool
}

extension Invocation {
  /// What `--outside` says should become of a point outside.
  func outsidePolicy(default standard: BulkSettings.Outside) -> BulkSettings.Outside {
    switch self[Options.outside] {
    case "refuse": .refuse
    case "clamp": .clamp
    case "allow": .allow
    default: standard
    }
  }

  var refusesOutside: Bool {
    command.option(named: Options.outside.name) != nil && outsidePolicy(default: .refuse) == .refuse
  }

  func ruling(on point: Coordinate, _ diagnostics: Diagnostics) throws -> CameraRuling {
    if Camera.bounds.contains(point) {
      return CameraRuling(point: point, isInside: true, isMoved: false)
    }
    switch outsidePolicy(default: .refuse) {
    case .allow: return CameraRuling(point: point, isInside: false, isMoved: false)
    case .clamp:
      let moved = Camera.clamped(point)
      diagnostics.note(
        "\(shown(point)) is outside the camera bounds; searching from \(shown(moved)) instead")
      return CameraRuling(point: moved, isInside: false, isMoved: true)
    case .refuse:
      throw Failure(
        .outsideCamera, "\(shown(point)) is outside the camera bounds (\(cameraBoundsText))",
        hint: refusalHint(point))
    }
  }

  private func refusalHint(_ point: Coordinate) -> String {
    let swapped =
      Camera.looksSwapped(point)
      ? "  latitude and longitude swapped? \(pointOptions(point.swapped)) is inside;" : " "
    return swapped + " nearest point inside: \(shown(Camera.clamped(point))); "
      + "--outside clamp searches from there, --outside allow from here"
  }
}

var cameraBoundsText: String {
  let bounds = Camera.bounds
  return "latitude \(shown(bounds.south))…\(shown(bounds.north)), "
    + "longitude \(shown(bounds.west))…\(shown(bounds.east))"
}
