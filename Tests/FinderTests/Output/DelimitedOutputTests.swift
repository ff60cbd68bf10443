import FinderEngine
import TestSupport
import Testing

/// CSV by RFC 4180 and TSV with its escapes, for `near` and `within`.
@Suite struct DelimitedOutputTests {
  private static let awkward = Dataset.collection([
    Dataset.feature(
      51.5, -0.1, properties: #"{"name":"Fish, Chips \"n\" \\ Peas","postcode":"N1, 1AA"}"#,
      id: #""a\tb\nc\rd\\e""#),
    Dataset.feature(51.5001, -0.1, properties: #"{"name":"plain; 'single' = fine"}"#, id: #""2""#),
    Dataset.feature(51.5002, -0.1, properties: "null", id: #"" =3,""#),
  ])

  @Test(arguments: ["near --at 51.5,-0.1", "within --at 51.5,-0.1 --radius 1km"])
  func csv(question: String) throws {
    try Dataset.with(Self.awkward) { _, data in
      expect(
        try Finder.run("\(question) --format csv", data: data),
        stdout: """
          id,name,postcode,lat,lon,distance_m,bearing_deg
          a b c d\\e,"Fish, Chips ""n"" \\ Peas","N1, 1AA",51.5,-0.1,0,0
          2,plain; 'single' = fine,,51.5001,-0.1,11.1,0
          "=3,",,,51.5002,-0.1,22.3,0

          """)
    }
  }

  @Test(arguments: ["near --at 51.5,-0.1", "within --at 51.5,-0.1 --radius 1km"])
  func tsv(question: String) throws {
    try Dataset.with(Self.awkward) { _, data in
      expect(
        try Finder.run("\(question) --format tsv", data: data),
        stdout: """
          id\tname\tpostcode\tlat\tlon\tdistance_m\tbearing_deg
          a b c d\\\\e\tFish, Chips "n" \\\\ Peas\tN1, 1AA\t51.5\t-0.1\t0\t0
          2\tplain; 'single' = fine\t\t51.5001\t-0.1\t11.1\t0
          =3,\t\t\t51.5002\t-0.1\t22.3\t0

          """)
    }
  }

  /// What finder wrote is read with its meaning, by its header or with an option; other TSV has no escapes.
  @Test func tsvIsRead() throws {
    try Dataset.with(
      Dataset.feature(51.5, -0.1, properties: #"{"name":"\"C:\\new"}"#, id: "1")
    ) { folder, data in
      let near = try Finder.run("near --at 51.5,-0.1 --format tsv", data: data).stdout
      #expect(near.hasSuffix("1\t\"C:\\\\new\t\t51.5\t-0.1\t0\t0\n"), "\(near)")
      let names = { (file: String, options: String) in
        try Finder.run("data convert \(file) --format ndjson \(options)").stdout
          .contains(#""name":"\"C:\\new","#)
      }
      #expect(try names(folder.write(near, to: "near.tsv"), ""))
      let fields = try folder.write("name\tlat\tlon\n\"C:\\\\new\t51.5\t-0.1\n", to: "fields.tsv")
      #expect(try names(fields, "--tsv-escapes") && !names(fields, ""))
      let letters = try folder.write("name\tlat\tlon\n\"C:\\new\t51.5\t-0.1\n", to: "letters.tsv")
      #expect(try names(letters, "") && !names(letters, "--tsv-escapes"))
      let bulk = try Finder.run("bulk \(letters) --format tsv", data: data).stdout
      #expect(bulk.contains("\n\"C:\\\\new\t51.5\t-0.1\t1\t1\t\"C:\\\\new\t"), "\(bulk)")
      let again = try Finder.run(
        "bulk \(try folder.write(bulk, to: "bulk.tsv"))", data: data
      ).stdout
      #expect(
        again.contains(#""name":"\"C:\\new""#) && again.contains(#""venue_name":"\"C:\\new""#))
    }
  }

  private static let oneMetre =
    "finder: near: --radius 1: that is 1 metre; for kilometres or miles: -r 1km or -r 1mi\n"

  /// There is a header even without results, so that programs need no special case.
  @Test(arguments: ["csv", "tsv"])
  func nothingFound(format: String) throws {
    try Dataset.with(Self.awkward) { _, data in
      let result = try Finder.run("near --at 55,-3 --radius 1 --format \(format)", data: data)
      let columns = ["id", "name", "postcode", "lat", "lon", "distance_m", "bearing_deg"]
      expect(
        result, stdout: columns.joined(separator: format == "csv" ? "," : "\t") + "\n",
        stderr: Self.oneMetre)
    }
  }

  @Test func nothingFoundLineByLine() throws {
    try Dataset.with(Self.awkward) { _, data in
      for format in ["ndjson", "geojsonseq"] {
        let result = try Finder.run("near --at 55,-3 --radius 1 --format \(format)", data: data)
        expect(result, stdout: "", stderr: Self.oneMetre)
      }
      let collection = try Finder.run("near --at 55,-3 --radius 1 --format geojson", data: data)
      expect(
        collection, stdout: "{\"type\":\"FeatureCollection\",\"features\":[]}\n",
        stderr: Self.oneMetre)
    }
  }
}
