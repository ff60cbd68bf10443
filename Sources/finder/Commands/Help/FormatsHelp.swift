import CommandLineKit

enum FormatsHelp {
  static let topic = Command.topic(
    "formats", summary: "the formats of results, their JSON keys and CSV columns",
    otherWords: "format json csv tsv geojson ndjson gpx kml waypoints phone output excel",
    about: """
      --format chooses how results are printed; --json and --csv are short for --format json and \
      --format csv. Results go to standard output, or to the FILE of --output; everything else \
      goes to standard error. A file is written whole or not at all. If no format is named, the \
      ending of the file chooses it: .json, .ndjson, .geojson, .geojsonl, .csv, .tsv, .gpx or .kml; \
      for maps and pictures .svg, .png or .html. The same question always gives the same bytes, except \
      for 'pick' without --seed.
      """,
    examples: """
      finder near 51.5074,-0.1278 --json # one document
      finder near 51.5074,-0.1278 --format ndjson # one venue a line
      finder within 51.5074,-0.1278 --radius 100m --format csv # for spreadsheets
      finder within 51.5074,-0.1278 --radius 100m --format geojson # for maps
      finder near London --for pizza --output pizza.gpx # for the map app of a phone
      """,
    sections: [
      HelpSection(
        "Formats",
        rows: """
          table  for people; --color applies to it alone. WALK is an estimate: 1.2 times the straight
            line at 4.8 km/h, unless 'finder config' sets another pace or walk factor
          json  one document: query, camera, data, count and venues
          ndjson  the objects of venues, one a line
          geojson  a FeatureCollection
          geojsonseq  the same features as a sequence (RFC 8142)
          svg, png, html  of meet and along: a map of the answer, as 'finder map' draws it
          csv  as in RFC 4180
          tsv  tabs, newlines and backslashes are written as \\t, \\n and \\\\, and nothing is quoted;
            commands that read TSV recognise the header ('finder help lists')
          gpx, kml  waypoints for map apps (GPX 1.1, KML 2.2): each venue has its name, a link to its
            website, and a description in words, with distance, address, food, hours and phone, or
            with what --fields names; --units applies to it
          """),
      HelpSection(
        "Keys and columns of a venue",
        rows: """
          id  always a string; the feature's own, or made from name, postcode and position
          name, postcode  null, or an empty cell, where there is none
          lat, lon  decimal degrees (WGS 84)
          distance_m  from the point, in metres, to 0.1
          bearing_deg  from the point to the venue, in degrees clockwise from north, to 0.1
          properties  in json and ndjson: the feature's other properties, as they are in the file;
            omitted where there are none
          """),
      HelpSection(
        "Keys and columns of meet",
        text: """
          In place of distance_m and bearing_deg a venue has these; query has points and by. CSV has \
          worst_m, total_m and leg_1_m, leg_2_m…; --fields takes spread_m and leg_1_deg too.
          """,
        rows: """
          worst_m  the longest of the distances from the points
          total_m  the sum of the distances, each times its --weight
          legs  the distance_m and bearing_deg from each point, in their order
          """),
      HelpSection(
        "Keys and columns of along",
        text: """
          In place of distance_m and bearing_deg a venue has these; query has points or track, length_m, \
          within_m, order, from_m and to_m.
          """,
        rows: """
          along_m  from the start of the way to the place on it nearest to the venue; of several,
            the first
          offset_m  from there to the venue
          side  left or right of the direction of travel; on, if it is on the line
          detour_m  between points, how much longer the way by the venue is; on a
            track, twice offset_m
          """),
      HelpSection(
        "Keys and columns of coverage",
        text: """
          The table and JSON sum up the cells; query has cell_m and nth. In ndjson, csv, tsv and \
          the geojson formats each row is a cell, with lat, lon, distance_m and venue_id. In a png \
          each cell is coloured by its distance, and a pin marks the emptiest place.
          """,
        rows: """
          venues, cells  how many venues fit, and how many cells have their middle in the area
          area_km2  of these cells together
          mean_m, median_m, p90_m  of the cells' distances; nine cells in ten are within p90_m; null where
            no venue fits
          beyond  m and share, from 0 to 1, of the cells that are farther than each distance of --beyond
          emptiest  lat, lon, distance_m and venue (id and name) of the place farthest from its nearest
            venue, or nth nearest; no place is more than within_m farther; null where there is none
          lat, lon  of a cell: its middle, to 6 decimals
          distance_m  from there to the nearest venue, or nth nearest; null, or empty, without one
          venue_id  the id of that venue
          """),
      HelpSection(
        "The document",
        rows: """
          query  the point searched from (after any move), the limit, the area and --match; of pick
            the seed and --not too
          camera  inside: whether the point asked for is in the bounds; moved: whether it was moved;
            zoom_hint: true for a view that is too wide to show venues
          data  source: option, environment, config, installed, sample or stdin
          count  how many venues follow; with --count they are left out
          explain  with --explain alone: see below
          """),
      HelpSection(
        "Explained answers",
        text: """
          --explain, in near, within, closest, meet and along, says how an answer was found: in \
          json as explain, after count, and otherwise in words on standard error. Every venue of \
          the dataset counts once, in the answer or under the first filter that left it out, so \
          count and left_out add up to venues. The search itself records these figures, and \
          geodesics may differ between a dataset and its snapshot. With closest --all, each row \
          has its own.
          """,
        rows: """
          venues  how many the dataset has
          left_out  filter and venues, in the order in which they apply: the area (radius, bbox,
            span, polygon or within), the filters, one-per-chain, limit. A search around a point, or for
            a place to meet, stops at the last venue that it lists: filters then count the venues
            before it, and limit all those after it, whether they fit or not
          geodesics  how many exact distances were worked out
          ties  distance_m (of meet worst_m or total_m, of along along_m or detour_m), ids and by of
            venues that are equally far, to the last bit: by name, or by position in the file where
            names are the same too
          next  id, name and margin_m of the venue that would have come next, and how much more
            its figure is than that of the last one listed; null where no other fits
          """),
      HelpSection(
        "Verified answers",
        text: """
          --verify works the answer out again before it is printed: it reads the dataset's file \
          again, without snapshot or index, measures every venue, checks each against every \
          filter, sorts them all, and compares ids, order, names, positions and figures as they \
          are printed. A note confirms that they are the same. Otherwise an error names the first \
          difference, nothing is printed, and finder exits with 70.
          """),
      HelpSection(
        "Rows of news",
        rows: """
          date  the day on which the edition was installed, such as 2026-11-22 (UTC)
          change  opened, closed, moved, renamed or changed
          venue  id, name, postcode, lat and lon as they are or, if it closed, as they were
          before  the same before the change; null if it opened or closed
          distance_m  from the point to the nearer of the two places; null without a point
          moved_m  how far it moved; only where it did
          fields  which properties and other members differ; only where some do
          """),
      HelpSection(
        "GeoJSON",
        text: """
          Features keep all their properties, their names and ids unchanged; distance_m and \
          bearing_deg are added. In the other formats names and postcodes are tidied: spaces at \
          the ends are removed and runs of spaces made one, and characters that could mislead a \
          terminal or that are invisible are left out. In tables, CSV and TSV so are ids and values.
          """),
      HelpSection(
        "Answers of bulk",
        text: """
          In ndjson each point gives query (line, lat, lon and the point's other columns or keys), \
          count and venues; a bad line gives query and error. In csv and tsv the columns of the \
          input are followed by rank, venue_id, venue_name, venue_postcode, venue_lat, venue_lon, \
          distance_m, bearing_deg and error, or with --count by count and error. With --outside \
          clamp, moved comes before error: true or empty.
          """),
    ])
}
