import FinderEngine
import TestSupport
import Testing

/// The dataset that finder was made for, at the place that FINDER_REAL_DATA names.
@Suite(.enabled(if: RealData.path != nil, "needs FINDER_REAL_DATA, the folder of the real dataset"))
struct RealDataTests {
  @Test func info() throws {
    let data = try #require(RealData.path)
    let result = try Finder.run("data info --json", data: data)
    expect(result)
    for member in [
      "\"gzip\":true", "\"bytes\":1093153", "\"unpacked_bytes\":7830335", "\"features\":54754",
      "\"venues\":54754", "\"left_out\":0", "\"positions\":42914", "\"most_on_one_position\":23",
      "\"inside_camera_bounds\":54754",
    ] {
      #expect(result.stdout.contains(" \(member)"), "\(member)\n\(result)")
    }
    expect(try Finder.run("data validate --format csv", data: data), stdout: nil)
  }

  @Test(.slow) func everythingIsFoundOnce() throws {
    let data = try #require(RealData.path)
    let all = try Finder.run("within --bbox -10,45,5,62 --format csv", data: data)
    expect(all)
    let rows = all.stdout.split(separator: "\n").dropFirst()
    #expect(rows.count == 54_754)
    #expect(Set(rows.map { $0.prefix { $0 != "," } }).count == 54_754)
    let near = try Finder.run("near --at 54.093409,-2.89479 --limit 0 --format ndjson", data: data)
    #expect(near.stdout.split(separator: "\n").count == 54_754)
  }

  /// Counts add up at every zoom, and a shuffled file gives the same bytes except for the ids of otherwise
  /// identical venues.
  @Test(.slow) func groups() throws {
    let data = try #require(RealData.path)
    try TemporaryDirectory.with { folder in
      let lines = try Finder.run("within --bbox -10,45,5,62 --format geojsonseq", data: data).stdout
        .split(separator: "\n")
      var generator = SeededGenerator(seed: 8)
      let features = lines.shuffled(using: &generator).map { line in
        String(line.dropFirst()).replacing(/"id":"[^"]*",/, with: "")
          .replacing(/,"distance_m":[^,}]*,"bearing_deg":[^,}]*/, with: "")
      }
      let shuffled = try folder.write(Dataset.collection(features), to: "shuffled.geojson")
      for zoom in 0...20 {
        let line = "clusters --zoom \(zoom) --csv --no-header"
        let groups = try Finder.run(line, data: data)
        expect(groups)
        let rows = groups.stdout.split(separator: "\n")
        let counts = rows.compactMap { Int($0.split(separator: ",")[1]) }
        #expect(counts.count == rows.count && counts.reduce(0, +) == 54_754)
        expect(try Finder.run(line, data: shuffled), stdout: groups.stdout)
      }
    }
  }

  @Test func namesAreFoundAsPeopleTypeThem() throws {
    let data = try #require(RealData.path)
    func count(_ text: String) throws -> Int {
      let result = try Finder.run(
        ["within", "--bbox", "-10,45,5,62", "--count", "--match", text], data: data)
      return Int(result.stdout.dropLast()) ?? -1
    }
    #expect(try count("mcdonalds") == count("McDonald's") && count("mcdonalds") > 500)
    #expect(try count("cafe") == count("CAFÉ") && count("cafe") > 1_000)
  }
}

enum RealData {
  static let path = ProcessRunner.variable("FINDER_REAL_DATA").map {
    "\($0)/restaurants-2020-08-05.geojson.gz"
  }
}
