import CommandLineKit
import FinderEngine
import FinderLists

enum DataFetch {
  static let command = Command.command(
    "fetch", summary: "fetch the venues of an area from OpenStreetMap and the hygiene ratings",
    otherWords: "overpass osm openstreetmap hygiene ratings fhrs",
    exits: [.nothingFound, .unavailable],
    about: """
      osm asks an Overpass server, hygiene the Food Standards Agency's API; 'osm hygiene' asks \
      both, and merges venues that are the same. The result is GeoJSON, on standard output or in \
      FILE, or is installed. After --install, 'finder data update' repeats the fetch, and 'finder \
      news' lists what changed. A venue's id is that of its source, such as osm:node/123 or \
      fhrs:123; a venue in both can be found by either.

      From OpenStreetMap come the tags name (else brand or operator), alt_name, amenity as kind, \
      addr:housename, addr:housenumber, addr:street, addr:place and addr:city as address, \
      addr:postcode, phone, website, email (or the same after contact:), opening_hours, cuisine, takeaway, \
      delivery, outdoor_seating, wheelchair, toilets:wheelchair, internet_access, diet:vegetarian, \
      diet:vegan, diet:halal, diet:kosher, diet:gluten_free, organic, real_ale, highchair, dog, access, \
      level, brand, brand:wikidata, operator, wikidata and fhrs:id as fhrs_id; no others. From the ratings \
      come name, address, postcode, phone, business type, rating, its date and the authority. Places \
      without a name are left out. So are places tagged as closed (disused=yes, or an end_date \
      in the past) and, without --private, places that are not public (access=private or no).

      curl sends one request at a time. If a server is busy, finder waits for as long as the \
      server asks, longer each time, and gives up after the timeout. If an answer is cut short, or \
      its counts do not agree, nothing is changed, and the exit code is 69. One fetch asks for at \
      most \(Int(FetchArea.mostInAll)) square kilometres; more than \(Int(FetchArea.mostAtOnce)) \
      are asked for in several requests.

      The data of OpenStreetMap is under the Open Database Licence, the hygiene ratings under the Open \
      Government Licence. The dataset says so, and whatever is made from it must say so too.
      """,
    usage: [
      "osm [hygiene] POINT [OPTIONS]", "osm [hygiene] --bbox W,S,E,N [OPTIONS]",
      "hygiene --authority NAME [OPTIONS]",
    ],
    examples: """
      finder data fetch osm London --radius 2km --output london.geojson # what OpenStreetMap
        has around a point
      finder data fetch osm hygiene Brighton --radius 5km --install # both sources, for later
        queries
      finder data fetch hygiene --authority Lambeth --kinds pub,bar --dry-run # what would be asked
      """,
    options: FetchOptions.all, arguments: [FetchOptions.source, FetchOptions.point],
    run: run)

  private static let mostBytes = 200_000_000

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try checkTarget(invocation)
    let timeout = try invocation.seconds(FetchOptions.timeout, default: 300)
    let request = try invocation.fetchRequest()
    if invocation.has(FetchOptions.dryRun) {
      let output = try Output(invocation, inputs: [])
      try output.finish(with: try FetchPlan(request, timeout: timeout).text)
      return .success
    }
    let fetch = VenueFetch(request: request, timeout: timeout, mostBytes: mostBytes)
    // Do not fetch what cannot be written.
    let output = try Output(invocation, inputs: [])
    guard invocation.has(FetchOptions.install) else {
      let fetched = try invocation.fetch(fetch)
      try write(fetched.document, invocation, to: output)
      return invocation.exitCode(found: fetched.venues)
    }
    _ = try invocation.dataFolder()
    return try invocation.fetchAndInstall(
      fetch, isForced: invocation.has(FetchOptions.force), to: output)
  }

  private static func checkTarget(_ invocation: Invocation) throws {
    let (install, dryRun) = (FetchOptions.install, FetchOptions.dryRun)
    if invocation.has(install) {
      guard !invocation.has(Options.output) else {
        throw invocation.error(install, "cannot be combined with \(Options.output.flag)")
      }
      guard !invocation.has(dryRun) else {
        throw invocation.error(install, "has no effect with \(dryRun.flag)")
      }
    } else if invocation.has(FetchOptions.force) {
      throw invocation.error(FetchOptions.force, "has no effect without \(install.flag)")
    }
    guard !invocation.has(dryRun), let path = invocation[Options.output],
      FileEnding.meaning(of: path, among: [ResultFormat.geojson.rawValue], packs: true) == .other
    else { return }
    throw invocation.error(
      Options.output,
      "\(UsageError.show(path)) has the ending of a format that 'data fetch' does not write; "
        + "'finder data convert' makes it from GeoJSON")
  }

  /// Compresses the file if its name ends in `.gz`.
  private static func write(
    _ document: PaddedBytes, _ invocation: Invocation, to output: Output
  ) throws {
    if invocation[Options.output]?.lowercased().hasSuffix(".gz") ?? false {
      try GzipWriter().pack(document.bytes, isLast: true) { try output.write($0) }
    } else {
      try output.write(document.bytes)
    }
    withExtendedLifetime(document) {}
    try output.finish()
  }
}
