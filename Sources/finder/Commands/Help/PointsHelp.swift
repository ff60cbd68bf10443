import CommandLineKit

enum PointsHelp {
  static let topic = Command.topic(
    "points", summary: "points, distances, boxes, map views and polygons, and the camera bounds",
    otherWords:
      "point place location address postcode postcodes coordinates latitude longitude where radius distance",
    about: """
      A point is given once, on WGS 84: as the argument POINT, as --at POINT, or in decimal degrees \
      as --lat D --lon D. POINT is any of the forms below; without one, a command that needs a point \
      uses 'here', if 'finder locate' knows it. Latitudes go from -90 to 90 and longitudes from -180 to \
      180; exponents such as 5.1e1 are fine. If a point is out of range or outside the camera bounds, \
      and would be fine with the two swapped, a hint says so; 'finder bulk' gives one for all points. \
      'finder meet' and 'finder along' take several points, each as an argument or as --at; two bare \
      numbers are one point.

      Distances are geodesics on the WGS 84 ellipsoid, accurate to 15 nanometres. Results are in \
      the order of the unrounded distance. Venues at equal distances are in the order of their \
      names, then of the file.
      """,
    examples: """
      finder near 'Ashford, Kent' # a place
      finder near 'WC1B 2JS' # a postcode; wc1b2js and WC1B also work
      finder near 51.5074,-0.1278 # latitude and longitude
      finder near 51.5074 -0.1278 --radius 0.5mi # two numbers, and a distance
      finder near home # a point that 'finder locate save home POINT' kept
      finder near 'TQ 30 80' # a square of the National Grid
      finder near 'https://www.openstreetmap.org/#map=17/51.5/-0.12' # a link
      finder near --lat 51.5074 --lon -0.1278 # each by its name
      finder near 48.9,4.5 --outside clamp # from the nearest point inside the bounds
      finder within London --span middle # what a map view shows
      """,
    sections: [
      HelpSection(
        "Forms of a point",
        text: """
          Each is one word, in quotes where there are spaces. They are tried in this order, and \
          postcode:, grid:, place:, saved: and venue: before a text say what it is. A form that \
          names an area stands for its centre. JSON answers say under "place" what was read; for tables, \
          a note says it. Its "precision" is unit only where the gazetteer has the postcode; a mean \
          of venues with that postcode has precision place.
          """,
        rows: """
          degrees  51.5074,-0.1278 or 51.5074 -0.1278 or 51.5074/-0.1278; 51,5074 -0,1278;
            51°30'26"N 0°7'40"W or 51:30:26N 0:07:40W or 51d30m26sN 0d7m40sW
          links  of OpenStreetMap, Google Maps, Apple Maps, Bing Maps, HERE, Waze, OsmAnd, OS Maps,
            Citymapper, Yandex, 2GIS and Mapy; geo:51.5,-0.12. Other services are refused, since some
            put longitude first
          here  what 'finder locate' knows
          saved points  home, after 'finder locate save home POINT'
          plus codes  9C3XGV4C+XV; a short one with a place near it, GV4C+XV London
          grid references  TQ 30 80 or TQ3080; O 15904 34671 (Irish); grid:SE24
          eastings, northings  530500,180500 in metres, on the National Grid
          postcodes  SW1A 1AA, sw1a1aa, SW1A; SE24 is a district where there is one. From your
            gazetteer ('finder help gazetteer'); else the mean of the dataset's venues with it, else
            with its sector, else with its outward code
          places  Brighton; Ashford, Kent. A name alone is enough where one place is ten times larger
            than the next
          venues  venue:ID, with the id that 'finder near --json' shows
          """),
      HelpSection(
        "Distances",
        text: """
          A number of 0 or more with an optional unit: 800, 800m, 1.5km, 5mi, 300yd or 600ft. \
          Without a unit it is in metres. --radius also takes a walk, 15min, 1h or 1h30: as far as \
          you get in that time at 4.8 km/h, or the pace that is set, if the way is 1.2 times the \
          straight line. 15min is 1 km.
          """),
      HelpSection(
        "Map views",
        text: """
          --span is the height and the width of a view in degrees, or one of three names. A view \
          taller than 1 degree shows no single venues on the map, and finder says so.
          """,
        rows: """
          low  0.005 by 0.005
          middle  0.025 by 0.025
          high  14.83 by 12.22
          """),
      HelpSection(
        "Boxes",
        text: """
          --bbox is WEST,SOUTH,EAST,NORTH. A box whose west is greater than its east crosses the \
          antimeridian. Edges count as inside.
          """),
      HelpSection(
        "Polygons",
        text: """
          --polygon FILE is GeoJSON, plain or gzip: a Polygon or MultiPolygon, or a \
          GeometryCollection, Feature or FeatureCollection of these, which together are the area. \
          Edges are straight in degrees; points on an edge, of a hole too, count as inside. Where a \
          polygon crosses itself, what it surrounds an odd number of times is inside. A polygon \
          across the antimeridian is cut there (RFC 7946). Venues are in order of their distance \
          from the centre of its box, unless a point is given.
          """),
      HelpSection(
        "Camera bounds",
        text: """
          The bounds are those of the map app that finder descends from: \(cameraBoundsText), edges \
          included. This box around the United Kingdom also holds Paris and Dublin. The \
          camera itself may be 500 m to 2200 km away; 'finder check' applies these rules. \
          What happens to a point outside is chosen with --outside. The default is refuse, and \
          allow in 'finder bulk'. A box or polygon is searched wherever it lies.
          """,
        rows: """
          refuse  exit with 3, and name the nearest point inside
          clamp  move to that point, and say so
          allow  search from the point as it is
          """),
    ])
}
