import CommandLineKit

enum ListsHelp {
  static let topic = Command.topic(
    "lists",
    summary: "files that 'data install', 'convert' and 'import' read, and the rules for CSV",
    otherWords:
      "list files forms excel spreadsheet spreadsheets import convert pbf extract zip overture",
    about: """
      A dataset is the GeoJSON that queries read. A list is anything that can be made into one: \
      'finder data install' converts and installs it; 'finder data convert' only converts. 'finder \
      data import' places lists with postcodes, using tables of your own. The content decides what \
      a file is, not its name; any list may be gzip or UTF-16. 'finder bulk' reads its points by \
      the same rules.
      """,
    examples: """
      printf 'name,lat,lon\\nNelson,51.5,-0.1\\n' | finder data convert - # a list as a dataset
      finder data convert Data/venues.geojson.gz --sort --format csv | tail -n 3 # a dataset as a list
      printf 'name,postcode\\nThe Larder,N1 1XX\\n' | finder data import - --positions
        Data/venues.geojson.gz # a list with postcodes, placed by another dataset
      """,
    sections: [
      HelpSection(
        "Files with more than food and drink",
        text: """
          --kinds chooses what is taken from them, and a note says how many were left out, and why: other \
          kinds of food by their names, places that have closed, and in an extract what is private \
          (--private takes it) or has no name. --bbox and --polygon choose an area, from any file.
          """,
        rows: """
          an extract  of OpenStreetMap (.osm.pbf): the same venues, ids and properties that 'finder data
            fetch osm' gives; a pipe is copied to a temporary file first
          Overture Maps  places as GeoJSON or a sequence ('overturemaps download -f geojson'); ids begin
            with overture:
          AllThePlaces  the GeoJSON of a spider, or the zip of all
          a zip  of any of these and of lists; other members are skipped and named
          """),
      HelpSection(
        "Lists",
        rows: """
          GeoJSON  a FeatureCollection, a Feature, features one a line, or a sequence
          CSV, TSV  with a header that names latitude and longitude or easting and northing; commas,
            semicolons, tabs or | between the cells, decimal points or commas
          JSON  objects with lat and lon, one a line or in an array
          Overpass  an answer in JSON; ways and relations are placed in the middle of their center, bounds,
            geometry or nodes, whichever the answer has; elements without tags are left out
          hygiene ratings  of the Food Standards Agency, as XML or from its API; --business-type
            chooses; one page of many is reported as such
          postcodes  CSV or TSV with a postcode and no position: each venue is placed by the gazetteer, else
            by the venues with that postcode in the dataset that queries use
          """),
      HelpSection(
        "Several files at once",
        text: """
          'finder data install wales.osm.pbf hygiene.xml' makes one dataset of both, in which a \
          venue that is in both becomes one ('finder help data' says when). Several extracts are \
          merged by their ids. The first file's name, position and properties count; sources has \
          those of the others. Nothing is installed or written if one of them cannot be read \
          whole.
          """),
      HelpSection(
        "Columns",
        text: """
          The latitude is the column or key lat, else latitude; the longitude lon, else long, lng, \
          longitude, in any case. If one of the two is missing, y and x are used. --lat-column and \
          --lon-column name others. 'finder bulk' takes points in words as well, from --point-column \
          or, if one of the two is missing, from point, postcode, postal_code, place, location or \
          grid_ref; only letters and digits of these names count, so Post Code also works. Unused \
          columns stay as properties, or are repeated in the answer. Rows of empty cells are left \
          out, and a row may end in empty cells. Lines end with LF, CRLF or CR, as the first one does.
          """),
      HelpSection(
        "CSV",
        text: """
          CSV written by finder is read back as the same features. A property that is not text is \
          written as its JSON text, without quotes. Text that looks like a number is written in \
          quotes. An empty cell without quotes is not a property. A property with the name of a \
          column of finder's own gets the column properties.KEY, and a geometry other than a plain \
          point the column geometry.
          """),
      HelpSection(
        "TSV",
        text: """
          Between tabs a cell may be quoted, as spreadsheets write it, and may then span lines; a \
          quote without a closing one is text, and a backslash is an ordinary character: C:\\new. \
          Under a header that finder writes, nothing is quoted, and \\t, \\n, \\r and \\\\ stand \
          for a tab, line breaks and a backslash. finder recognises its header by distance_m and \
          bearing_deg side by side, by splits_at_zoom before venue_id, by count or moved before \
          error, or by rank and, at its end, error. --tsv-escapes reads any TSV this way: that of \
          jq's @tsv and of databases, of finder's searches with --fields, and of any of its \
          commands with --no-header.
          """),
      HelpSection(
        "Changes while converting",
        text: """
          Names, ids, numbers and properties are otherwise written as they were read. --precision \
          rounds positions, --sort orders venues, --dedupe keeps the first venue of each name and \
          postcode, --spread moves apart venues on the same spot.
          """),
      HelpSection(
        "Positions for import",
        text: """
          --positions names a dataset, Code-Point Open, ONSPD, NSPL, a table of outward codes, or \
          any CSV with a postcode and a position. The first that has a postcode is used. \
          Postcodes are repaired by rule, and the repairs counted; postcode_given keeps the \
          original. The property position_from says what each venue's position stands for:
          """,
        rows: """
          postcode  the full postcode
          sector  the middle of the postcodes in its sector
          outcode  its outward code
          """),
    ])
}
