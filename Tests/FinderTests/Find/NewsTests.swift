import FinderEngine
import TestSupport
import Testing

/// `finder news`, and the news in `show` and `data info`, as users run them.
@Suite struct NewsTests {
  static func venue(
    _ name: String, _ postcode: String, _ latitude: Double, more: String = ""
  ) -> String {
    Dataset.feature(
      latitude, -0.1, properties: "{\"name\":\"\(name)\",\"postcode\":\"\(postcode)\"\(more)}")
  }

  static let old = [
    venue("Ann's Bar", "N1 1AA", 51.5), venue("Bob's", "N1 1AB", 51.501),
    venue("Dishoom Ltd", "N1 1AD", 51.503), venue("Dishoom", "N1 1AE", 52.5),
    venue("DISHOOM", "N1 1AF", 53.5), venue("Eve", "N1 1AG", 51.504),
  ]
  static let new = [
    venue("Ann's Bar", "N1 1AA", 51.5005), venue("Bob's", "N1 1AB", 51.52),
    venue("Cid's", "N1 1AC", 51.502), venue("Dishoom", "N1 1AE", 52.5),
    venue("DISHOOM", "N1 1AF", 53.5),
    venue("Eve", "N1 1AG", 51.504, more: ",\"stars\":5"),
  ]

  static func write(_ features: [String], _ name: String, _ place: InstallPlace) throws {
    try place.folder.write(Dataset.collection(features), to: "\(name).geojson")
  }

  private func with(_ body: (InstallPlace, _ today: String) throws -> Void) throws {
    try InstallPlace.with { place in
      try Self.write(Self.old, "old", place)
      try Self.write(Self.new, "new", place)
      expect(try place.run("data install old.geojson"), stdout: nil)
      expect(try place.run("data install new.geojson"), stdout: nil)
      let info = try place.run("data info").stdout
      let line = try #require(info.split(separator: "\n").first { $0.hasPrefix("installed") })
      try body(place, String(line.dropFirst(11).prefix(10)))
    }
  }

  @Test func tables() throws {
    try with { place, today in
      expect(
        try place.run("news 51.5,-0.1"),
        stdout: """
          DATE        CHANGE   DISTANCE  DIR  NAME         POSTCODE  DETAIL
          \(today)  moved       111 m  N    Bob's        N1 1AB    by 2.1 km N
          \(today)  opened      223 m  N    Cid's        N1 1AC
          \(today)  closed      334 m  N    Dishoom Ltd  N1 1AD
          \(today)  changed     445 m  N    Eve          N1 1AG    stars

          """)
      // A favourite's branch comes first, even if it closed; without a point, in the order of the diff.
      expect(try place.run("favourites add dishoom"), stdout: "")
      let table = try place.run("news --change opened,closed,moved")
      expect(
        table,
        stdout: """
          DATE        CHANGE  NAME         POSTCODE  DETAIL
          \(today)  closed  Dishoom Ltd  N1 1AD
          \(today)  opened  Cid's        N1 1AC
          \(today)  moved   Bob's        N1 1AB    by 2.1 km N

          """)
      expect(
        try place.run("news 51.52,-0.1 -r 0 --units imperial"),
        stdout: """
          DATE        CHANGE  DISTANCE  DIR  NAME   POSTCODE  DETAIL
          \(today)  moved       0 yd  ·    Bob's  N1 1AB    by 1.3 mi N

          """)
      expect(
        try place.run("news 51.5,-0.1 --limit 1"), stdout: nil,
        stderr: "finder: news: there are more; --limit 0 shows all\n")
    }
  }

