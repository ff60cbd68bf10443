import CommandLineKit

/// In the manual page these sections have their own headings.
enum EnvironmentHelp {
  static let topic = Command.topic(
    "environment", summary: "the variables and the files that finder uses",
    otherWords: "env variable variables files",
    about: """
      An empty variable counts as unset. finder writes only to the files that options \
      name and to the folders here.
      """,
    examples: """
      FINDER_DATA=venues.geojson finder near London # a dataset of your own
      NO_COLOR=1 finder near London # a table without colour
      """,
    sections: [
      HelpSection(
        "Environment",
        rows: """
          FINDER_DATA  the dataset that queries use without --data
          FINDER_LOCATION  where 'here' is, whatever 'finder locate' keeps
          FINDER_CACHE  off: neither use nor keep snapshots, as with --no-cache
          FINDER_CACHE_SIZE  the most that all snapshots in the cache may take, such as 10GB
          FINDER_CONFIG  the file of settings; off: none, as with --no-config
          XDG_DATA_HOME  its folder finder holds installed datasets
          XDG_CACHE_HOME  its folder finder holds snapshots
          XDG_CONFIG_HOME  its folder finder holds the settings
          HOME  where the folders below are, unless those three are set
          PATH  where to look for curl and the programs that open links and find 'here'
          VISUAL, EDITOR  the editor for settings and the texts of reviews, the first that is set
          LC_ALL, LC_CTYPE, LANG  whether charts may use more than ASCII
          NO_COLOR  no colour in tables, unless --color always is given
          TERM  dumb: the same, and 'map' prints a list instead of a drawing
          ACCESSIBLE  any value: 'map' prints a list instead of a drawing
          """),
      HelpSection(
        "Files",
        rows: """
          ~/.local/share/finder  installed datasets with their snapshots, the journal of 'finder news',
            the gazetteer, and what you keep: favourites.json, saved.json, locate.json, visits.ndjson
            (visits.index is made from it) and photos
          ~/.config/finder/config  settings; see 'finder help config'
          ~/.cache/finder  snapshots of other datasets
          ../share/finder/Data  the sample data, beside the folder of the binary
          """),
    ])
}
