import FinderEngine
import TestSupport
import Testing

/// `data install` and `data convert` with files of every form.
@Suite struct DataFilesTests {
  private static let forms: [(name: String, text: String)] = [
    ("list.csv", "name,lat,lon\nA,51.5,-0.1\n"), ("list.tsv", "name\tlat\tlon\nA\t51.5\t-0.1\n"),
    ("semicolons.csv", "name;lat;lon\nA;51,5;-0,1\n"),
    ("objects.ndjson", #"{"name":"A","lat":51.5,"lon":-0.1}"# + "\n"),
    ("array.json", #"[{"name":"A","lat":51.5,"lon":-0.1}]"#),
    (
      "overpass.json",
      #"{"elements":[{"type":"node","id":1,"lat":51.5,"lon":-0.1,"tags":{"name":"A"}}]}"#
    ),
    (
      "hygiene.json",
      #"{"establishments":[{"FHRSID":1,"BusinessName":"A","geocode":{"latitude":"51.5","longitude":"-0.1"}}]}"#
    ),
    ("hygiene.xml", hygiene),
    (
      "overture.geojsonl",
      #"{"type":"Feature","id":"f","geometry":{"type":"Point","coordinates":[-0.1,51.5]},"properties":{"names":{"primary":"A"},"basic_category":"pub","confidence":0.9}}"#
    ),
    ("dataset.geojson", Dataset.collection([Dataset.venue("A", 51.5, -0.1)])),
  ]

  private static let hygiene = """
    <FHRSEstablishment><EstablishmentCollection><EstablishmentDetail><FHRSID>1</FHRSID>\
    <BusinessName>A</BusinessName><PostCode>N1 1AA</PostCode><Geocode><Longitude>-0.1</Longitude>\
    <Latitude>51.5</Latitude></Geocode></EstablishmentDetail></EstablishmentCollection>\
    </FHRSEstablishment>
    """

  @Test("A file of any form is installed in one step, and converted to the same venues")
  func anyForm() throws {
    for (name, text) in Self.forms {
      try InstallPlace.with { place in
        try place.folder.write(text, to: name)
        let path = place.folder.file(name)
        expect(
          try place.run("data install \(name)"), stdout: "installed 1 venue from \(path)\n")
        let near = try place.run("near 51.5,-0.1 --json")
        #expect(near.stdout.contains(#""name":"A""#), "\(name): \(near)")
        // Also through a pipe, and packed.
        let piped = try Finder.shell(
          "gzip -c \(name) | finder data install - -q && finder near 51.5,-0.1 --json -q",
          environment: place.environment, directory: place.folder.path)
        #expect(piped.stdout.hasSuffix(near.stdout), "\(name): \(piped)")
        let converted = try Finder.shell(
          "finder data convert \(name) | finder near 51.5,-0.1 --json -q -d -",
          environment: place.environment, directory: place.folder.path)
        #expect(
          converted.stdout == near.stdout.replacing("\"installed\"", with: "\"stdin\""),
          "\(name): \(converted)")
      }
    }
  }

  @Test("A dataset is installed unchanged, byte for byte")
  func asItIs() throws {
    try InstallPlace.with { place in
      let text =
        #"{ "type" : "FeatureCollection" , "features" : [ \#(Dataset.venue("A", 51.5, -0.1)) ] }"#
      try place.folder.write(text, to: "venues")
      expect(try place.run("data install venues --kinds cafe --private -q"), stdout: nil)
      let names = try place.editions
      #expect(try Files.text("\(place.data)/editions/\(names[0])") == text)
      // The rest is not wanted.
      #expect(
        try place.run("data install venues --kinds cafe --private").stderr
          == "finder: data install: --kinds has no effect: all venues of a list are taken, whatever "
          + "their kind\nfinder: data install: --private has no effect: all venues of a list are taken\n"
      )
    }
  }

