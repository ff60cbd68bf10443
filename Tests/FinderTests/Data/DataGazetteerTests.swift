import FinderEngine
import TestSupport
import Testing

/// `data gazetteer`: the user's own postcodes and places, and lists placed by them.
@Suite struct DataGazetteerTests {
  private struct Place {
    let folder: TemporaryDirectory

    func run(_ line: String, stdin: ChildInput = .null) throws -> ProcessResult {
      try Finder.run(
        line, environment: ["XDG_DATA_HOME": folder.file("data")], stdin: stdin,
        directory: folder.path)
    }

    func shell(_ script: String) throws -> ProcessResult {
      try Finder.shell(
        script, environment: ["XDG_DATA_HOME": folder.file("data")], directory: folder.path)
    }
  }

  private static let postcodes = "postcode,lat,lon\nN1 1AA,51.5,-0.1\nN1 1AB,51.6,-0.2\nx,1,2\n"
  private static let places = "name,lat,lon,population,county\nAshford,51.1,0.9,83200,Kent\n"

  private func with(_ body: (Place) throws -> Void) throws {
    try TemporaryDirectory.with { folder in
      try folder.write(Self.postcodes, to: "postcodes.csv")
      try folder.write(Self.places, to: "places.csv")
      try folder.write("name,postcode\nA,n11aa\nB,N1 1ZZ\nC,ZZ9 9ZZ\n", to: "list.csv")
      try body(Place(folder: folder))
    }
  }

  @Test("Districts and sectors are counted separately")
  func districts() throws {
    try with { place in
      try place.folder.write(
        "postcode,lat,lon\nN1,51.5,-0.1\nN2,51.6,-0.2\nN2 4,51.6,-0.2\n", to: "outcodes.csv")
      expect(
        try place.run("data gazetteer add outcodes.csv"),
        stdout: "added outcodes.csv (table of postcodes: 1 sector, 2 districts)\n")
      expect(try place.run("data gazetteer add postcodes.csv -q"), stdout: nil)
      let list = try place.run("data gazetteer list")
      #expect(
        list.stdout.contains("postcodes  2\nsectors    1\ndistricts  2\nnames      0\n"), "\(list)")
      #expect(
        list.stdout.contains("outcodes.csv, table of postcodes: 1 sector, 2 districts, added"),
        "\(list)")
      let json = try place.run("data gazetteer list --json").stdout
      #expect(
        json.contains(#""postcodes":0,"names":0,"sectors":1,"districts":2"#)
          && json.contains(#""sectors":0,"districts":0"#), "\(json)")
    }
  }

  @Test func addedListedRemoved() throws {
    try with { place in
      expect(
        try place.run("data gazetteer list"),
        stdout: "there is no gazetteer; 'finder data gazetteer add FILE' makes one\n")
      expect(try place.run("data gazetteer list --exit-status"), status: 1, stdout: nil)
      expect(
        try place.run("data gazetteer add postcodes.csv places.csv"),
        stdout: """
          added postcodes.csv (table of postcodes: 2 postcodes)
          added places.csv (table of places: 1 name)

          """,
        stderr: """
          finder: data gazetteer add: postcodes.csv: left out 1 of 3 rows (1 without a postcode or a name)

          """)
      let list = try place.run("data gazetteer list")
      expect(list, stdout: nil)
      #expect(list.stdout.contains("postcodes  2\nnames      1\n"), "\(list)")
      let names = try place.run("data gazetteer list --format ndjson")
      expect(names, stdout: nil)
      for part in [
        #""postcodes":2,"names":1"#, #""name":"postcodes.csv""#, #""rows":3,"left_out":1"#,
        #""form":"table of places""#,
      ] {
        #expect(names.stdout.contains(part), "\(names)")
      }
      expect(
        try place.run("data gazetteer remove nothing"), status: 1, stdout: "",
        stderr: """
          finder: data gazetteer remove: the gazetteer has no source 'nothing'; it has \
          'postcodes.csv', 'places.csv'

          """)
      expect(try place.run("data gazetteer remove places.csv"), stdout: "removed 1 source\n")
      expect(try place.run("data gazetteer remove --all"), stdout: "removed 1 source\n")
      expect(try place.run("data gazetteer remove --all"), stdout: "removed 0 sources\n")
      expect(try place.run("data gazetteer list --exit-status"), status: 1, stdout: nil)
    }
  }

