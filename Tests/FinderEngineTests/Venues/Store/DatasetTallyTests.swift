import TestSupport
import Testing

@testable import FinderEngine

@Suite("Tallies") struct DatasetTallyTests {
  @Test(arguments: [
    // Longitude first, as GeoJSON has it.
    (["[-0.1,51.5]"], false), ([], false), (["[-0.1,51.5]", "[-3,55]", "[139.7,35.7]"], false),
    // The camera bounds decide, if the swapped positions are inside.
    (["[51.5,-0.1]"], true), (["[51.5,-0.1]", "[55,-3]", "[-0.1,51.5]"], true),
    (["[51.5,-0.1]", "[-0.1,51.5]"], false), (["[40.7,-74]"], false), (["[0,0]"], false),
    (["[48,2]", "[48,2]", "[0,0]"], true),
    // So do the ranges, wherever the venues are.
    (["[-33.9,151.2]"], true), (["[35.7,139.7]", "[34.7,135.5]", "[139.7,35.7]"], true),
    (["[35.7,139.7]", "[139.7,35.7]"], false), (["[530000,180000]"], false), (["[200,51]"], false),
    (["[0,1e400]"], false), (["[151.2,95]"], false),
    // For a larger geometry, its centre.
    (["[[51,-1],[52,1]]"], true), (["[[-1,51],[1,52]]"], false),
    (["[[1e400,51],[-1e400,51]]"], false),
  ])
  func swappedAxes(coordinates: [String], looksSwapped: Bool) throws {
    let features = coordinates.map { coordinates in
      let type = coordinates.hasPrefix("[[") ? "MultiPoint" : "Point"
      return #"{"type":"Feature","geometry":{"coordinates":\#(coordinates),"type":"\#(type)"}}"#
    }
    // Features without a position do not count.
    let others = ["null", feature(coordinates: "[]"), #"{"type":"Feature","geometry":null}"#]
    let dataset = try LoadedDataset(features: features + others)
    #expect(dataset.store.tally.looksSwapped == looksSwapped)
  }

  /// Counting alone gives the same result as loading.
  @Test func countedAndLoaded() throws {
    let features = [
      feature(name: "A"), "7", feature(coordinates: "[0,99]"), feature(properties: "[]"),
      feature(coordinates: "[52,-1]"), #"{"type":"Feature"}"#, feature(coordinates: "[]"),
    ]
    let dataset = try LoadedDataset(features: features)
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    let tally = try DatasetTally(reading: guarded(Array(text.utf8)))
    #expect(tally == dataset.store.tally)
    #expect(tally.features == 7 && tally.leftOut == 5 && dataset.store.count == 2)
  }

  @Test func failsAsLoadingDoes() {
    for text in ["", "{}", "[", #"{"type":"FeatureCollection","features":[1,]}"#] {
      #expect(throws: ParseError.self) { try DatasetTally(reading: guarded(Array(text.utf8))) }
    }
  }
}
