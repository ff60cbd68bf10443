import CommandLineKit

enum DataHelp {
  static let about = """
    A dataset is GeoJSON, plain or gzip; the content decides which, not the name. It may be a \
    FeatureCollection, a Feature, features one a line, or a sequence (RFC 8142). A geometry other \
    than a point counts as the centre of its bounding box.
    """

  /// Where Geofabrik publishes extracts of OpenStreetMap every day.
  static let extracts = "https://download.geofabrik.de"
  static let country = "united-kingdom-latest.osm.pbf"

  // Three ways to get real venues come first, since most readers come here for one.
  static let examples = """
    finder data fetch osm Leeds --radius 3km --install # an area, now: what OpenStreetMap has
      around a place, from one request to a public server, which may be busy
    finder data install \(country) # a country or a county, with hours, cuisines and diets:
      a file of OpenStreetMap from \(extracts)/europe/\(country) (about 2 GB; counties are at
      \(extracts)/europe/united-kingdom/england.html). A file of 1 GB with 100,000 venues takes 6 s on two
      processors, one of 50 MB less than a second
    finder data install venues.csv # a list of your own, with positions or postcodes; see 'finder help
      lists'. 46,000 rows with postcodes take less than a second
    finder data info # which dataset queries use, what is in it, and what you can ask of it
    finder data list # the editions that are installed
    finder data update # fetches the installed dataset again; if there is none,
      \(PublishedList.title)
    finder data validate venues.geojson # every feature that cannot be used, and why
    finder data diff old.geojson new.geojson # what changed from one to the other
    finder data import list.csv --positions postcodes.csv --output venues.geojson # a list with
      postcodes alone as a dataset
    finder data cache # what is kept to make later queries quick
    """

  static let sections = [
    HelpSection(
      "Which dataset queries use",
      text: """
        finder uses the first of these that is set. If that file is missing, finder exits with 66 \
        rather than trying the next.
        """,
      rows: """
        --data PATH  a file, or - for standard input
        FINDER_DATA  the same in the environment
        settings  the file set by 'finder config set data PATH'
        installed  by 'finder data install', 'update' or 'fetch --install', in $XDG_DATA_HOME/finder or
          ~/.local/share/finder; else a venues.geojson or venues.geojson.gz that you put there
        sample  the venues that come with finder, which are made up
        """),
    HelpSection(
      "Names and ids",
      text: """
        The name is the property name, Name, title or BusinessName; the postcode is postcode, \
        Postcode, PostCode or addr:postcode. An id is the feature's own, digit for digit. A \
        feature without one gets twelve letters and digits made from its name, postcode and \
        coordinates, which stay the same as long as those do. Where two would be \
        the same, the later ones end in ~2, ~3 and so on.
        """),
    HelpSection(
      "Several sources in one dataset",
      text: """
        When two sources are merged, two venues become one if 'finder data diff' would call \
        them the same, or if they are within 150 m of each other, have the same postcode or lack one, \
        and have the same name apart from legal endings, words such as restaurant, and an address. With \
        the same postcode a letter or two may differ. A venue in both keeps the first source's name, \
        position and properties, and gets the properties that only the second has. The property \
        sources has a member for each source that has the venue, with its id there, how far away it \
        is, and the properties that differ. So --where sources.hygiene keeps the venues in the \
        hygiene ratings, and sources.hygiene.properties.BusinessName is their name there.
        """),
    HelpSection(
      "Attribution and licence",
      text: """
        A collection states them in two members of its own, "attribution" and "licence": each is a \
        text, or a list if there are several. They stay in what finder converts to GeoJSON, merges \
        and installs; 'finder data info' and maps show them. finder treats the copyright text of \
        Overpass and overpass-turbo as both. CSV and NDJSON have no place for them.
        """),
    HelpSection(
      "What is left out",
      text: """
        A file that is not GeoJSON is an error with the line and column, and gives no answer. A \
        feature without a geometry, or with coordinates that are out of range or do not fit their \
        type, is left out. A note counts those left out, and 'finder data validate' lists them. \
        Gzip files are checked in full, and may unpack to at most 2 GiB.
        """),
  ]
}
