import FinderEngine
import TestSupport
import Testing

@testable import finder

/// `-r 15min`: a distance given as a walk.
@Suite struct WalkRadiusTests {
  @Test(arguments: [
    ("15min", 15.0), ("15 min", 15), ("20 minutes", 20), ("1 minute", 1), ("90MIN", 90), ("1h", 60),
    ("1 hour", 60), ("2hrs", 120), ("1.5h", 90), ("1h30", 90), ("1h 30", 90), ("1h30min", 90),
    ("1 hour 30 minutes", 90), ("0min", 0), (" 15min ", 15),
  ])
  func times(text: String, minutes: Double) {
    #expect(Quantity.minutes(text) == minutes)
    #expect(Quantity.metres(text) == nil)
  }

  @Test(arguments: [
    "15m", "15", "min", "-15min", "1h60", "1h-5", "1h5h", "infmin", "15mins ago", "1.5h30", "",
    "h30",
    "nanmin", "1e400min",
  ])
  func others(text: String) { #expect(Quantity.minutes(text) == nil, "\(text)") }

  /// Every command with a radius around a point accepts it, in any form, and says how far it is.
  @Test func everyCommand() throws {
    try Dataset.with(Dataset.square) { folder, data in
      try folder.write("lat,lon\n51.508,-0.128\n", to: "points.csv")
      // 3 minutes are 200 m, 4 minutes are 267 m.
      for (radius, count) in [("3min", 1), ("4min", 2), ("'4 minutes'", 2), ("1h", 4), ("4m", 1)] {
        for line in [
          "near 51.508,-0.128 --count", "within 51.508,-0.128 --count",
          "bulk points.csv --count --csv",
        ] {
          let result = try Finder.shell(
            "finder \(line) -r \(radius) --data '\(data)' | tail -n 1 | cut -d, -f 3-",
            directory: folder.path)
          let shown = line.hasPrefix("bulk") ? "\(count)," : "\(count)"
          #expect(
            result.stdout == shown + "\n" || result.stdout == "\(count)\n",
            "\(line) \(radius)\n\(result)")
        }
      }
      for (radius, metres) in [("15min", "1000"), ("1h30", "6000"), ("15m", "15")] {
        for line in ["near 51.508,-0.128", "within 51.508,-0.128", "closest Nelson 51.508,-0.128"] {
          let result = try Finder.run("\(line) --json -r \(radius)", data: data)
          #expect(result.stdout.contains(#""radius_m":\#(metres),"#), "\(result)")
        }
      }
      let map = try Finder.run("map 51.508,-0.128 -r 4min --format csv", data: data)
      #expect(map.status == 64, "\(map)")
      expect(try Finder.run("map 51.508,-0.128 -r 4min", data: data), stdout: nil, stderr: nil)
      expect(
        try Finder.run(
          "news 51.508,-0.128 -r 15min -q", data: data, environment: ["XDG_DATA_HOME": folder.path]),
        stdout: nil)
    }
  }

  /// With the pace and the factor from the settings, in every format.
  @Test func settings() throws {
    try InstallPlace.with { place in
      try place.folder.write(Dataset.square, to: "venues.geojson")
      for line in ["config set pace 6", "config set walk-factor 1.5"] {
        expect(try place.run(line), stdout: nil, stderr: nil)
      }
      let line = "near 51.508,-0.128 --data venues.geojson --json -r 15min"
      #expect(try place.run(line).stdout.contains(#""radius_m":1000,"#))
      #expect(try place.run(line + " -r 30min").stdout.contains(#""radius_m":2000,"#))
      expect(try place.run("config unset walk-factor"), stdout: nil, stderr: nil)
      #expect(try place.run(line).stdout.contains(#""radius_m":1250,"#))
      #expect(try place.run(line + " --no-config").stdout.contains(#""radius_m":1000,"#))
    }
  }

  /// In other places a distance is required.
  @Test func textsThatAreNotRadii() throws {
    for line in ["check 51,0 --distance 15min", "data fetch osm 51,0 --radius 15min --dry-run"] {
      let result = try Finder.run(line)
      #expect(
        result.status == 64
          && result.stderr.contains(
            " 15min is a walking time; this needs a distance, such as 1200m\n"),
        "\(result)")
    }
  }

  /// Venues within the minutes by a router's walks: one is 15 minutes away at 1.1 km, another takes 44
  /// minutes at 233 m.
  @Test func byRouter() throws {
    try RoutePlace.with { place in
      for (radius, walks, names) in [
        ("15min", ["0", "3.5", "1.2"], "Nelson Fountain"),
        ("14min", ["0", "3.5", "1.2"], "Nelson"),
        ("30min", ["0", "3.5", "1.2", "null"], "Nelson Fountain"),
        ("45min", ["0", "3.5", "1.2", "null"], "Nelson Fountain Lion Pigeon"),
      ] {
        try place.answer(RouteTests.valhalla(walks))
        let result = try place.run(
          "near 51.508,-0.128 -n 0 -r \(radius) --router \(RouteTests.url) --csv --no-header --fields name -q"
        )
        expect(result, stdout: names.replacing(" ", with: "\n") + "\n")
      }
      // If it does not answer, the walks are estimates.
      try place.curl("exit 7")
      expect(
        try place.run(
          "near 51.508,-0.128 -r 15min --router \(RouteTests.url) --csv --no-header --fields name -q"
        ),
        stdout: "Nelson\nLion\n")
    }
  }

  /// A bare number is metres; if nothing is found, a note says so.
  @Test(arguments: [
    ("1", "1 metre;"), ("0.5", "0.5 metres;"), ("24", "24 metres;"), ("25", ""), ("1m", ""),
    ("0", ""),
  ])
  func bareNumbers(radius: String, said: String) throws {
    try Dataset.with(Dataset.square) { folder, data in
      try folder.write("lat,lon\n52.5,-0.2\n", to: "points.csv")
      for line in [
        "near 52.5,-0.2", "within 52.5,-0.2", "bulk points.csv", "near 52.5,-0.2 --json",
      ] {
        let result = try Finder.run("\(line) -r \(radius)", data: data, directory: folder.path)
        #expect(result.status == 0)
        let note =
          "--radius \(radius): that is \(said) for kilometres or miles: -r \(radius)km or -r \(radius)mi\n"
        #expect(
          said.isEmpty ? !result.stderr.contains("that is") : result.stderr.contains(note),
          "\(result)")
        let quiet = try Finder.run("\(line) -r \(radius) -q", data: data, directory: folder.path)
        expect(quiet, stdout: nil)
      }
    }
  }
}
