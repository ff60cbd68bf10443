import FinderEngine
import TestSupport
import Testing

/// `along`: venues along a track or from point to point.
@Suite struct AlongTests {
  /// On the equator, where a degree of longitude is 111,319.491 m long, or slightly off it. A degree of
  /// latitude is 110,574.4 m there.
  private static let equator = Dataset.collection([
    Dataset.venue("Late", 0, 1.5), Dataset.venue("Early", 0.001, 0.5),
    Dataset.venue("South", -0.002, 0.5), Dataset.venue("Far", 0.1, 1),
    Dataset.venue("Past", 0, 2.001),
  ])

  private static let track = """
    <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk>
    <trkseg><trkpt lat="0" lon="0"/><trkpt lat="0" lon="1"/></trkseg>
    <trkseg><trkpt lat="0" lon="1.4"/><trkpt lat="0" lon="2"/></trkseg>
    </trk></gpx>
    """

  private func rows(_ line: String, fields: String = "id") throws -> [Substring] {
    try Dataset.with(Self.equator) { folder, data in
      let track = try folder.write(Self.track, to: "walk.gpx")
      let words = Finder.words(line).map { $0 == "TRACK" ? track : $0 }
      let result = try Finder.run(
        ["along"] + words
          + ["--outside", "allow", "-q", "--csv", "--no-header", "--fields", fields], data: data)
      #expect(result.status == 0, "\(result)")
      return result.stdout.split(separator: "\n")
    }
  }

  // MARK: Answers

  @Test func order() throws {
    // For equal distances along the way, the nearer comes first.
    #expect(try rows("0,0 0,2") == ["Early", "South", "Late", "Past"])
    #expect(try rows("0,2 0,0") == ["Past", "Late", "Early", "South"])
    #expect(try rows("0 0 0 2 --within 50m") == ["Late"])
    #expect(try rows("0,0 0,2 --within 12km") == ["Early", "South", "Far", "Late", "Past"])
    #expect(try rows("0,0 0,2 --order detour").first == "Late")
    #expect(try rows("0,0 0,2 --order detour").last == "Past")
    #expect(try rows("0,0 0,2 -n 2") == ["Early", "South"])
    #expect(try rows("0,0 0,2 -m late") == ["Late"])
    #expect(try rows("0,0 0,2 --from 100km") == ["Late", "Past"])
    #expect(try rows("0,0 0,2 --from 50km --to 60km") == ["Early", "South"])
    #expect(try rows("--at 0,0 --at 0,2 -n 1") == ["Early"])
    // The gap has no length, and nothing is in it.
    #expect(try rows("TRACK") == ["Early", "South", "Late", "Past"])
    #expect(try rows("TRACK", fields: "id,along_m").contains("Late,122451.4"))
    #expect(try rows("TRACK --from 111.4km") == ["Late", "Past"])
  }

