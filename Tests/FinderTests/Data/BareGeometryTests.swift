import FinderEngine
import TestSupport
import Testing

/// A dataset that is a single geometry: a feature without properties.
@Suite struct BareGeometryTests {
  private static let point = #"{"type":"Point","coordinates":[-0.1,51.5]}"#

  @Test func point() throws {
    try Dataset.with(Self.point) { folder, data in
      // The second time, from the snapshot.
      for _ in 1...2 {
        let result = try Finder.run(
          "near --at 51.5,-0.1 --format csv", data: data,
          environment: ["XDG_CACHE_HOME": folder.path])
        expect(result, stdout: nil)
        let row = result.stdout.split(separator: "\n").last ?? ""
        #expect(row.hasSuffix(",,,51.5,-0.1,0,0"), "\(result)")
        let feature = try Finder.run(
          "near --at 51.5,-0.1 --format geojsonseq", data: data,
          environment: ["XDG_CACHE_HOME": folder.path])
        #expect(
          feature.stdout.hasSuffix(
            #""properties":{"distance_m":0,"bearing_deg":0},"geometry":\#(Self.point)}"# + "\n"),
          "\(feature)")
      }
      #expect(try Finder.run("data validate \(data)").status == 0)
      let feature = #"{"type":"Feature","properties":{},"geometry":\#(Self.point)}"#
      expect(
        try Finder.run("data convert \(data) --format geojsonseq"), stdout: "\u{1E}\(feature)\n")
    }
  }

  @Test func geometriesAmongFeatures() throws {
    let line =
      #"{"properties":{"name":"x"},"coordinates":[[-0.2,51.4],[0,51.6]],"type":"LineString"}"#
    try Dataset.with(line + "\n" + Dataset.venue("A", 51.5, -0.1) + "\n") { _, data in
      let result = try Finder.run("near --at 51.5,-0.1 --format csv", data: data)
      #expect(result.stdout.split(separator: "\n").count == 3, "\(result)")
      let feature = try Finder.run("near --at 51.5,-0.1 --format geojsonseq", data: data)
      #expect(
        feature.stdout.contains(
          #""properties":{"distance_m":0,"bearing_deg":0},"geometry":\#(line)}"#),
        "\(feature)")
    }
    try Dataset.with(#"{"type":"GeometryCollection","geometries":[]}"#) { _, data in
      let result = try Finder.run("near --at 51.5,-0.1", data: data)
      #expect(result.stderr.contains("1 empty-geometry"), "\(result)")
    }
    // As an element of a collection, it is still not a feature.
    try Dataset.with(Dataset.collection([Self.point])) { _, data in
      let result = try Finder.run("near --at 51.5,-0.1", data: data)
      #expect(result.stderr.contains("1 not-a-feature"), "\(result)")
    }
  }
}
