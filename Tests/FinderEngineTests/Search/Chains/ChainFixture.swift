import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// The chains of a made-up dataset.
struct ChainFixture {
  typealias Place = (name: String, latitude: Double, longitude: Double)

  let store: VenueStore
  let list: ChainList
  let chainOfRow: [UInt32]
  let chains: StoreChains
  private let rowOfName: [String: Int]

  init(_ places: [Place]) throws {
    let features = try places.map { place in
      let name = String(decoding: try JSONEncoder().encode(place.name), as: UTF8.self)
      return """
        {"type":"Feature","properties":{"name":\(name)},"geometry":{"type":"Point",\
        "coordinates":[\(place.longitude),\(place.latitude)]}}
        """
    }
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    self.init(try VenueStore(reading: PaddedBytes(copying: text.utf8)))
  }

  /// The same, with postcodes.
  init(_ places: [(place: Place, postcode: String)]) throws {
    let features = try places.map { place, postcode in
      let name = String(decoding: try JSONEncoder().encode(place.name), as: UTF8.self)
      return """
        {"type":"Feature","properties":{"name":\(name),"postcode":"\(postcode)"},"geometry":\
        {"type":"Point","coordinates":[\(place.longitude),\(place.latitude)]}}
        """
    }
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    self.init(try VenueStore(reading: PaddedBytes(copying: text.utf8)))
  }

  init(_ store: VenueStore) {
    self.store = store
    let names = VenueNames(store)
    let list = ChainList(of: store, names)
    let rows = names.columns.nameOfRow.values.map { list.chainOfName[Int($0)] }
    (self.list, chainOfRow) = (list, rows)
    rowOfName = Dictionary(
      (0..<store.count).map { row in
        (store.withName(ofRow: row) { String(decoding: $0, as: UTF8.self) }, row)
      }, uniquingKeysWith: { first, _ in first })
    chains = StoreChains(
      list.chains, keys: list.keys, chainOfRow: Column(count: rows.count) { rows[$0] })
  }

  /// Names, each on its own spot.
  init(names: [String]) throws {
    try self.init(
      names.enumerated().map { ($1, 50 + Double($0 % 97) / 20, -4 + Double($0 % 89) / 20) })
  }

  /// The chain of the first venue with this spelling; `nil` if it belongs to none.
  func chain(of name: String) throws -> Int? {
    let row = try #require(rowOfName[name], "no venue is written '\(name)'")
    return chainOfRow[row] == ChainList.none ? nil : Int(chainOfRow[row])
  }

  func chainName(of name: String) throws -> String? {
    try chain(of: name).map { list.chains[$0].name }
  }

  /// Its chains, the largest first, in the form that tests use.
  func largest(_ count: Int, shared: Bool = false) -> [String] {
    list.chains.filter { $0.isShared == shared }
      .sorted { $0.venues != $1.venues ? $0.venues > $1.venues : $0.name < $1.name }
      .prefix(count).map { "\($0.name) \($0.venues)" }
  }
}
