/// Makes venues that look like the real dataset, the list of the Eat Out to Help Out scheme of
/// August 2020, where it matters to a finder: where they crowd, how many share a spot, how untidily
/// names and postcodes are typed.
///
/// Places -> sites (one spot, one venue or more) -> postcodes -> names -> hours. The same seed and places
/// give the same venues; each step draws from a stream of its own.
struct SampleGenerator {
  let places: [Place]
  let seed: UInt64

  /// `count` venues, in the order of their postcodes as the real dataset is.
  func venues(_ count: Int) -> [SampleVenue] {
    var siteMaker = SiteMaker(places: places, seed: seed)
    var postcodeMaker = PostcodeMaker(places: places, seed: seed)
    let sites = siteMaker.sites(holding: count)
    let postcodes = postcodeMaker.postcodes(of: sites)

    let order = sites.indices.sorted { (postcodes[$0], $0) < (postcodes[$1], $1) }
    var names = NameMaker(seed: seed)
    var typist = Typist(seed: seed)
    var hours = HoursMaker(seed: seed)
    var venues: [SampleVenue] = []
    venues.reserveCapacity(count)
    for index in order {
      let site = sites[index]
      for name in names.names(site.venueCount, in: places[site.place]) {
        venues.append(
          SampleVenue(
            name: typist.type(name: name), postcode: typist.type(postcode: postcodes[index]),
            point: site.point, hours: hours.hours(of: name)))
      }
    }
    return venues
  }
}

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
