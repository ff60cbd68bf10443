import CommandLineKit
import FinderEngine

enum Map {
  static let command = Command.command(
    "map", summary: "a map of the venues: in the terminal, as a page or as a picture",
    otherWords: "draw plot picture chart view show-map",
    heading: CommandHeading.maps, exits: [.nothingFound, .outsideCamera, .unavailable],
    about: """
      Around a point, the map marks the ten nearest venues with letters, and lists them. Without a \
      point it shows all venues, in the groups of 'finder clusters' with their counts. Filters \
      work as in other commands.

      With -i you move around in the map with keys and the mouse; ? lists the keys. Text typed \
      after / finds venues by their names and, as --for does, by what there is to eat.

      A page (--output FILE.html) is one file that needs nothing else: a map to move around in, a search \
      over names and food, a filter by food, a list. Pictures are .svg and .png.

      Where standard output is not a terminal, TERM is dumb or ACCESSIBLE is set, only the list is \
      printed, unless --format text or --marks asks for the drawing.

      The way to a venue is a straight line, unless a router is asked ('finder help routes').
      """,
    usage: [
      "[POINT] [OPTIONS]", "[POINT] -i [OPTIONS]", "POINT --to VENUE [OPTIONS]",
      "--bbox W,S,E,N [OPTIONS]",
    ],
    examples: """
      finder map London # the streets around, with the ten nearest venues
      finder map # all venues, in groups
      finder map 'WC1B 2JS' --radius 2km --match cafe # the cafés within 2 km
      finder map London --to 'Hoagie Yard' # the way to the nearest branch
      finder map Leeds --zoom 12 --output leeds.png # a picture; .svg too
      finder map --match cafe --output cafes.html # a page of all cafés, to pass on
      finder map London --marks ascii > london.txt # plain text, for a mail
      finder map London --base walk.gpx # with a track; 'finder along' lists what is along it
      """,
    options: (Options.point
      + [Options.outside, MapOptions.limit, MapOptions.interactive] + MapOptions.view
      + [Options.match, Options.condition] + Options.food + Options.chains + Options.visits
      + MapOptions.routes
      + Options.hours
      + [MapOptions.format, MapOptions.marks, MapOptions.size, MapOptions.scale, MapOptions.base]
      + [
        Options.data, Options.noCache, MapOptions.output,
        Options.units.with(summary: "units of distances in tables"), Options.colour,
        Options.noConfig, Options.exitStatus, Options.quiet,
      ]).seldom(Options.chain, Options.quiet),
    arguments: [Options.pointArgument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let data = SearchData(invocation)
    let reading = try InteractiveMap.reading(invocation)
    defer { reading?.close() }
    let request = try MapRequest(invocation, data)
    let output = request.search.output
    if let reading {
      try InteractiveMap.run(request, invocation, reading, data)
      reading.close()
      return try data.keep(closing: output, before: .success)
    }
    return try data.finish(try MapPrinter.answer(request, from: data), to: output)
  }
}
