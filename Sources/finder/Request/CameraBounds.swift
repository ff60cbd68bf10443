import CommandLineKit
import FinderEngine

extension Invocation {
  func outsidePolicy(default standard: OutsidePolicy) -> OutsidePolicy {
    self[Options.outside].flatMap(OutsidePolicy.init(rawValue:)) ?? standard
  }

  /// Whether points outside are refused, by --outside, else by the settings. Commands that do not refuse by
  /// default, such as 'bulk', never do.
  var refusesOutside: Bool {
    guard let option = command.option(named: Options.outside.name),
      option.defaultText == OutsidePolicy.refuse.rawValue
    else { return false }
    let standard = (try? settings())?.outside ?? .refuse
    return outsidePolicy(default: standard) == .refuse
  }

  /// Whether a search may start from the point.
  func isFine(_ point: Coordinate) -> Bool { Camera.bounds.contains(point) || !refusesOutside }

  func ruling(on point: Coordinate) throws -> CameraRuling {
    // For a point inside, the settings make no difference, so they need not be read.
    let standard: OutsidePolicy =
      Camera.bounds.contains(point) || has(Options.outside)
      ? .refuse : try settings().outside ?? .refuse
    guard let ruling = CameraRuling(point, outside: outsidePolicy(default: standard)) else {
      throw Failure(
        .outsideCamera, "\(shown(point)) is outside the camera bounds (\(cameraBoundsText))",
        hint: refusalHint(point))
    }
    if ruling.isMoved {
      diagnostics.note(
        "\(shown(point)) is outside the camera bounds; searching from \(shown(ruling.point)) instead"
      )
    }
    if ruling.looksSwapped { diagnostics.note(swapped: point, typed(point.swapped)) }
    return ruling
  }

  /// As the command takes it: one of several points is an argument.
  private func typed(_ point: Coordinate) -> String {
    command.option(named: Options.latitude.name) == nil ? shown(point) : pointOptions(point)
  }

  private func refusalHint(_ point: Coordinate) -> String {
    let swapped =
      Camera.looksSwapped(point) ? "  \(swappedHint(typed(point.swapped)));" : " "
    return swapped + " nearest point inside: \(shown(Camera.clamped(point))); "
      + "--outside clamp searches from there, --outside allow from here"
  }
}

extension CameraRuling {
  /// For a point that may be anywhere.
  static func allowing(_ point: Coordinate) -> CameraRuling {
    guard let ruling = CameraRuling(point, outside: .allow) else {
      preconditionFailure("a point that is allowed is not refused")
    }
    return ruling
  }
}

private func swappedHint(_ swapped: String) -> String {
  "latitude and longitude swapped? \(swapped) is inside"
}

extension Diagnostics {
  /// For a point that looks swapped, but is searched from. `typed` is the swapped point as one would type it.
  func note(swapped point: Coordinate, _ typed: String? = nil) {
    note("\(swappedHint(typed ?? pointOptions(point.swapped))) the camera bounds")
  }

  /// The same for a box.
  func note(swapped box: BoundingBox) {
    let edges = box.swapped.edges.map { shown($0) }
    note(
      "latitude and longitude swapped? The order is WEST,SOUTH,EAST,NORTH: --bbox "
        + edges.joined(separator: ","))
  }
}

/// The edges, latitudes first.
func shown(_ box: BoundingBox) -> String {
  "\(shown(box.south))…\(shown(box.north)), \(shown(box.west))…\(shown(box.east))"
}

var cameraBoundsText: String {
  let bounds = Camera.bounds
  return "latitude \(shown(bounds.south))…\(shown(bounds.north)), "
    + "longitude \(shown(bounds.west))…\(shown(bounds.east))"
}