  @Test("An area selects from any file")
  func areas() throws {
    try InstallPlace.with { place in
      for (name, text) in [
        ("list.csv", "name,lat,lon\nA,51.5,-0.1\nB,52.5,-0.1\nC,,\n"),
        (
          "dataset",
          Dataset.collection([Dataset.venue("A", 51.5, -0.1), Dataset.venue("B", 52.5, -0.1)])
        ),
      ] {
        try place.folder.write(text, to: name)
        let result = try place.run("data install \(name) --bbox -1,51,0,52")
        #expect(result.stdout.hasPrefix("installed 1 venue from "), "\(result)")
        #expect(result.stderr.contains("\(name): 1 venue; left out "), "\(result)")
        #expect(result.stderr.contains("1 outside the area"), "\(result)")
        let csv = try place.run("data convert \(name) --bbox -1,51,0,52 --format csv")
        #expect(csv.stdout.contains("A,") && !csv.stdout.contains("B,"), "\(csv)")
      }
      let square = "[[[-1,52],[0,52],[0,53],[-1,53],[-1,52]]]"
      try place.folder.write(#"{"type":"Polygon","coordinates":\#(square)}"#, to: "area")
      #expect(
        try place.run("data install dataset --polygon area -q").stdout.hasPrefix(
          "installed 1 venue from \(place.folder.file("dataset"));"))
      #expect(try place.run("near 52.5,-0.1 --csv").stdout.contains(",B,"))
      expect(
        try place.run("data install - --polygon -"), status: 64, stdout: "", stderr: nil)
    }
  }

