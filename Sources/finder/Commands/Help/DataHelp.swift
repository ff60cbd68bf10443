import CommandLineKit

enum DataHelp {
  static let about = """
    A dataset is GeoJSON, plain or gzip; the content decides which, not the name. It may be a \
    FeatureCollection, a Feature, features one a line, or a sequence (RFC 8142). A geometry other \
    than a point counts as the centre of its bounding box.
    """

  static let examples = """
    finder data info # which dataset queries use, and what is in it
    finder data fetch osm Leeds --radius 3km --install # today's venues around a place, from
      OpenStreetMap, for the queries to come
    finder data update # fetches the list of the Eat Out to Help Out scheme of 5 August 2020, or what
      was fetched before
    finder data convert venues.csv --output venues.geojson # a list as a dataset
    finder data install venues.geojson # for the queries to come
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
        rather than try the next.
        """,
      rows: """
        --data PATH  a file, or - for standard input
        FINDER_DATA  the same in the environment
        settings  what 'finder config set data PATH' named
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
        coordinates, which stay the same in every edition in which those do. Where two would be \
        the same, the later ones end in ~2, ~3 and so on.
        """),
    HelpSection(
      "Several sources in one dataset",
      text: """
        Where venues of two sources are put together, two are one if 'finder data diff' would call \
        them the same, or if they are within 150 m of each other, have the same postcode or lack one, \
        and have the same name but for legal endings, words such as restaurant, and an address. With \
        the same postcode a letter or two may differ. Of a venue in both, the first source's name, \
        position and properties hold, and those of the second that the first lacks are added. The \
        property sources has a member for each source that knows the venue, with the id that it has \
        there, how far away it is, and properties that say something else. So --where \
        sources.hygiene keeps the venues that the hygiene ratings know, and \
        sources.hygiene.properties.BusinessName is their name there.
        """),
    HelpSection(
      "Attribution",
      text: """
        A collection states it in two members of its own: "attribution" and "licence", a text each, \
        or two lists where there are several. They stay in what finder converts to GeoJSON, merges \
        and installs; 'finder data info' and maps show them. The copyright that Overpass and \
        overpass-turbo state counts as both. CSV and NDJSON have no place for them.
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
