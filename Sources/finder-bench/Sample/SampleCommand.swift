extension Subcommand {
  /// Writes the dataset that ships with finder, `Data/venues.geojson.gz` before packing.
  static let sample = Subcommand(
    name: "sample",
    synopsis: "[--places FILE] [--count N] [--seed N]",
    summary: "made-up venues around real towns, as GeoJSON on stdout; same seed, same bytes"
  ) { arguments in
    let options = try Options(arguments, ["--places", "--count", "--seed"])
    let count = try options.number("--count", or: 55_000, in: 1...10_000_000)
    let seed = try options.number("--seed", or: 2020 as UInt64, in: 0...UInt64.max)
    let generator = SampleGenerator(places: try Place.all(options["--places"]), seed: seed)
    try writeFile(nil) { try SampleWriter.write(generator.venues(count), to: &$0) }
  }
}
