import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

/// To whom a dataset's data must be credited.
@Suite struct AttributionTests {
  private func read(_ members: String) throws -> [Attribution] {
    try LoadedDataset("{\"type\":\"FeatureCollection\",\(members)\"features\":[]}").store
      .attribution
  }

  @Test(
    arguments: [
      ("", []),
      (#""attribution":"A","#, [Attribution("A")]),
      (#""licence":"L","attribution":"A","#, [Attribution("A", licence: "L")]),
      (#""license":"L","#, [Attribution("", licence: "L")]),
      (
        #""attribution":["A","B","A"],"licence":["L",null,"L"],"#,
        [Attribution("A", licence: "L"), Attribution("B")]
      ),
      (#""attribution":["A",1,{"B":"C"}],"licence":7,"#, [Attribution("A")]),
      (#""attribution":{"name":"A"},"licence":null,"#, []),
      (#""copyright":"C","#, [Attribution("C")]),
      (#""copyright":"C","licence":"L","#, [Attribution("C", licence: "L")]),
      (#""copyright":"C","attribution":"A","#, [Attribution("A")]),
      (
        #""copyright":"The data included in this document is from www.openstreetmap.org. The data is "#
          + #"made available under ODbL.","timestamp":"2026-11-25T10:00:00Z","#, [.openStreetMap]
      ),
      (#""attribution":" A\u001b[31m\n\u202eB ","#, [Attribution("A[31m B")]),
    ] as [(String, [Attribution])])
  func forms(members: String, list: [Attribution]) throws {
    #expect(try read(members) == list)
  }

  /// Members after the features count too.
  @Test func behindTheFeatures() throws {
    let store = try LoadedDataset(
      #"{"type":"FeatureCollection","features":[],"attribution":"A"}"#
    ).store
    #expect(store.attribution == [Attribution("A")])
    #expect(try LoadedDataset(features: []).store.attributionText == nil)
  }

  @Test func bounded() throws {
    let long = String(repeating: "x", count: 100_000)
    let texts = try read("\"attribution\":\"\(long)\",\"licence\":\"\(long)\",")
    #expect(texts.map(\.text.count) == [300] && texts[0].text.hasSuffix("x…"))
    let many = (0..<10_000).map { "\"\($0)\"" }.joined(separator: ",")
    #expect(try read("\"attribution\":[\(many)],").count == 16)
  }

  @Test func writtenAndReadAgain() throws {
    for list in [
      [], [Attribution.openStreetMap], [Attribution("", licence: "L")], [Attribution("A\"\\")],
      [Attribution.openStreetMap, .foodStandardsAgency], [Attribution("A"), Attribution("B")],
      [Attribution("A"), Attribution("B", licence: "L")],
    ] {
      let text = output { output in
        output.append("{\"type\":\"FeatureCollection\"")
        output.append(attribution: list)
        output.append(",\"features\":[]}")
      }
      #expect(try LoadedDataset(text).store.attribution == list, "\(text)")
    }
  }

  @Test func shown() {
    #expect(
      [Attribution.openStreetMap, Attribution("A"), Attribution("", licence: "L")].line
        == "© OpenStreetMap contributors (ODbL 1.0); A; L")
    #expect([Attribution]().line == nil)
  }

  /// On a picture it is cut at the picture's edge.
  @Test func onPictures() {
    var scene = MapScene(
      view: MapView(
        center: Coordinate(latitude: 51, longitude: 0), worldWidth: 1e6, width: 1000, height: 500))
    scene.credit = "rough outline"
    var narrow = MapScene(
      view: MapView(
        center: Coordinate(latitude: 51, longitude: 0), worldWidth: 1e6, width: 120, height: 100))
    let plain = scene.credit
    scene.add([])
    #expect(scene.credit == plain)
    scene.add([.openStreetMap])
    #expect(scene.credit == "© OpenStreetMap contributors (ODbL 1.0) · rough outline")
    narrow.add([.openStreetMap])
    #expect(narrow.credit.hasPrefix("© Op") && narrow.credit.hasSuffix("…"))
    #expect(!PictureFont.standard.lacks(scene.credit))
    #expect(PictureFont.standard.width(of: narrow.credit) <= 120)
  }
}
