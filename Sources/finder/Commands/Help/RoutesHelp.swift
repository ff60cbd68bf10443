import CommandLineKit

enum RoutesHelp {
  static let topic = Command.topic(
    "routes", summary: "--router: walking distances along the streets, from your own server",
    otherWords: "route router routing directions osrm valhalla walking",
    about: """
      Without a router finder measures straight lines, and sends nothing anywhere. With --router URL \
      'near', 'closest' and 'burn' ask a Valhalla or OSRM server how far it is to walk, and print \
      venues in the order of the walks. --route asks the server that is set as router. The server is \
      sent the point and the positions of venues near it, nothing else. Nothing goes to any other \
      host: redirects are not followed. curl sends the requests, over http or https.

      'map --to VENUE' draws the walk there in the same way, for which the server is sent the two ends.

      A walk is the way along the streets plus the steps to them from both ends, and never shorter \
      than the straight line. finder asks about the nearest venues first, many at once, until no \
      other can be nearer on foot. So the order is exact.
      """,
    examples: """
      finder near London --router http://localhost:8002 # a Valhalla server
      finder near 51.5074,-0.1278 --router osrm:http://localhost:5000 --json # an OSRM server; each
        venue has walk_m, walk_min and walk_from
      finder near 51.5074,-0.1278 --router http://localhost:8002 --fields name,walk_m --csv # two
        columns, one of them the walk
      finder near London --router http://localhost:8002 --timeout 2 # continues without the
        server after 2 seconds
      finder map London --to 'Hoagie Yard' --router http://localhost:8002 # draws the walk, and
        says how long it is
      """,
    sections: [
      HelpSection(
        "Servers",
        text: """
          valhalla: or osrm: before the address says which one it is, and so does a path that ends \
          in /sources_to_targets, /table/v1/PROFILE or /route/v1/PROFILE. Any other server is sent a \
          Valhalla request first, then an OSRM one. Valhalla is asked for the shortest walking route. \
          OSRM answers for the profile that its map was prepared with, so give it one for walking. A \
          name and password in the address, and a key after its ?, are sent along and not shown. \
          Proxies of the environment are used, but not for this machine.
          """),
      HelpSection(
        "Filters",
        text: """
          --limit, --match, --where and chains count as always: --one-per-chain keeps the branch \
          that is nearest on foot. A distance for --radius is a straight line; a time such as -r 15min \
          limits the server's walks, at the pace that is set. 'finder burn' asks about all venues that \
          may be as far away as the meal takes, so give it more --timeout.
          """),
      HelpSection(
        "Estimates",
        text: """
          Tables mark estimates with ~, and "walk_from" is "estimate" instead of "router". A note \
          on standard error says why there are any.
          """,
        rows: """
          no route  Venues to which the server finds no route come last, by their straight lines, with
            1.2 times that as the walk. If --limit leaves no room for them, a note counts the near ones.
            The server is not asked about venues more than 100 km away.
          no steps  Some servers do not say how far their streets are from the points. Their routes are
            shown as estimates, since the steps are missing.
          no answer  If the server fails, or takes more than --timeout for all its answers, all walks
            are estimates, in straight-line order, and a map draws a straight line. With --strict finder
            exits with 69 instead.
          """),
    ])
}