  @Test func rows() throws {
    try with { place, today in
      let near = try place.run("news 51.5,-0.1 --json --limit 2")
      let pattern = near.stdout.replacing(/"id":"[0-9a-z]{12}"/, with: "\"id\":\"…\"")
      #expect(near.status == 0 && near.stderr.isEmpty)
      #expect(
        pattern == """
          [
           {"date":"\(today)","change":"moved","venue":{"id":"…","name":"Bob's","postcode":"N1 1AB","lat":51.52,"lon":-0.1},"before":{"id":"…","name":"Bob's","postcode":"N1 1AB","lat":51.501,"lon":-0.1},"distance_m":111.3,"moved_m":2113.9},
           {"date":"\(today)","change":"opened","venue":{"id":"…","name":"Cid's","postcode":"N1 1AC","lat":51.502,"lon":-0.1},"before":null,"distance_m":222.5}]

          """)
      let line = try place.run("news --format ndjson --change changed")
      #expect(
        line.stdout.hasSuffix(",\"distance_m\":null,\"fields\":[\"stars\"]}\n")
          && line.stdout.filter { $0 == "\n" }.count == 1, "\(line)")
      let csv = try place.run("news --csv --change closed")
      #expect(
        csv.stdout.replacing(/,[0-9a-z]{12},/, with: ",…,") == """
          date,change,id,name,postcode,lat,lon,before_id,before_name,before_postcode,before_lat,before_lon,distance_m,moved_m,fields
          \(today),closed,…,Dishoom Ltd,N1 1AD,51.503,-0.1,,,,,,,,

          """)
      expect(
        try place.run("news --json --since 2999-01-01 --exit-status"), status: 1, stdout: "[]\n")
      expect(try place.run("news --format ndjson --since 2999-01-01"), stdout: "")
      for since in [
        today, "0d", "1d", "5w", "99999d", "1970-01-01", "today", "yesterday",
        String(today.prefix(7)), String(today.prefix(4)),
      ] {
        let rows = try place.run("news --format ndjson --since \(since)").stdout
        #expect(rows.filter { $0 == "\n" }.count == 4, "\(since)")
      }
    }
  }

  /// The chain resolver recognises a favourite's branches in any spelling.
  @Test(.slow, .needsGzip) func branchesInAnySpelling() throws {
    try InstallPlace.with { place in
      let cut = try ProcessRunner.shell(
        "gzip -dc '\(Sample.path)' | sed 's/},{/},\\n{/g' | grep -vE "
          + "'\"(Hoagie Yard Restaurant|Curry Carriage Restaurant)\"' > cut.geojson",
        directory: place.folder.path)
      #expect(cut.status == 0)
      expect(try place.run("data install \(Sample.path)"), stdout: nil)
      expect(try place.run("data install cut.geojson"), stdout: nil)
      func first() throws -> String {
        try place.run("news --csv --no-header --limit 1").stdout
      }
      #expect(try first().contains(",closed,") && first().contains(",Curry Carriage Restaurant,"))
      expect(try Finder.run(["fav", "add", "HOAGIE YARD"], environment: place.environment))
      #expect(try first().contains(",Hoagie Yard Restaurant,"))
    }
  }

  @Test func wrongUsage() throws {
    let since =
      "--since DATE  only editions installed on that day (UTC) or later: 2026-11-22, "
      + "yesterday, 30d, 8w, 2026-11 or 2026 (see 'finder help news')"
    for text in ["tomorrow", "2026-02-30", "30", "d", "-3d", "+3d", "2026-13"] {
      expectUsage(
        try Finder.run("news --since=\(text)"),
        "news: --since \(text) is not a day: expected a day such as 2026-11-23, today or yesterday, or "
          + "30d, 8w, 2026-11 or 2026", since)
    }
    expectUsage(
      try Finder.run("news --since 9999999d"),
      "news: --since 9999999d is too long ago: expected the year 1000 or later", since)
    for text in ["opened,shut", "", ",", "Opened"] {
      let result = try Finder.run(["news", "--change=\(text)"])
      #expect(
        result.status == 64 && result.stderr.contains(" is not opened, closed"), "\(result)")
    }
    #expect(try Finder.run("news --radius 5km").status == 64)
    #expect(try Finder.run("news 51.5,-0.1 --format geojson").status == 64)
    #expect(try Finder.run("news 48,11").status == 3)
  }

  /// In every format, since programs would be misled too.
  @Test func withoutNews() throws {
    try InstallPlace.with { place in
      let note = "finder: news: no news yet: it begins with the second dataset that you install\n"
      expect(try place.run("news"), stdout: "", stderr: note)
      expect(try place.run("news --json"), stdout: "[]\n", stderr: note)
      expect(try place.run("news --json --quiet"), stdout: "[]\n")
      try place.dataset("one")
      expect(try place.run("data install one.geojson"), stdout: nil)
      let result = try place.run("news --exit-status")
      expect(
        result, status: 1, stdout: "",
        stderr: "finder: news: no news: only one edition is installed\n")
    }
  }

  /// The message about finding nothing says what was asked for.
  @Test func nothingFound() throws {
    try with { place, _ in
      for (arguments, expected) in [
        ("--since 2999-01-01", "no news since 2999-01-01; there are 4 changes in all"),
        ("51.4,-0.1 -r 1m", "no news within 1 m; there are 4 changes in all"),
        ("51.4,-0.1 -r 5mi --units imperial", "no news within 5.0 mi; there are 4 changes in all"),
        ("--change renamed", "no news of that kind; there are 4 changes in all"),
        (
          "51.5,-0.1 --change renamed --since 1999",
          "no news of that kind within 2.0 km since 1999-01-01; there are 4 changes in all"
        ),
      ] {
        expect(
          try place.run("news \(arguments)"), stdout: "",
          stderr: "finder: news: \(expected)\n")
        expect(try place.run("news \(arguments) --json"), stdout: "[]\n")
      }
      // A bare number is explained, to programs too.
      let bare =
        "finder: news: --radius 1: that is 1 metre; for kilometres or miles: -r 1km or -r 1mi\n"
      expect(
        try place.run("news 51.4,-0.1 -r 1"), stdout: "",
        stderr: bare + "finder: news: no news within 1 m; there are 4 changes in all\n")
      expect(try place.run("news 51.4,-0.1 -r 1 --json"), stdout: "[]\n", stderr: bare)
    }
    try InstallPlace.with { place in
      try Self.write(Self.new, "new", place)
      try Self.write(Self.new.reversed(), "turned", place)
      expect(try place.run("data install new.geojson"), stdout: nil)
      expect(try place.run("data install turned.geojson"), stdout: nil)
      let result = try place.run("news")
      #expect(
        result.stdout.isEmpty
          && result.stderr.hasPrefix("finder: news: no news in 2 editions from 2"),
        "\(result)")
    }
  }

  static let eaten = [
    venue(
      "Franco's", "N1 1AA", 51.5, more: ",\"kind\":\"restaurant\",\"cuisine\":\"italian;pizza\""),
    venue("Pizza Palace", "N1 1AB", 51.501), venue("Eve", "N1 1AC", 51.502),
  ]
  static let eatenNow = [
    venue("Eve", "N1 1AC", 51.502),
    venue("Bosna", "N1 1AD", 51.503, more: ",\"cuisine\":\"bosna\",\"diet:vegan\":\"yes\""),
  ]

  private func withFood(_ body: (InstallPlace) throws -> Void) throws {
    try InstallPlace.with { place in
      try Self.write(Self.eaten, "old", place)
      try Self.write(Self.eatenNow, "new", place)
      expect(try place.run("data install old.geojson"), stdout: nil)
      expect(try place.run("data install new.geojson"), stdout: nil)
      try body(place)
    }
  }

  private func names(_ result: ProcessResult) -> [String] {
    result.stdout.split(separator: "\n").compactMap { line in
      line.split(separator: "\"name\":\"").dropFirst().first?.split(separator: "\"").first
    }.map(String.init)
  }

  @Test("Closed venues can be searched by what there was to eat") func food() throws {
    try withFood { place in
      let read = "finder: news: --for: cuisine pizza\n"
      let pizza = try place.run("news 51.5,-0.1 --for pizza --change closed --format ndjson")
      #expect(pizza.status == 0 && pizza.stderr == read, "\(pizza)")
      #expect(names(pizza) == ["Franco's", "Pizza Palace"])
      #expect(
        pizza.stdout.contains(
          ",\"lat\":51.5,\"lon\":-0.1,\"food\":{\"kind\":\"restaurant\",\"cuisine\":[\"italian\","
            + "\"pizza\"],\"diet\":[],\"with\":[]}},\"before\":null,\"distance_m\":0"), "\(pizza)")
      let table = try place.run("news --for pizza")
      #expect(table.stdout.contains("  DETAIL  FOOD\n"), "\(table)")
      #expect(table.stdout.contains("restaurant, italian, pizza\n"), "\(table)")
      let csv = try place.run("news --csv --for vegan --for bosna")
      #expect(csv.stdout.contains(",moved_m,fields,kind,cuisine,diet,with\n"), "\(csv)")
      #expect(csv.stdout.contains(",opened,") && csv.stdout.hasSuffix(",,bosna,vegan,\n"), "\(csv)")
      // Without a filter it is not shown.
      #expect(try !place.run("news --format ndjson").stdout.contains("food"))
      // The filter comes before the limit.
      let one = try place.run("news --cuisine bosna --limit 1 --format ndjson")
      #expect(names(one) == ["Bosna"] && !one.stderr.contains("there are more"), "\(one)")
      expect(
        try place.run("news --cuisine sushi"), stdout: "",
        stderr: """
          finder: news: 1 change was left out: no data on cuisine
          finder: news: no news for such venues; there are 3 changes in all

          """)
    }
  }

  @Test func foodOptionsAreRead() throws {
    expect(
      try Finder.run("news --kind closed,opened"), status: 64, stdout: "",
      stderr: "finder: news: --kind 'closed,opened' names a change, not a kind of venue; try: "
        + "--change closed,opened\n")
    #expect(try Finder.run("news --for 'no pizza'").status == 64)
    #expect(try Finder.run("news --diet pizza").status == 64)
  }

  @Test("For changes that an earlier finder noted, names count") func foodNotNoted() throws {
    try withFood { place in
      // An earlier finder wrote the journal alone.
      try Files.remove("\(place.data)/news/food")
      let pizza = try place.run("news --for pizza --format ndjson")
      #expect(names(pizza) == ["Pizza Palace"] && pizza.stdout.contains(",\"food\":null}"))
      #expect(
        pizza.stderr == """
          finder: news: --for: 'pizza' in the name, as the journal has no data on cuisine
          finder: news: 2 changes were left out: no data on food; only the name is known

          """, "\(pizza)")
      // Nothing of it is lost, and new changes are noted.
      try Self.write(
        Self.eatenNow + [Self.venue("Roma", "N1 1AE", 51.504, more: ",\"cuisine\":\"pizza\"")],
        "third", place)
      expect(try place.run("data install third.geojson"), stdout: nil)
      let both = try place.run("news --for pizza --format ndjson")
      #expect(names(both) == ["Roma", "Pizza Palace"])
      #expect(
        both.stderr == """
          finder: news: --for: cuisine pizza
          finder: news: 2 changes were left out: no data on cuisine; only the name is known

          """, "\(both)")
    }
  }

  @Test("Damaged notes on food are refused if food is asked for, and moved aside")
  func damagedFood()
    throws
  {
    try withFood { place in
      let path = "\(place.data)/news/food"
      let plain = try place.run("news --format ndjson")
      try Files.write(Array("{}".utf8), to: path)
      expect(
        try place.run("news --for pizza"), status: 65, stdout: "",
        stderr: "finder: news: \(path): the food notes of 'finder news' are damaged\n"
          + "  'finder news' without options for food does not need it; the next install or update of "
          + "another edition moves it aside\n")
      expect(try place.run("news --format ndjson"), stdout: plain.stdout)
      #expect(try place.run("news --output \(path)").status == 64)
      try Self.write(
        Self.eatenNow + [Self.venue("Roma", "N1 1AE", 51.504, more: ",\"cuisine\":\"pizza\"")],
        "third", place)
      expect(
        try place.run("data install third.geojson"), stdout: nil,
        stderr: "finder: data install: the food notes of 'finder news' were damaged and moved to "
          + "\(path).damaged; earlier changes can only be found by name\n")
      #expect(try Files.text("\(path).damaged") == "{}")
      let pizza = try place.run("news --for pizza --format ndjson")
      #expect(names(pizza) == ["Roma", "Pizza Palace"])
      #expect(!pizza.stderr.contains("earlier finder"), "\(pizza)")
    }
  }

  @Test("Notes on food that others may write to are left alone, and the journal goes on")
  func foodOfOthers() throws {
    try withFood { place in
      let path = "\(place.data)/news/food"
      let bytes = try Files.bytes(path)
      #expect(try ProcessRunner.shell("chmod g+w news/food", directory: place.data).status == 0)
      let problem =
        "\(path): the file of food notes is a link, belongs to another user, or others may write in it\n"
      expect(
        try place.run("news --for pizza"), status: 66, stdout: "",
        stderr: "finder: news: \(problem)"
          + "  'finder news' without options for food does not need it\n")
      try Self.write(
        Self.eatenNow + [Self.venue("Roma", "N1 1AE", 51.504, more: ",\"cuisine\":\"pizza\"")],
        "third", place)
      expect(
        try place.run("data install third.geojson"), stdout: nil,
        stderr: "finder: data install: 'finder news' cannot use its food notes: \(problem)")
      #expect(try names(place.run("news --format ndjson --limit 1 -q")) == ["Roma"])
      #expect(try Files.bytes(path) == bytes)
    }
  }

  /// A limit that was not given is reported in every format.
  @Test func defaultLimitsAreReported() throws {
    try InstallPlace.with { place in
      try Self.write([Self.venue("Zoe", "N1 1AA", 50)], "one", place)
      try Self.write(
        (0..<30).map { Self.venue("V\($0)", "N1 1AA", 51 + Double($0) / 100) }, "two", place)
      expect(try place.run("data install one.geojson"), stdout: nil)
      expect(try place.run("data install two.geojson"), stdout: nil)
      let note = "finder: news: there are more; --limit 0 shows all\n"
      for format in ["table", "json", "ndjson", "csv"] {
        expect(try place.run("news --format \(format)"), stdout: nil, stderr: note)
        expect(try place.run("news --format \(format) --limit 0"), stdout: nil)
        expect(
          try place.run("news --format \(format) --limit 3"), stdout: nil,
          stderr: format == "table" ? note : "")
      }
    }
  }

  /// Changes that the journal lacks are reported in every format.
  @Test func gaps() throws {
    try with { place, today in
      let crowd = (0...50_000).map { number in
        Dataset.feature(
          50 + Double(number % 250) / 100, Double(number / 250) / 100,
          properties: "{\"name\":\"V\(number)\"}")
      }
      try Self.write(crowd, "crowd", place)
      expect(try place.run("data install crowd.geojson"), stdout: nil)
      let editions = place.data + "/editions"
      for name in try Files.names(in: editions) { try Files.write([], to: "\(editions)/\(name)") }
      try place.dataset("one")
      let result = try place.run("data install one.geojson")
      #expect(
        result.status == 0 && result.stderr.contains("does not know what the last edition changed"),
        "\(result)")
      for format in ["table", "json", "ndjson", "csv"] {
        expect(
          try place.run("news --format \(format)"), stdout: nil,
          stderr: """
            finder: news: the edition of \(today) had 50007 changes, too many to be kept
            finder: news: not all changes from the edition of \(today) to that of \(today) are known

            """)
        expect(try place.run("news --format \(format) --quiet"), stdout: nil)
      }
      #expect(!(try place.run("news --since 2999-01-01").stderr.contains("edition of")))
    }
  }

  @Test func rolledBack() throws {
    try with { place, _ in
      let news = try place.run("news --json")
      expect(try place.run("data rollback"), stdout: nil)
      expect(try place.run("news --json"), stdout: "[]\n")
      expect(try place.run("data rollback"), stdout: nil)
      expect(try place.run("news --json"), stdout: news.stdout)
      expect(try place.run("data cache --clear"), stdout: nil)
      expect(try place.run("news --json"), stdout: news.stdout)
      #expect(try place.run("data info").stdout.contains("\nnews       4 changes in 2 editions\n"))
      #expect(
        try place.run("data info --json").stdout.hasSuffix(
          ",\n \"news\":{\"editions\":2,\"changes\":4}}\n"))
    }
  }

  @Test func newsInShowAndInfo() throws {
    try with { place, today in
      let bob = try place.run("show Bob's").stdout
      #expect(bob.contains("\nknown since  \(today)\n"), "\(bob)")
      #expect(bob.contains("\nbefore       51.501,-0.1 (2.1 km S), until \(today)\n"), "\(bob)")
      let eve = try place.run("show Eve").stdout
      #expect(eve.contains("\nchanged      stars, on \(today)\n"), "\(eve)")
      let document = try place.run("show Bob's --json").stdout
      #expect(
        document.contains(
          ",\n \"coincident\":[],\n \"news\":[{\"date\":\"\(today)\",\"change\":\"moved\","),
        "\(document)")
      #expect(try !place.run("show Ann's --json").stdout.contains("news"))
      // Nothing is known of another dataset.
      let other = try place.run("show Bob's --data new.geojson").stdout
      #expect(!other.contains("known since") && !other.contains("before"))
    }
  }

  /// The file was written long before it was installed.
  @Test("A venue is known since the day of its first edition")
  func knownSince() throws {
    try InstallPlace.with { place in
      try Self.write(Self.old, "old", place)
      try Self.write(Self.new, "new", place)
      func install(_ name: String, _ day: String) throws {
        _ = try ProcessRunner.shell(
          "touch -d '\(day) 12:00 UTC' \(name).geojson", directory: place.folder.path)
        expect(try place.run("data install \(name).geojson"), stdout: nil)
      }
      try install("old", "2020-08-05")
      #expect(try place.run("show Bob's").stdout.contains("\nknown since  2020-08-05\n"))
      try install("new", "2020-08-31")
      #expect(try place.run("show Bob's").stdout.contains("\nknown since  2020-08-05\n"))
      #expect(try place.run("show Cid's").stdout.contains("\nknown since  2020-08-31\n"))
      #expect(try place.run("show Eve").stdout.contains("\nchanged      stars, on 2020-08-31\n"))
      expect(try place.run("data rollback"), stdout: nil)
      expect(try place.run("data rollback"), stdout: nil)
      #expect(try place.run("show Cid's").stdout.contains("\nknown since  2020-08-31\n"))
      // A clock that began in 1970 says nothing.
      try Self.write(Self.new.dropLast(), "third", place)
      try install("third", "1970-01-02")
      #expect(try place.run("show Cid's").stdout.contains("\nknown since  2020-08-31\n"))
    }
  }

  @Test func damaged() throws {
    try with { place, _ in
      let path = "\(place.data)/news/journal"
      let bytes = try Files.bytes(path)
      var other = bytes
      other[bytes.count - 5000] ^= 1
      for damage in [Array(bytes.dropLast()), [], Array("{}".utf8)] {
        try Files.write(damage, to: path)
        expect(
          try place.run("news"), status: 65, stdout: "",
          stderr: "finder: news: \(path): the journal of changes is damaged\n"
            + "  the next install or update of another edition moves it aside and starts a new one\n"
        )
        let shown = try place.run("show Bob's")
        #expect(shown.status == 0 && shown.stdout.contains("Bob's"))
        #expect(shown.stderr == "finder: show: \(path): the journal of changes is damaged\n")
        #expect(try Files.bytes(path) == damage)
      }
      try Self.write(Array(Self.new.dropFirst()), "third", place)
      let result = try place.run("data install third.geojson")
      expect(
        result, stdout: nil,
        stderr: "finder: data install: the journal of 'finder news' was damaged: it was "
          + "moved to \(path).damaged, and a new one was started\n")
      #expect(try Files.text("\(path).damaged") == "{}")
      let news = try place.run("news --csv --no-header --change closed")
      #expect(news.stdout.contains("closed") && news.stdout.contains("Ann's Bar"), "\(news)")
    }
  }

  /// Whatever prevents the journal, the install goes ahead.
  @Test func noPlaceForTheJournal() throws {
    try InstallPlace.with { place in
      try place.dataset("one")
      try ProcessRunner.makeFolders(place.data, "")
      try Files.write([], to: "\(place.data)/news")
      let result = try place.run("data install one.geojson")
      #expect(result.status == 0 && result.stdout.hasPrefix("installed 1 venue"), "\(result)")
      #expect(
        result.stderr.hasPrefix(
          "finder: data install: 'finder news' could not record the changes of this edition: ")
      )
      expect(try place.run("data install one.geojson --quiet"), stdout: nil)
    }
  }

  @Test("Results never overwrite the journal") func asOutput() throws {
    try with { place, _ in
      let path = "\(place.data)/news/journal"
      let bytes = try Files.bytes(path)
      #expect(try place.run("news --output \(path)").status == 64)
      #expect(try Files.bytes(path) == bytes)
    }
  }

  /// As users do it: an install, then updates from a server.
  @Test func byUpdates() throws {
    try InstallPlace.with { place in
      try Self.write(Self.old, "old", place)
      try Self.write(Self.new, "new", place)
      try ProcessRunner.makeFolders(place.folder.path, "bin")
      try place.folder.write(
        "#!/bin/sh\ncat > /dev/null\nprintf 'HTTP/1.1 200 OK\\r\\n\\r\\n' >&3\n"
          + "cat '\(place.folder.path)/served'\n", to: "bin/curl")
      _ = try ProcessRunner.shell("chmod +x bin/curl", directory: place.folder.path)
      let search = ["PATH": "\(place.folder.file("bin")):/usr/bin:/bin"]
      func serve(_ name: String) throws {
        try Files.write(
          try Files.bytes(place.folder.file("\(name).geojson")), to: place.folder.file("served"))
        expect(try place.run("data update http://example.org/x", search), stdout: nil)
      }
      func count() throws -> Int {
        try place.run("news --format ndjson").stdout.filter { $0 == "\n" }.count
      }
      try serve("old")
      #expect(try count() == 0)
      try serve("old")
      try serve("new")
      #expect(try count() == 4)
      try serve("new")
      #expect(try count() == 4)
    }
  }
}
