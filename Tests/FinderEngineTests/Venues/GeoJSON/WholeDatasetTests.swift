import Foundation
import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists
@testable import OpeningHoursKit

/// Datasets of full size, against a second reader.
@Suite("Whole datasets") struct WholeDatasetTests {
  static let sample = "\(Package.folder)/Data/venues.geojson.gz"

  @Test func sampleData() throws {
    let store = try check(Self.sample)
    #expect(store.count == 55_000)
  }

  @Test(RealDataset.needed)
  func realData() throws {
    let store = try check(#require(RealDataset.path))
    #expect(store.count == 54_754)
  }

  /// The sample has opening hours, so that `--open` can be tried: for most venues, but not all, and each can
  /// be read. At Friday noon many are open, and some at night.
  @Test func sampleHours() throws {
    let store = try DatasetLoader.load(DatasetSource(kind: .option, path: FilePath(Self.sample)))
    let friday = CivilTime(day: CivilDay.number(2026, 11, 27), minute: 0)
    var (known, atNoon, atNight) = (0, 0, 0)
    for row in 0..<store.count {
      guard let hours = VenueHours(of: row, in: store) else { continue }
      known += 1
      #expect(hours.problem == nil)
      if hours.state(at: .minute(friday + 13 * 60)) == .open { atNoon += 1 }
      if hours.state(at: .minute(friday + 3 * 60)) == .open { atNight += 1 }
    }
    #expect((30_000...36_000).contains(known), "\(known)")
    #expect((15_000...30_000).contains(atNoon), "\(atNoon)")
    #expect((200...3_000).contains(atNight), "\(atNight)")
  }

  private func check(_ path: String) throws -> VenueStore {
    let source = DatasetSource(kind: .option, path: FilePath(path))
    let store = try DatasetLoader.load(source)
    let text = try DatasetLoader.text(of: source)
    let features = try JSONDecoder().decode(SecondReader.self, from: Data(text.bytes)).features
    #expect(store.count == features.count)
    #expect(store.tally.features == features.count && store.tally.leftOut == 0)
    #expect(!store.tally.looksSwapped)
    let rows = (0..<store.count).sorted { store.position(ofRow: $0) < store.position(ofRow: $1) }
    var different = 0
    for (row, feature) in zip(rows, features) {
      let position = feature.geometry.coordinates
      let (name, postcode) = (feature.properties.name ?? "", feature.properties.postcode ?? "")
      let agrees =
        store.coordinate(ofRow: row) == Coordinate(position[1], position[0])
        && store.withName(ofRow: row) { $0.elementsEqual(name.utf8) }
        && Venue(row: row, of: store).postcode ?? "" == TidyText.string(postcode)
      if !agrees { different += 1 }
    }
    #expect(different == 0)
    let ids = UniqueIDs(store)
    let written = rows.map { row in
      output { ids.append(idOf: Venue(row: row, of: store), to: &$0) }
    }
    #expect(Set(written).count == store.count)
    return store
  }
}

/// A dataset as Foundation reads it.
private struct SecondReader: Decodable {
  struct Feature: Decodable {
    let geometry: Geometry
    let properties: Properties
  }

  struct Geometry: Decodable {
    let coordinates: [Double]
  }

  struct Properties: Decodable {
    let name: String?
    let postcode: String?
  }

  let features: [Feature]
}

extension TidyText {
  fileprivate static func string(_ text: String) -> String {
    var text = text
    return text.withUTF8 { string($0) }
  }
}