  /// No search would find them, and each query would have to say so.
  @Test func withoutAPosition() throws {
    try InstallPlace.with { place in
      try place.folder.write("name,lat,lon\nA,51.5,-0.1\nB,,\nC,x,1\n", to: "list.csv")
      let path = place.folder.file("list.csv")
      expect(
        try place.run("data install list.csv"), stdout: "installed 1 venue from \(path)\n",
        stderr: """
          finder: data install: list.csv: line 4: 'lat' is not a number: 'x'
          finder: data install: list.csv: left out 1 venue that cannot be used
          finder: data install: list.csv: 1 venue; left out 1 without a position

          """)
      expect(try place.run("near 51.5,-0.1 --count"), stdout: "1\n", stderr: "")
      let json = try place.run("data install list.csv --json -q").stdout
      #expect(
        json.contains(
          #" "files":[{"file":"list.csv","form":"list","venues":1,"left_out":{"without_position":1,"unusable":1}}],"#
        ),
        "\(json)")
      // Not one of them.
      try place.folder.write("name,lat,lon\nB,,\n", to: "none.csv")
      let before = try Files.text("\(place.data)/installed.json")
      expect(
        try place.run("data install none.csv"), status: 65, stdout: "",
        stderr: "finder: data install: none.csv: 0 venues; left out 1 without a position\n"
          + "finder: data install: none.csv has no venues\n")
      #expect(try Files.text("\(place.data)/installed.json") == before)
      expect(
        try place.run("data convert none.csv --format csv"), stdout: "name,lat,lon\nB,,\n",
        stderr: nil)
    }
  }

  // MARK: Postcodes

  @Test("Lists with postcodes are placed by the gazetteer, or by the dataset")
  func postcodes() throws {
    try InstallPlace.with { place in
      try place.folder.write(
        "name,postcode\nA,n11aa\nB,N1 1ZZ\nC,ZZ9 9ZZ\nD,\n", to: "list.csv")
      try place.folder.write(
        Dataset.collection([
          Dataset.feature(51.5, -0.1, properties: #"{"name":"X","postcode":"N1 1AA"}"#)
        ]), to: "dataset")
      try place.folder.write("postcode,lat,lon\nN1 1AA,51.6,-0.2\n", to: "codes.csv")
      let path = place.folder.file("list.csv")
      let refused = try place.run("data install list.csv")
      expect(refused, status: 65, stdout: "", stderr: nil)
      #expect(
        refused.stderr.hasPrefix(
          "finder: data install: list.csv: nothing places its postcodes: there is no gazetteer, and no "
            + "dataset is installed\n"), "\(refused)")
      // Not with the sample, whose venues are made up.
      #expect(try place.run("data convert list.csv").status == 65)
      expect(try place.run("data install dataset"), stdout: nil)
      let installed = try #require(try place.editions.first)
      let result = try place.run("data install list.csv")
      expect(result, stdout: nil, stderr: nil)
      #expect(result.stdout.hasPrefix("installed 2 venues from \(path);"), "\(result)")
      #expect(
        result.stderr
          == "finder: data install: list.csv: 2 venues; placed 1 by postcode, 1 by sector, from "
          + "\(place.data)/editions/\(installed); not placed: 1 no postcode given, "
          + "1 no such postcode area; repaired 1 postcode\n", "\(result)")
      #expect(try place.run("near 51.5,-0.1 --count -q").stdout == "2\n")
      // Not with what was made from it.
      let itself = try place.run("data install list.csv")
      expect(itself, status: 65, stdout: "", stderr: nil)
      #expect(itself.stderr.contains("the installed dataset is this list itself\n"), "\(itself)")
      expect(try place.run("data gazetteer add codes.csv -q"), stdout: nil)
      let again = try place.run("data install list.csv --json")
      #expect(again.stderr.contains("from the gazetteer"), "\(again)")
      #expect(again.stdout.contains(#""placed":{"postcode":1,"sector":1,"outcode":0}"#), "\(again)")
      // As `import` places them.
      let imported = try place.run("data import list.csv -q").stdout
      #expect(try place.run("data convert list.csv -q").stdout == imported)
      let csv = try place.run("data convert list.csv -q --format csv").stdout
      #expect(csv.hasPrefix("name,postcode,"), "\(csv)")
      let boxed = try place.run("data install list.csv --bbox 0,51,1,52")
      expect(boxed, status: 65, stdout: "", stderr: nil)
      #expect(boxed.stderr.contains("left out 2 outside the area"), "\(boxed)")
    }
  }

  @Test("A row that cannot be read counts once, in a list and in a zip")
  func rowsThatCannotBeRead() throws {
    try InstallPlace.with { place in
      try place.folder.write("postcode,lat,lon\nN1 1AA,51.5,-0.1\n", to: "codes.csv")
      let list = "name,postcode\nA,N1 1AA\nB,N1 1AA,x\nC,\n"
      try place.folder.write(list, to: "list.csv")
      try place.folder.write(
        ZipMaker([ZipMaker.Member("list.csv", list)]).bytes, to: "lists.zip")
      expect(try place.run("data gazetteer add codes.csv -q"), stdout: nil)
      for name in ["list.csv", "lists.zip"] {
        let converted = try place.run("data convert \(name)")
        expect(converted, status: 65, stdout: nil, stderr: nil)
        #expect(
          converted.stderr.hasSuffix(
            "line 3: has 3 cells, but there are 2 columns\n"
              + "finder: data convert: \(name): left out 1 venue that cannot be used\n"
              + "finder: data convert: \(name): 1 venue; placed 1 by postcode, from the gazetteer; "
              + "not placed: 1 no postcode given\n"), "\(converted)")
        let json = try place.run("data install \(name) --json -q").stdout
        #expect(json.contains(#""left_out":{"unusable":1,"not_placed":1}"#), "\(json)")
      }
    }
  }

  // MARK: Several files

  @Test("Venues that are in several files become one")
  func several() throws {
    try InstallPlace.with { place in
      func feature(_ name: String, _ id: String, _ latitude: Double, _ more: String = "") -> String
      {
        Dataset.feature(
          latitude, -0.1, properties: #"{"name":"\#(name)","postcode":"N1 1AA"\#(more)}"#,
          id: "\"\(id)\"")
      }
      try place.folder.write(
        Dataset.collection([
          feature("A", "osm:node/1", 51.5, #","fhrs_id":"7""#), feature("B", "osm:node/2", 51.6),
        ]), to: "osm.geojson")
      // By the id that one refers to, though the names differ.
      try place.folder.write(
        Self.hygiene.replacing("<FHRSID>1<", with: "<FHRSID>7<").replacing(
          ">A<", with: ">The Old A<"),
        to: "hygiene.xml")
      let (one, two) = (place.folder.file("osm.geojson"), place.folder.file("hygiene.xml"))
      expect(
        try place.run("data install osm.geojson hygiene.xml"),
        stdout: "installed 2 venues from \(one), \(two)\n",
        stderr: "finder: data install: osm.geojson: 2 venues\n"
          + "finder: data install: hygiene.xml: 1 venue\n"
          + "finder: data install: 1 venue is in both files, 2 in all\n")
      let json = try place.run("data install osm.geojson hygiene.xml --json -q").stdout
      #expect(json.contains(#"{"file":"osm.geojson","form":"geojson","venues":2,"#), "\(json)")
      let both = try place.run("near 51.5,-0.1 -n 1 --json").stdout
      #expect(
        both.contains(#""sources":{"osm":{"id":"osm:node/1"},"hygiene":{"id":"7""#), "\(both)")
      let record = try Files.text("\(place.data)/installed.json")
      #expect(record.contains(#""sources":{"hygiene":1,"osm":2}"#), "\(record)")
      // The same on standard output, and in another format.
      let converted = try place.run("data convert osm.geojson hygiene.xml -q").stdout
      #expect(
        try converted
          == Files.text("\(place.data)/editions/\(try #require(try place.editions.first))"))
      let csv = try place.run("data convert osm.geojson hygiene.xml -q --format csv").stdout
      #expect(csv.split(separator: "\n").count == 3, "\(csv)")
      // Two lists with one name.
      for (name, text) in [
        ("a/list.csv", "name,lat,lon\nA,51.5,-0.1\n"),
        ("b/list.csv", "name,lat,lon\nB,52.5,-0.1\n"),
      ] {
        try ProcessRunner.makeFolders(place.folder.path, String(name.prefix(1)))
        try place.folder.write(text, to: name)
      }
      expect(try place.run("data install a/list.csv b/list.csv -q"), stdout: nil)
      let names = try place.run("near 51.5,-0.1 -q --json").stdout
      #expect(names.contains(#""list":{}"#) && names.contains(#""list_2":{}"#), "\(names)")
    }
  }

  @Test("Both commands say how many venues of a file were kept and how many were left out")
  func leftOut() throws {
    try InstallPlace.with { place in
      func feature(_ name: String, _ status: String) -> String {
        #"{"type":"Feature","id":"\#(name)","geometry":{"type":"Point","coordinates":[-0.1,51.5]},"#
          + #""properties":{"names":{"primary":"\#(name)"},"basic_category":"pub","#
          + #""operating_status":"\#(status)"}}"# + "\n"
      }
      try place.folder.write(
        feature("A", "open") + feature("B", "permanently_closed"), to: "places")
      for command in ["install", "convert"] {
        #expect(
          try place.run("data \(command) places").stderr
            == "finder: data \(command): places: 1 venue; left out 1 closed\n")
      }
    }
  }

  @Test("Another form of the same data is named, with the form to use instead")
  func otherForms() throws {
    try InstallPlace.with { place in
      try place.folder.write("<osm version=\"0.6\"></osm>", to: "x.osm")
      for command in ["install", "convert"] {
        expect(
          try place.run("data \(command) x.osm"), status: 65, stdout: "",
          stderr:
            "finder: data \(command): x.osm is OpenStreetMap XML; finder reads the .osm.pbf of the "
            + "same area\n")
      }
    }
  }

  @Test func namedTwice() throws {
    expect(
      try Finder.run("data install a.csv a.csv"), status: 64, stdout: "", stderr: nil)
    // Under two names.
    try InstallPlace.with { place in
      try place.dataset("one")
      for line in ["one.geojson ./one.geojson", "- one.geojson < one.geojson"] {
        for command in ["install", "convert"] {
          let result = try Finder.shell(
            "finder data \(command) \(line)", environment: place.environment,
            directory: place.folder.path)
          expect(result, status: 64, stdout: "", stderr: nil)
          #expect(result.stderr.contains(" is the same file as "), "\(result)")
        }
      }
    }
    let both = try Finder.run("data install - -")
    #expect(
      both.stderr.hasPrefix("finder: data install: only one FILE can be standard input\n"),
      "\(both)")
  }

  /// Neither is installed if the other cannot be read.
  @Test func oneOfThemIsDamaged() throws {
    try InstallPlace.with { place in
      try place.dataset("one")
      for (name, text, status) in [
        ("cut.geojson", String(Dataset.square.prefix(200)), 65),
        ("cut.xml", String(Self.hygiene.prefix(120)), 65),
        ("cut.json", #"{"elements":[{"type":"node""#, 65), ("page", "<html>", 65),
        ("empty", "", 65),
        ("zip", "PK\u{3}\u{4}", 65), ("pbf", "\u{0}\u{0}\u{0}\u{D}\n\tOSMHeader", 65),
        ("columns.csv", "a,b\n1,2\n", 65),
      ] as [(String, String, Int32)] {
        try place.folder.write(text, to: name)
        for line in [
          "data install \(name)", "data install one.geojson \(name)",
          "data install \(name) one.geojson",
        ] {
          let result = try place.run(line)
          expect(result, status: status, stdout: "", stderr: nil)
          #expect(result.stderr.hasPrefix("finder: data install: \(name)"), "\(result)")
        }
        let converted = try place.run("data convert one.geojson \(name) --output out.geojson")
        expect(converted, status: status, stdout: "", stderr: nil)
        #expect(try !Files.names(in: place.folder.path).contains("out.geojson"))
      }
      let missing = try place.run("data install one.geojson none")
      expect(missing, status: 66, stdout: "", stderr: nil)
      #expect(try !Files.names(in: place.folder.path + "/home").contains(".local"))
    }
  }

  /// Refused by its first bytes, whatever its length.
  @Test(
    .slow,
    arguments: [
      "/dev/zero", "- < <(yes 'a,b')", "- < <(yes '')", "- < <(yes '<p>' | gzip -1)",
      "- < <(yes '{')",
    ])
  func endless(source: String) throws {
    try InstallPlace.with { place in
      for command in ["install", "convert"] {
        let result = try Finder.shell(
          "ulimit -v 1000000; exec finder data \(command) \(source)", environment: place.environment
        )
        expect(result, status: 65, stdout: "", stderr: nil)
        #expect(result.peakResidentBytes < 100 << 20)
      }
    }
  }

  /// Queries read datasets, and say how a file becomes one.
  @Test func anExtractAsADataset() throws {
    try InstallPlace.with { place in
      var file = OSMFile()
      file.nodes = [
        .init(
          id: 1, latitude: 51_500_000_000, longitude: 0, tags: [("amenity", "pub"), ("name", "A")])
      ]
      try place.folder.write(file.bytes(), to: "map.osm.pbf")
      for line in ["near 51.5,0 --data map.osm.pbf", "data info map.osm.pbf"] {
        let result = try place.run(line)
        #expect(
          result.status == 65
            && result.stderr.contains(
              "found an extract of OpenStreetMap; 'finder data install FILE' makes a dataset from it\n"
            ),
          "\(result)")
      }
    }
  }

  // MARK: An extract

  private static let helsinki = TestSupport.RealData.path(of: "helsinki.osm.pbf")

  @Test(TestSupport.RealData.needed("helsinki.osm.pbf")) func extract() throws {
    let extract = try #require(Self.helsinki)
    try InstallPlace.with { place in
      let result = try place.run("data install \(extract)")
      // Through a link, it is called by its own path.
      #expect(result.stdout.hasPrefix("installed 426 venues from /"), "\(result)")
      #expect(
        result.stderr.contains("helsinki.osm.pbf: 426 venues; left out 5 without a name"),
        "\(result)")
      #expect(result.stderr.contains("finder config set outside allow\n"), "\(result)")
      expect(try place.run("config set outside allow"), stdout: nil)
      #expect(try !place.run("data install \(extract)").stderr.contains("outside allow"))
      let near = try place.run("near 60.17,24.94 --json").stdout
      #expect(near.contains(#""id":"osm:node/"#), "\(near)")
      #expect(try place.run("data info").stdout.contains("© OpenStreetMap contributors (ODbL 1.0)"))
      // The same through a pipe, and as `convert` writes it.
      let edition = try Files.bytes(
        "\(place.data)/editions/\(try #require(try place.editions.first))")
      expect(
        try Finder.shell(
          "cat \(extract) | finder data convert - -q -o out.geojson",
          environment: place.environment,
          directory: place.folder.path), stdout: "")
      #expect(try Files.bytes(place.folder.file("out.geojson")) == edition)
      let pubs = try place.run("data convert \(extract) --kinds pub --format csv -q").stdout
      #expect(
        pubs.split(separator: "\n").dropFirst().allSatisfy { $0.contains(",pub,") }, "\(pubs)")
      // Two with the same venues count as one.
      try Files.write(try Files.bytes(extract), to: place.folder.file("copy.pbf"))
      expect(
        try place.run("data convert \(extract) copy.pbf -q -o both.geojson"), stdout: "")
      #expect(
        try place.run("data diff out.geojson both.geojson --count --exit-status").status == 0)
      let options = try place.run("data install \(extract) --encoding latin1 --name-column x")
      #expect(
        options.stderr.contains("--encoding has no effect: an extract has no columns\n"),
        "\(options)")
    }
  }
}