  /// Nothing is left out or skipped without a message.
  @Test func whatIsSaidOfRows() throws {
    try with { place in
      let result = try place.shell(
        #"""
        printf 'name,postcode,lat,lon\nShop,N1 1AA,51,0\nCaf\351,,52,0\nFort,,53,0\n' > mixed.csv
        finder data gazetteer add mixed.csv
        finder data gazetteer add mixed.csv --encoding latin1 --quiet
        finder near 'place:Café' --quiet --limit 1 --format ndjson --outside allow | wc -l
        mkdir tables && cp postcodes.csv tables/ && printf 'name,lat,lon\nA,,\nB,,\n' > tables/none.csv
        finder data gazetteer add tables
        """#)
      expect(
        result,
        stdout: """
          added mixed.csv (table of postcodes: 1 postcode, 1 name)
          added mixed.csv (table of postcodes: 1 postcode, 2 names)
          1
          added tables (table of postcodes: 2 postcodes)

          """,
        stderr: """
          finder: data gazetteer add: mixed.csv: left out 1 of 3 rows (1 not UTF-8); --encoding latin1 \
          reads names in Latin-1
          finder: data gazetteer add: mixed.csv: 1 row with a postcode gave its position, and not the name
          finder: data gazetteer add: tables: left out 3 of 5 rows (2 without a position, 1 without a \
          postcode or a name)
          finder: data gazetteer add: nothing in tables/none.csv could be used

          """)
    }
  }

  @Test func whatIsDamagedIsNamedAndSetAside() throws {
    try with { place in
      let result = try place.shell(
        """
        finder data gazetteer add postcodes.csv --quiet
        finder data gazetteer add places.csv --quiet
        cd data/finder/gazetteer
        for file in gazetteer.snapshot sources/*; do echo rubbish > $file; done
        cd - > /dev/null
        finder data gazetteer add places.csv
        ls data/finder/gazetteer/sources/*.damaged | wc -l
        finder data gazetteer remove --all
        ls data/finder/gazetteer/sources | wc -l
        """)
      #expect(result.stderr.split(separator: "\n").count == 2, "\(result)")
      #expect(
        result.stderr.contains("the gazetteer is damaged, and one of its sources cannot be read"))
      let lines = result.stdout.split(separator: "\n").suffix(4)
      #expect(
        lines == ["added places.csv (table of places: 1 name)", "2", "removed 1 source", "0"],
        "\(result)")
    }
  }

  @Test func importWithoutPositions() throws {
    try with { place in
      let without = try place.run("data import list.csv")
      #expect(without.status == 64 && without.stderr.contains("or a gazetteer"), "\(without)")
      let named = try place.run("data import list.csv --positions gazetteer")
      #expect(named.status == 66 && named.stderr.contains("there is no gazetteer"), "\(named)")
      expect(
        try place.run("data gazetteer add -", stdin: .text(Self.postcodes)), stdout: nil,
        stderr: nil)
      let all = try place.run("data import list.csv --format csv")
      expect(all, stdout: nil, stderr: nil)
      #expect(all.stdout.contains("51.5"), "\(all)")
      #expect(all.stdout.contains("B,N1 1ZZ,51.55,-0.15"), "\(all)")
      #expect(all.stderr.contains("placed 2 of 3 venues: 1 by postcode, 1 by sector"), "\(all)")
      // A table comes first, in any order.
      try place.folder.write("postcode,lat,lon\nN1 1AA,55,-3\n", to: "mine.csv")
      let both = try place.run(
        "data import list.csv --positions gazetteer --positions mine.csv --format csv")
      #expect(both.stdout.contains("55,-3") && both.stdout.contains("N1 1ZZ,"), "\(both)")
    }
  }

  @Test(arguments: [
    ("data gazetteer add missing.csv", 66, "cannot read missing.csv"),
    ("data gazetteer add list.csv", 65, "expected a position"),
    ("data gazetteer add postcodes.csv list.csv", 65, "expected a position"),
    ("data gazetteer add - -", 64, "only one FILE"), ("data gazetteer add", 64, "FILE"),
    ("data gazetteer remove", 64, "expected the NAME"),
    ("data gazetteer remove x --all", 64, "expected the NAME"),
    ("data gazetteer remove x", 1, "no source 'x'"), ("data gazetteer", 0, "Commands:"),
    ("data gazetteer lst", 64, "list"), ("data gazetteer add empty.csv", 65, "empty.csv"),
  ])
  func refused(line: String, status: Int32, word: String) throws {
    try with { place in
      try place.folder.write("", to: "empty.csv")
      let result = try place.run(line)
      #expect(
        result.status == status && (result.stdout + result.stderr).contains(word), "\(result)")
      let made = try place.shell("ls data/finder/gazetteer/gazetteer.snapshot")
      #expect(made.status != 0, "\(made)")
    }
  }

  /// The examples in the help work, page by page, with the files that they name.
  @Test(arguments: ["gazetteer", "data gazetteer", "data gazetteer add", "data gazetteer remove"])
  func examples(page: String) throws {
    try with { place in
      let survey = ZipMaker([
        .init("Data/CSV/ab.csv", "\"AB101AB\",10,394235,806529,\"S92000003\"\n"),
        .init("Doc/licence.txt", "terms"),
      ])
      try place.folder.write(survey.bytes, to: "codepo_gb.zip")
      try place.folder.write(survey.bytes, to: "opname_csv_gb.zip")
      try place.folder.write(Self.postcodes, to: "ONSPD_AUG_2026.csv")
      let city = "1\tLondon\tLondon\t\t51.5\t-0.1\tP\tPPLC\tGB\t\tENG\t\t\t\t8900000\t\t\t\t\n"
      try place.folder.write(city, to: "GB.txt")
      expect(try place.run("data gazetteer add places.csv"), stdout: nil)
      let help = try place.run("help \(page)").stdout
      let examples = help.split(separator: "\n").drop { $0 != "Examples:" }.dropFirst()
        .prefix { $0.hasPrefix("  ") }
        .filter { !$0.hasPrefix("      ") }
      #expect(examples.count >= 2, "\(help)")
      for example in examples {
        let result = try place.shell(String(example))
        #expect(result.status == 0 && !result.stdout.isEmpty, "\(result)")
      }
    }
  }

  @Test func aFolderThatCannotBeWritten() throws {
    try with { place in
      try place.folder.write("no folder", to: "data")
      let result = try place.run("data gazetteer add postcodes.csv")
      #expect(result.status == 73 && result.stderr.contains("cannot create"), "\(result)")
    }
  }

  @Test func manyAtOnce() throws {
    try with { place in
      let result = try place.shell(
        """
        for i in $(seq 1 12); do
          printf 'postcode,lat,lon\\nN1 1A%s,51.5,-0.1\\n' $(printf "ABDEFGHJLNPQ" | cut -c$i) > t$i.csv
          finder data gazetteer add t$i.csv > out$i 2>&1 &
        done
        wait
        finder data gazetteer list --format ndjson
        """)
      #expect(result.status == 0 && result.stdout.contains(#""postcodes":12,"#), "\(result)")
    }
  }

  /// Killed at any moment, either the old gazetteer or the new one is there.
  @Test func killed() throws {
    try with { place in
      let result = try place.shell(
        """
        finder data gazetteer add postcodes.csv > /dev/null 2>&1
        for i in 1 2 3 4 5 6 7 8; do
          finder data gazetteer add places.csv > /dev/null 2>&1 & sleep 0.00$i; kill -9 $!; wait $!
          finder data gazetteer list --format ndjson | grep -c '"postcodes":2' || exit 1
        done
        finder data gazetteer add places.csv > /dev/null && ls data/finder/gazetteer/sources | wc -l
        """)
      #expect(result.stdout == String(repeating: "1\n", count: 8) + "2\n", "\(result)")
    }
  }

  @Test func namesThatAreNotText() throws {
    try with { place in
      let result = try place.shell(
        #"""
        cp postcodes.csv $'caf\xe9.csv' && finder data gazetteer add $'caf\xe9.csv' --quiet
        cp places.csv $'a\e[2Jb.csv' && finder data gazetteer add $'a\e[2Jb.csv'
        finder data gazetteer list
        """#)
      #expect(result.status == 0 && !result.stdout.contains("\u{1B}"), "\(result)")
      #expect(result.stdout.contains(#"caf\xE9.csv"#), "\(result)")
    }
  }
}
