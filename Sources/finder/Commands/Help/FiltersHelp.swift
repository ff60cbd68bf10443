import CommandLineKit

enum FiltersHelp {
  static let topic = Command.topic(
    "filters",
    summary: "food, --where, chains, reviews and --fields: which venues to print, and what",
    otherWords: "filter match property properties chain chains fields columns",
    about: """
      --for, --kind, --cuisine, --diet and --with keep the venues with something to eat, in every \
      search; 'finder help food' explains them, and lists all their words.

      --where keeps the venues that meet a condition, in near, within, meet, along, pick, burn, bulk, \
      map, clusters, coverage and food. It is a filter, so --limit counts what is left. Given several times, all \
      conditions must hold.

      --chain keeps the branches of one chain, --independents-only the venues that belong to none, and \
      --one-per-chain the nearest branch of each chain and all independent venues. They are filters as \
      well. With several --chain, branches of any of them are kept; with several --match, a name must \
      match every one.

      --reviewed keeps the venues that you reviewed, --min-rating N the venues that you rated N or \
      better on average, and --not-visited the venues without a visit or review of yours, in near, \
      within, meet, along, pick, map, clusters, coverage and food.

      --fields chooses what is printed of each venue, and in which order.
      """,
    examples: """
      finder near London --where 'postcode~WC1B' # by the beginning of a word
      finder near London --where 'stars>=4' --where '!closed' # two conditions; both must
        hold
      finder within --bbox -0.2,51.4,0,51.6 --where contact.phone --count # how many have a telephone
        number
      finder near London --cuisine pizza,thai # serving pizza or Thai food
      finder bulk points.csv --cuisine pizza # the nearest pizza for each point
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
          It is first looked up as it is, then split at its dots, which reach into objects. \
          properties.id is the property id. Case counts. A note says when no venue has the key.
          """),
      HelpSection(
        "Conditions",
        text: """
          In a shell, put each condition in quotes. A key or value in double quotes is a JSON \
          string, which may hold any character: '"opening hours"="Mo,Tu"'. A list is a JSON array or \
          a text with semicolons, as OpenStreetMap writes them: cuisine=pizza holds for \
          italian;pizza. Names, postcodes, ids and opening hours are never split.
          """,
        rows: """
          KEY=VALUE  numbers by their value, in quotes in the file or not; other text in any case, true
            and false too; in a list, any element
          KEY=A|B  A or B, or the whole value A|B; in double quotes, only the text A|B
          KEY!=VALUE  wherever KEY=VALUE does not hold, also where KEY is missing
          KEY<VALUE  likewise <=, > and >=: by value where VALUE is a number, and text is then neither
            below nor above it; by bytes where VALUE is text
          KEY~TEXT  each word of TEXT begins a word of the value, as with --match
          KEY  is there and not null
          !KEY  is missing or null
          """),
      HelpSection(
        "Chains",
        text: """
          A chain has branches in at least three postcode districts, or without postcodes in three \
          places. finder has no list of brands: it drops legal endings, words such as restaurant, and \
          an address after the name: a place, a street or a number. So McDonald's, McDonalds \
          Restaurant and MCDONALD'S - LEEDS are one, and so are Pizza Pilgrims Soho and Pizza Pilgrims \
          Oxford. Place names are learned from the dataset too.

          Names shared by unrelated venues are independent: names of pubs (The Red Lion), names \
          written sometimes with the article and sometimes without, and names of ordinary words \
          (Spice Lounge, Taj Mahal). Signs of a chain are branches named after their places, venues \
          that all write the name alike, venues near each other, and a word that no other name has. \
          That is a guess: a small chain with so plain a name counts as independent, and so do two \
          branches. Brands of one company are separate chains, such as Holiday Inn and Holiday Inn \
          Express.

          --chain NAME also finds the venues of a name that is not a chain. A note gives the distance \
          of the nearest branch if none is within 50 km of the point.
          """),
      HelpSection(
        "Fields",
        text: """
          --fields takes names separated by commas: id, name, postcode, lat, lon, distance_m, \
          bearing_deg, dir, walk_m, walk_min, hours, food, kind, cuisine, diet, with, address, phone, \
          website, properties, and keys as above, in double quotes where they hold commas. They are the \
          columns of tables, CSV and TSV, the keys of JSON venues, the properties of GeoJSON features \
          and the lines of a waypoint's description. A missing value is an empty cell, or null. Lists and objects are JSON in a cell. In bulk's CSV \
          and TSV a property has venue_ before its key where the input has a column of that name; \
          --fields takes the names of bulk's own columns too, such as venue_name.

          hours, kind, cuisine, diet, with, address, phone and website are found under any of \
          their usual names, and an address in parts is put together. With --open, hours shows how \
          long the venue is open. food is kind, cuisine, diet and with in one: an object, or words \
          in tables. walk_m and walk_min are estimates, like WALK in tables ('finder help \
          formats').
          """),
    ])
}
