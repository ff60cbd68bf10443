import Foundation
import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

/// A coast measured by others, from a file that is not part of the project.
enum NaturalEarth {
  private static let file = "basemap/natural-earth-british-isles.geojson"
  static let needed = RealData.needed(file)
  static var path: String? { RealData.path(of: file) }

  private struct Features: Decodable {
    let features: [Feature]
  }

  private struct Feature: Decodable {
    struct Properties: Decodable { let kind: String }
    struct Geometry: Decodable { let coordinates: [[[Double]]] }
    let geometry: Geometry?
    let isLand: Bool

    private enum Key: CodingKey { case properties, geometry }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Key.self)
      isLand = try members.decode(Properties.self, forKey: .properties).kind == "land"
      geometry = isLand ? try members.decode(Geometry.self, forKey: .geometry) : nil
    }
  }

  /// The outer rings of its land.
  static let land = Result { () throws -> [[Coordinate]] in
    let data = try Data(contentsOf: URL(fileURLWithPath: path ?? ""))
    return try JSONDecoder().decode(Features.self, from: data).features.compactMap(\.geometry).map {
      $0.coordinates[0].dropLast().map { Coordinate(latitude: $0[1], longitude: $0[0]) }
    }
  }
}
