import FinderEngine
import Foundation
import Testing

/// Files that are not part of the project, in the folder that `FINDER_REAL_DATA` names.
package enum RealData {
  private static let folder = ProcessRunner.variable("FINDER_REAL_DATA")

  package static func path(of file: String) -> String? { folder.map { "\($0)/\(file)" } }

  package static func needed(_ file: String) -> ConditionTrait {
    .enabled(
      if: path(of: file).map(FileManager.default.fileExists) ?? false,
      "FINDER_REAL_DATA names no folder with \(file)")
  }

  /// The rows below the header.
  package static func rows(of file: String) throws -> ArraySlice<Substring> {
    let text = try String(contentsOfFile: #require(path(of: file)), encoding: .utf8)
    return text.split(whereSeparator: \.isNewline).dropFirst()
  }

  /// The rows of a table of numbers.
  package static func numbers(of file: String, columns: Int) throws -> [[Double]] {
    try rows(of: file).map { row in
      let numbers = row.split(separator: ",").compactMap { Double($0) }
      try #require(numbers.count == columns, "\(row)")
      return numbers
    }
  }
}

/// The real dataset, read once for all tests.
package enum RealDataset {
  package static let file = "restaurants-2020-08-05.geojson.gz"
  package static let needed = RealData.needed(file)
  package static let path = RealData.path(of: file)

  package static var storeAsRead: VenueStore { get throws { try loadedStore.get() } }
  /// With an index.
  package static var store: VenueStore { get throws { try indexedStore.get() } }
  package static var oracle: BruteForce { get throws { try loadedOracle.get() } }
  package static let names = (try? oracle.names) ?? []

  private static let source = DatasetSource(kind: .option, path: FilePath(path ?? ""))
  private static let loadedStore = Result { try DatasetLoader.load(source) }

  private static let indexedStore = Result { try loadedStore.get().indexed() }

  private static let loadedOracle = Result {
    let text = try DatasetLoader.text(of: source)
    let collection = try JSONDecoder().decode(Collection.self, from: Data(text.bytes))
    return BruteForce(
      positions: collection.features.map { feature in
        let position = feature.geometry.coordinates
        return Coordinate(latitude: position[1], longitude: position[0])
      },
      names: collection.features.map(\.properties.name))
  }

  private struct Collection: Decodable {
    let features: [Feature]
  }

  private struct Feature: Decodable {
    let geometry: Geometry
    let properties: Properties
  }

  private struct Geometry: Decodable {
    let coordinates: [Double]
  }

  private struct Properties: Decodable {
    let name: String
  }
}
