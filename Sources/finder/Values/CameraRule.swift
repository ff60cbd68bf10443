import CommandLineKit
import FinderEngine

extension Invocation {
  func outsidePolicy(default standard: OutsidePolicy) -> OutsidePolicy {
    self[Options.outside].flatMap(OutsidePolicy.init(rawValue:)) ?? standard
  }

  /// By the command's own default: that of 'bulk' is allow.
  var refusesOutside: Bool {
    guard let option = command.option(named: Options.outside.name) else { return false }
    return (self[option] ?? option.defaultText) == OutsidePolicy.refuse.rawValue
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
    if ruling.looksSwapped { diagnostics.note(swapped: point) }
    return ruling
  }

  private func refusalHint(_ point: Coordinate) -> String {
    let swapped =
      Camera.looksSwapped(point) ? "  \(swappedHint(pointOptions(point.swapped)));" : " "
    return swapped + " nearest point inside: \(shown(Camera.clamped(point))); "
      + "--outside clamp searches from there, --outside allow from here"
  }
}

private func swappedHint(_ swapped: String) -> String {
  "latitude and longitude swapped? \(swapped) is inside"
}

extension Diagnostics {
  /// For a point that looks swapped, and is answered all the same.
  func note(swapped point: Coordinate) {
    note("\(swappedHint(pointOptions(point.swapped))) the camera bounds")
  }

  /// The same for a box.
  func note(swapped box: BoundingBox) {
    let box = box.swapped
    let edges = [box.west, box.south, box.east, box.north].map { shown($0) }
    note("\(swappedHint("--bbox " + edges.joined(separator: ","))) the camera bounds")
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
