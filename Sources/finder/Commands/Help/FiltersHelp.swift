import CommandLineKit

enum FiltersHelp {
  static let topic = Command.topic(
    "filters", summary: "--where, chains, reviews and --fields: which venues, and what of them",
    about: """
      --where keeps the venues that meet a condition, in near, within, burn, bulk, map and clusters. It \
      is a filter, so --limit counts what is left. Given several times, all conditions must hold.

      --chain keeps the branches of one chain, --independents-only the venues of none, and \
      --one-per-chain the nearest branch of each, beside all that are independent. They are filters \
      as well. Of several --chain the branches of any are kept; of several --match a name needs the \
      words of all.

      --reviewed keeps the venues that you reviewed, --min-rating N those whose ratings by you are N \
      or better in the mean, and --not-visited those without a visit or a review of yours, in near, \
      within, map and clusters.

      --fields chooses what is printed of each venue, and in which order.
      """,
    examples: """
      finder near London --where 'postcode~WC1B' # by the beginning of a word
      finder near London --where 'stars>=4' --where '!closed' # two conditions, both of which
        must hold
      finder within --bbox -0.2,51.4,0,51.6 --where contact.phone --count # how many have a telephone
        number
      finder near London --where 'cuisine=pizza|thai' # whose cuisines have one of the two
      finder bulk points.csv --where 'cuisine=pizza' # the nearest pizza for each point
      finder near London --chain 'hoagie yard' # the nearest branches of a chain
      finder near London --independents-only # venues that belong to no chain
      finder near --at 51.5074,-0.1278 --fields name,distance_m --format csv # two columns, the name
        first
      """,
    sections: [
      HelpSection(
        "Keys",
        text: """
          KEY is a property of the venue's feature, or name, postcode or id as finder prints them. \
          It is looked up as it stands first, then by its dots, which reach into objects. \
          properties.id is the property id. Case counts. A note says when no venue has the key.
          """),
      HelpSection(
        "Conditions",
        text: """
          In a shell, put each condition in quotes. A key or value in double quotes is a JSON \
          string, in which any character may stand: '"opening hours"="Mo,Tu"'. A list is one of JSON, \
          or a text with semicolons, as OpenStreetMap writes them: cuisine=pizza holds for \
          italian;pizza. Names, postcodes, ids and opening hours are one text whatever is in them.
          """,
        rows: """
          KEY=VALUE  a number by its value, whether or not the file has it in quotes; any other text
            in any case, true and false too; of a list, any element
          KEY=A|B  A or B, or a value that is A|B as it stands; in double quotes only that
          KEY!=VALUE  wherever KEY=VALUE does not hold, also where there is no KEY
          KEY<VALUE  likewise <=, > and >=: by value where VALUE is a number, and what is no number is
            then neither below nor above it; by bytes where VALUE is another text
          KEY~TEXT  each word of TEXT begins a word of the value, as with --match
          KEY  is there and not null
          !KEY  is missing or null
          """),
      HelpSection(
        "Chains",
        text: """
          A chain has branches in at least three postcode districts, or without postcodes in three \
          places. No list of brands is behind it: finder drops legal endings, words such as \
          restaurant, and what follows a name as its address: a place, a street or a number. So \
          McDonald's, McDonalds Restaurant and MCDONALD'S - LEEDS are one, and so are Pizza Pilgrims \
          Soho and Pizza Pilgrims Oxford. Which words are places comes out of the dataset too.

          Names that many houses share and nobody owns are independent: those of pubs (The Red \
          Lion), those written now with the article and now without, and those of ordinary words \
          (Spice Lounge, Taj Mahal). For a chain speak branches named after their places, venues \
          that all write the name alike, venues near each other, and a word that no other name has. \
          That is a guess: a small chain with so plain a name counts as independent, and so do two \
          branches. Brands of one company are chains of their own, as Holiday Inn and Holiday Inn \
          Express are.

          --chain NAME finds the branches of a name that is no chain's too. A note says how far the \
          nearest branch is where there is none within 50 km of the point.
          """),
      HelpSection(
        "Fields",
        text: """
          --fields takes names separated by commas: id, name, postcode, lat, lon, distance_m, \
          bearing_deg, dir, walk_m, walk_min, hours, address, phone, website, properties, and keys \
          as above, in double quotes where they hold commas. They are the columns of tables, CSV and TSV, the keys of JSON venues and the properties of \
          GeoJSON features. What a venue does not have is an empty cell, or null. Lists and objects \
          are JSON in a cell. In bulk's CSV and TSV a property has venue_ before its key where the \
          input has a column of that name; --fields takes the names of bulk's own columns too, such \
          as venue_name.

          hours, address, phone and website are found under any of their usual names, and an \
          address is put together where it is in parts. With --open, hours says who is open. walk_m \
          and walk_min are estimates at 4.8 km/h, in tables at the pace that is set.
          """),
    ])
}
