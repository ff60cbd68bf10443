import CommandLineKit
import FinderEngine

extension Invocation {
  func outsidePolicy(default standard: OutsidePolicy) -> OutsidePolicy {
    self[Options.outside].flatMap(OutsidePolicy.init(rawValue:)) ?? standard
  }

  var refusesOutside: Bool {
    command.option(named: Options.outside.name) != nil && outsidePolicy(default: .refuse) == .refuse
  }

  func ruling(on point: Coordinate, _ diagnostics: Diagnostics) throws -> CameraRuling {
    guard let ruling = CameraRuling(point, outside: outsidePolicy(default: .refuse)) else {
      throw Failure(
        .outsideCamera, "\(shown(point)) is outside the camera bounds (\(cameraBoundsText))",
        hint: refusalHint(point))
    }
    if ruling.isMoved {
      diagnostics.note(
        "\(shown(point)) is outside the camera bounds; searching from \(shown(ruling.point)) instead"
      )
    }
    return ruling
  }

  private func refusalHint(_ point: Coordinate) -> String {
    let swapped =
      Camera.looksSwapped(point)
      ? "  latitude and longitude swapped? \(pointOptions(point.swapped)) is inside;" : " "
    return swapped + " nearest point inside: \(shown(Camera.clamped(point))); "
      + "--outside clamp searches from there, --outside allow from here"
  }
}

/// Its edges, latitudes first.
func shown(_ box: BoundingBox) -> String {
  "\(shown(box.south))…\(shown(box.north)), \(shown(box.west))…\(shown(box.east))"
}

var cameraBoundsText: String {
  let bounds = Camera.bounds
  return "latitude \(shown(bounds.south))…\(shown(bounds.north)), "
    + "longitude \(shown(bounds.west))…\(shown(bounds.east))"
}