  @Test func figures() throws {
    #expect(
      try rows("0,0 0,2", fields: "name,along_m,offset_m,side") == [
        "Early,55659.7,110.6,left", "South,55659.7,221.1,right", "Late,166979.2,0,on",
        "Past,222639,111.3,on",
      ])
    // The detour leads back to the track.
    #expect(try rows("TRACK -m early", fields: "offset_m,detour_m") == ["110.6,221.1"])
    #expect(try rows("0,0 0,2 -m past", fields: "detour_m") == ["222.6"])
    #expect(try rows("0,0 0,2 -m late", fields: "detour_m") == ["0"])
  }

  @Test func explainedAndVerified() throws {
    try Dataset.with(Self.equator) { folder, data in
      _ = try folder.write(Self.track, to: "walk.gpx")
      func run(_ line: String) throws -> ProcessResult {
        try Finder.run(
          "along \(line) --outside allow", data: data, directory: folder.path)
      }
      let plain = try run("0,0 0,2 -n 3 --csv")
      let people = try run("0,0 0,2 -n 3 --csv --explain --verify")
      #expect(people.status == 0 && people.stdout == plain.stdout, "\(people)")
      for text in [
        "along: 5 venues in the dataset: 3 listed, 1 left out by --within, 1 beyond the limit of 3\n",
        "along: next would be Past, 55.7 km farther along the way than the last one listed\n",
        "along: verified: 5 venues worked out again, the same 3 in the same order\n",
      ] {
        #expect(people.stderr.contains(text), "\(people)")
      }
      let document = try run("0,0 0,2 --order detour -m early --json --explain --verify")
      for text in [
        #""explain":{"venues":5,"left_out":[{"filter":"within","venues":1},"#,
        #"{"filter":"match","venues":3}],"geodesics":"#, #""ties":[],"next":null},"#,
      ] {
        #expect(document.stdout.contains(text), "\(document)")
      }
      #expect(document.stderr.hasSuffix("the same one found\n"), "\(document)")
      let count = try run("0,0 0,2 --count --explain --verify")
      #expect(
        count.stdout == "4\n" && count.stderr.contains("4 counted, 1 left out by --within\n")
          && count.stderr.hasSuffix("the same number\n"), "\(count)")
      for line in ["walk.gpx -n 2", "walk.gpx --from 1km --order detour", "0,2 0,0 --within 12km"] {
        let verified = try run("\(line) --verify")
        #expect(
          verified.status == 0 && verified.stderr.contains("in the same order"), "\(verified)")
      }
      for option in ["explain", "verify"] {
        let picture = try run("0,0 0,2 --\(option) --output walk.png")
        #expect(
          picture.status == 64 && picture.stderr.contains("--\(option) has no effect on png"),
          "\(picture)")
      }
    }
  }

  @Test func document() throws {
    try Dataset.with(Self.equator) { folder, data in
      expect(
        try Finder.run("along 0,0 0,2 --outside allow -n 1 --json", data: data),
        stdout: #"""
          {"query":{"points":[{"lat":0,"lon":0},{"lat":0,"lon":2}],"length_m":222639,"within_m":500,"order":"way","from_m":null,"to_m":null,"limit":1,"match":null},
           "camera":{"inside":false,"moved":false},
           "data":{"source":"option"},
           "count":1,
           "venues":[
            {"id":"Early","name":"Early","postcode":null,"lat":0.001,"lon":0.5,"along_m":55659.7,"offset_m":110.6,"side":"left","detour_m":0.1}]}

          """#)
      _ = try folder.write(Self.track, to: "walk.gpx")
      let result = try Finder.run(
        "along walk.gpx --outside allow --from 1km --within 1km --order detour --count --json",
        data: data,
        directory: folder.path)
      expect(
        result,
        stdout: #"""
          {"query":{"track":{"file":"walk.gpx","pieces":2,"points":4},"length_m":178111.2,"within_m":1000,"order":"detour","from_m":1000,"to_m":null,"limit":0,"match":null},
           "camera":{"inside":false,"moved":false},
           "data":{"source":"option"},
           "count":4}

          """#)
      expect(
        try Finder.run(
          "along - --outside allow --count", data: data, stdin: .text(Self.track)), stdout: "4\n")
    }
  }

  @Test func table() throws {
    try Dataset.with(Self.equator) { _, data in
      func words(_ line: String) throws -> [[Substring]] {
        let result = try Finder.run("along 0,0 0,2 --outside allow " + line, data: data)
        #expect(result.status == 0 && result.stderr == "", "\(result)")
        return result.stdout.split(separator: "\n").map { $0.split(separator: " ") }
      }
      #expect(
        try words("") == [
          ["ALONG", "OFFSET", "SIDE", "NAME", "POSTCODE"],
          ["55.7", "km", "111", "m", "left", "Early"],
          ["55.7", "km", "221", "m", "right", "South"], ["167.0", "km", "0", "m", "on", "Late"],
          ["222.6", "km", "111", "m", "on", "Past"],
        ])
      #expect(
        try words("--order detour -n 1") == [
          ["DETOUR", "ALONG", "OFFSET", "SIDE", "NAME", "POSTCODE"],
          ["0", "m", "167.0", "km", "0", "m", "on", "Late"],
        ])
      #expect(
        try words("--fields name,side,along_m -m early") == [
          ["NAME", "SIDE", "ALONG_M"], ["Early", "left", "55.7", "km"],
        ])
      expect(
        try Finder.run("along 0,0 0,1 --outside allow --within 1m", data: data), stdout: "",
        stderr:
          "finder: along: no venue found within 1 m of the way; --within sets another distance\n")
    }
  }

  // MARK: Refused

  @Test func usage() throws {
    try Dataset.with(Self.equator) { folder, data in
      func problem(_ line: String, _ status: Int32 = 64) throws -> String {
        let result = try Finder.run("along " + line, data: data, directory: folder.path)
        #expect(result.status == status && result.stdout == "", "\(result)")
        return result.stderr
      }
      _ = try folder.write(Self.track, to: "walk.gpx")
      #expect(try problem("").holds("no point was given"))
      #expect(try problem("51.5,-0.1").holds("only 1 point was given"))
      #expect(try problem("missing.gpx", 66).holds("missing.gpx"))
      #expect(try problem("walk.gpx 51.5,-0.1").holds("give one file, or points"))
      #expect(
        try problem("walk.gpx vegan pizza").holds(
          "; try: finder along walk.gpx --for 'vegan pizza'"))
      #expect(try problem(folder.path, 66).holds("Is a directory"))
      #expect(try problem("walk.gpx", 3).holds("--outside allow"))
      #expect(try problem("walk.gpx --outside clamp").holds("clamp moves points"))
      #expect(try problem("0,0 0,1", 3).holds("outside the camera bounds"))
      #expect(try problem("51,0 51,1 --from 5km --to 4km").holds("is after --to"))
      #expect(try problem("51,0 51,1 --from 500km").holds("past the end of the way, which is 70"))
      #expect(try problem("51,0 51,1 --within x").holds("is not a distance"))
      #expect(try problem("51,0 51,1 --order name").holds("way"))
      #expect(try problem("51,0 51,1 --fields id,distance_m").holds("offset_m"))
      for (line, meant) in [
        ("near walk.gpx", "finder along walk.gpx"),
        ("map walk.gpx", "finder along walk.gpx --output map.html"),
        ("near walk.gpx -n 3", "finder along walk.gpx --limit 3"),
      ] {
        let result = try Finder.run(line, directory: folder.path)
        #expect(
          result.status == 64
            && result.stderr.hasSuffix(
              "is a track, not a point; for the venues along it: \(meant)\n"),
          "\(result)")
      }
      let kept = try Finder.run(
        "along walk.gpx --outside allow --output walk.gpx", data: data, directory: folder.path)
      #expect(kept.status == 64, "\(kept)")
    }
  }
}
