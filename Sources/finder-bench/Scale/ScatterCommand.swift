extension Subcommand {
  static let scatter = Subcommand(
    name: "scatter",
    synopsis: "--count N [--output FILE] [--points N --points-file FILE] [--places FILE]",
    summary: "the sample and moved copies of it, up to N venues, as GeoJSON; CSV points near them"
  ) { arguments in
    let options = try Options(
      arguments, ["--count", "--points", "--output", "--points-file", "--places"])
    let count = try options.number("--count", or: 0)
    guard count > 0 else { throw Problem.usage("--count is missing") }
    let points = try options.number("--points", or: 100_000)
    let venues = ScatteredVenues(count: count, places: try Place.all(options["--places"]))
    try writeFile(options["--output"]) { try SampleWriter.write(venues.all, to: &$0) }
    guard let file = options["--points-file"] else { return }
    try writeFile(file) { try $0.write(points: venues.points(points)) }
  }
}
