import CommandLineKit

enum GazetteerHelp {
  static let topic = Command.topic(
    "gazetteer", summary: "postcodes and places of your own, and which place a name means",
    otherWords: "gazetteers",
    about: """
      finder comes with 950 towns and London districts. It knows postcodes only from the dataset that is \
      searched. A gazetteer, which you make from files that anyone may download, has every postcode \
      and every village of the country, in one file that need not be read whole: 1.8 million \
      postcodes and 60,000 names take 22 MB. It is kept in $XDG_DATA_HOME/finder/gazetteer, else \
      ~/.local/share/finder/gazetteer. 'finder data import' uses it to place lists.
      """,
    examples: """
      finder data gazetteer add codepo_gb.zip opname_csv_gb.zip # Great Britain's postcodes and places
      finder data gazetteer add ONSPD_AUG_2026.csv # Northern Ireland's postcodes as well
      finder data gazetteer add places.csv # places of your own
      finder data gazetteer list # what was added, and when
      """,
    sections: [
      HelpSection(
        "What can be added",
        text: """
          A table, a zip archive of tables, or a folder of either; tables outside archives may be gzip. \
          The content decides which of these it is. Other files in archives and folders are skipped.
          """,
        rows: """
          Code-Point Open  Ordnance Survey: codepo_gb.zip, or its files in Data/CSV
          OS Open Names  Ordnance Survey: opname_csv_gb.zip; its postcodes are used too
          ONSPD, NSPL  Office for National Statistics; postcodes out of use are kept
          GeoNames  GB.txt, with populations
          other tables  a header, a postcode or a name, and easting and northing or lat and lon; also
            population, county, and kind (city, town, suburb, village, hamlet). A row with both
            counts as a postcode
          """),
      HelpSection(
        "Precedence",
        text: """
          If several files have a postcode, one still in use wins over one taken out of use, and \
          then the file added last wins. A sector or an outward code is in the middle of its \
          postcodes that are in use. Places of one name within 5 km of each other are one place. A \
          place from a table with neither population nor kind comes before finder's own places of \
          that name, which then need their county. A source is named after its file, without the \
          folder, and replaces an earlier source of that name.
          """),
      HelpSection(
        "Names of places",
        text: """
          Letter case, accents, apostrophes and hyphens do not matter; Saint is St, and what \
          follows upon, on, under and the like can be left out (Stoke, Newcastle). A name alone is \
          enough only if the place has at least ten times the people of the next one of that name; \
          without a population, a city counts as 100,000, a town as 10,000, a suburb as 5,000, a \
          village as 1,000 and a hamlet as 100. Otherwise add the county or the country: Ashford, \
          Kent; Newport, IoW; Bangor, Wales. Abbreviations (Herts, Cambs) and former counties \
          (Bolton, Lancashire) are known.
          """),
    ])
}
