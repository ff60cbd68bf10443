import FinderEngine
import Foundation
import TestSupport
import Testing

@Suite struct ShowTests {
  private static let hostile =
    "A&B #1 \"x\" 'y' $(touch pwned); `id` \\ é \u{5D0}\u{202E}\u{7}\nend %s"

  private static var venues: String {
    let name = String(decoding: (try? JSONEncoder().encode(hostile)) ?? Data(), as: UTF8.self)
    return Dataset.collection([
      Dataset.feature(
        51.5, -0.1, properties: #"{"name":"Ann's Bar","postcode":"N1 1AA","beer":"ale","stars":4}"#,
        id: "\"ann\""),
      Dataset.feature(51.5, -0.1, properties: #"{"name":"Zoe's"}"#, id: "\"zoe\""),
      Dataset.feature(51.6, -0.1, properties: #"{"name":"Chips"}"#, id: "7"),
      Dataset.feature(51.7, -0.1, properties: #"{"name":"CHIPS"}"#, id: "8"),
      Dataset.feature(51.8, -0.1, properties: "{\"name\":\(name)}", id: "\"bad\""),
      Dataset.feature(51.9, -0.00001, properties: "{}", id: "\"none\""),
    ])
  }

  @Test func table() throws {
    try Dataset.with(Self.venues) { _, data in
      expect(
        try Finder.run(["show", "ann's bar", "51.501,-0.1"], data: data),
        stdout: """
          name       Ann's Bar
          postcode   N1 1AA
          distance   111 m S, ~2 min on foot
          same spot  Zoe's (zoe)
          position   51.5,-0.1
          id         ann
          beer       ale
          stars      4
          map        https://www.openstreetmap.org/?mlat=51.5&mlon=-0.1#map=19/51.5/-0.1
          walk       https://www.google.com/maps/dir/?api=1&origin=51.501%2C-0.1&destination=51.5%2C-0.1&travelmode=walking
          search     https://www.google.com/search?q=Ann%27s%20Bar%20N1%201AA
          geo        geo:51.5,-0.1?q=51.5,-0.1(Ann%27s%20Bar)

          """)
    }
  }

  @Test(.slow) func document() throws {
    try Dataset.with(Self.venues) { folder, data in
      try folder.age()
      for _ in 1...3 {
        expect(
          try Finder.run(
            "show 7 --json", data: data, environment: ["XDG_CACHE_HOME": folder.path]),
          stdout: """
            {"venue":{"id":"7","name":"Chips","postcode":null,"lat":51.6,"lon":-0.1},
             "chain":null,
             "coincident":[],
             "links":{"geo":"geo:51.6,-0.1?q=51.6,-0.1(Chips)","openstreetmap":"https://www.openstreetmap.org/?mlat=51.6&mlon=-0.1#map=19/51.6/-0.1","apple_maps":"https://maps.apple.com/?ll=51.6,-0.1&q=Chips","google_maps":"https://www.google.com/maps/search/?api=1&query=51.6%2C-0.1","walk":"https://www.google.com/maps/dir/?api=1&destination=51.6%2C-0.1&travelmode=walking","search":"https://www.google.com/search?q=Chips"}}

            """)
      }
      let line = try Finder.run("show none 51.9,0 --format ndjson", data: data)
      expect(
        line,
        stdout: """
          {"venue":{"id":"none","name":null,"postcode":null,"lat":51.9,"lon":-0.00001,"distance_m":0.7,"bearing_deg":270},"chain":null,"coincident":[],"links":{"geo":"geo:51.9,-0.00001?q=51.9,-0.00001","openstreetmap":"https://www.openstreetmap.org/?mlat=51.9&mlon=-0.00001#map=19/51.9/-0.00001","apple_maps":"https://maps.apple.com/?ll=51.9,-0.00001","google_maps":"https://www.google.com/maps/search/?api=1&query=51.9%2C-0.00001","walk":"https://www.google.com/maps/dir/?api=1&origin=51.9%2C0&destination=51.9%2C-0.00001&travelmode=walking","search":"https://www.google.com/search?q=51.9%2C-0.00001"}}

          """)
    }
  }

  @Test("A branch has its chain, and a name that two houses share has none")
  func chain() throws {
    try Dataset.with(ChainOptionTests.venues) { _, data in
      for (id, chain) in [
        ("2", #""chain":{"name":"Chips","venues":5},"#), ("4", #""chain":null,"#),
        ("1", #""chain":null,"#),
      ] {
        let shown = try Finder.run("show \(id) --json", data: data).stdout
        #expect(shown.contains(chain), "\(shown)")
      }
    }
  }

  @Test("Any name is percent-encoded in links, and no part of it is run")
  func hostileName() throws {
    try Dataset.with(Self.venues) { folder, data in
      let opener = try folder.write(
        "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$@\" > '\(folder.path)/opened'\n", to: "xdg-open")
      try Files.write(Array("".utf8), to: folder.path + "/opened")
      _ = try ProcessRunner.shell(
        "cp '\(opener)' '\(folder.path)/open'; chmod +x '\(folder.path)/'*open")
      let result = try Finder.run(
        ["show", "bad", "--json", "--open", "search"], data: data,
        environment: ["PATH": folder.path + ":/usr/bin:/bin"], directory: folder.path)
      expect(result, stdout: nil)
      let document = try #require(
        JSONSerialization.jsonObject(with: Data(result.stdoutBytes)) as? [String: Any])
      let links = try #require(document["links"] as? [String: String])
      let tidy = "A&B #1 \"x\" 'y' $(touch pwned); `id` \\ é \u{5D0} end %s"
      for (key, link) in links {
        #expect(link.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(key)")
        #expect(URLComponents(string: link) != nil, "\(link)")
      }
      let search = try #require(URLComponents(string: links["search"] ?? ""))
      #expect(search.queryItems == [URLQueryItem(name: "q", value: tidy)])
      let apple = try #require(URLComponents(string: links["apple_maps"] ?? ""))
      #expect(apple.queryItems?.last == URLQueryItem(name: "q", value: tidy))
      #expect(links["geo"]?.removingPercentEncoding == "geo:51.8,-0.1?q=51.8,-0.1(\(tidy))")
      #expect(try Files.text(folder.path + "/opened") == "1\n\(links["search"] ?? "")\n")
      let made = try Files.names(in: folder.path)
      #expect(!made.contains("pwned"))
      let table = try Finder.run("show bad", data: data)
      #expect(!table.stdout.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
  }

  @Test("What is opened, and what happens if that fails")
  func open() throws {
    try Dataset.with(Self.venues) { folder, data in
      let log = folder.path + "/log"
      for name in ["xdg-open", "open"] {
        _ = try folder.write("#!/bin/sh\necho \"$1\" >> '\(log)'\nexit $STATUS\n", to: name)
      }
      _ = try ProcessRunner.shell("chmod +x '\(folder.path)/'*open")
      let path = folder.path + ":/usr/bin:/bin"
      for what in ["map", "directions", "search"] {
        expect(
          try Finder.run(
            "show ann --open \(what)", data: data, environment: ["PATH": path, "STATUS": "0"]),
          stdout: nil)
      }
      let opened = try Files.text(log).split(separator: "\n")
      #expect(opened.count == 3 && opened.allSatisfy { $0.hasPrefix("https://") }, "\(opened)")
      #expect(opened.last == "https://www.google.com/search?q=Ann%27s%20Bar%20N1%201AA")
      let failed = try Finder.run(
        "show ann --open map", data: data, environment: ["PATH": path, "STATUS": "4"])
      let link = "  link: https://www.openstreetmap.org/"
      #expect(failed.status == 69 && failed.stderr.contains("failed with exit code 4"), "\(failed)")
      #expect(failed.stderr.contains(link), "\(failed)")
      let missing = try Finder.run(
        "show ann --open map", data: data, environment: ["PATH": "/nonexistent"])
      #expect(missing.status == 69 && missing.stdout.hasPrefix("name "), "\(missing)")
      #expect(missing.stderr.contains("is not installed\n\(link)"), "\(missing)")
    }
  }

  @Test("The answer does not wait for the opener")
  func openLast() throws {
    try Dataset.with(Self.venues) { folder, data in
      let script = """
        #!/bin/sh
        for n in $(seq 50); do [ -e seen ] && break; sleep 0.05; done
        [ -e seen ] && echo yes > opened || echo no > opened
        """
      for name in ["xdg-open", "open"] { _ = try folder.write(script, to: name) }
      let result = try Finder.shell(
        """
        chmod +x *open; PATH=$PWD:$PATH
        mkfifo pipe; (cat pipe > answer; touch seen) &
        finder show ann --open map --data '\(data)' > pipe
        echo $?; wait; cat opened; head -1 answer
        """, directory: folder.path)
      expect(result, stdout: "0\nyes\nname       Ann's Bar\n")
    }
  }

  @Test("venue: marks an id, which would otherwise be taken for a name")
  func prefix() throws {
    let venues = Dataset.collection([
      Dataset.feature(51.5, -0.1, properties: #"{"name":"venue b"}"#, id: "\"a\""),
      Dataset.feature(51.6, -0.1, properties: #"{"name":"Bar"}"#, id: "\"b\""),
      Dataset.feature(51.7, -0.1, properties: #"{"name":"b"}"#, id: "\"c\""),
    ])
    try Dataset.with(venues) { _, data in
      for line in ["show venue:b", "show VENUE:b 51.7,-0.1", "closest venue:b 51.7,-0.1"] {
        let result = try Finder.run(line, data: data)
        #expect(result.status == 0 && result.stdout.contains("Bar"), "\(result)")
      }
      for command in ["show", "closest"] {
        expect(
          try Finder.run("\(command) venue:d 51.5,-0.1", data: data), status: 1, stdout: "",
          stderr: "finder: \(command): no venue in the dataset has the id 'd'\n"
            + "  'finder near POINT --format csv' lists ids\n")
      }
    }
  }

  @Test("Characters that join letters and emoji are kept")
  func joiners() throws {
    let name = "\u{0645}\u{06CC}\u{200C}\u{062E} \u{1F469}\u{200D}\u{1F373}"
    let venues = Dataset.collection([
      Dataset.feature(51.5, -0.1, properties: "{\"name\":\"\(name)\"}", id: "\"a\"")
    ])
    try Dataset.with(venues) { folder, data in
      let home = ["XDG_DATA_HOME": folder.path]
      for line in ["favourites add a", "locate save x 51,0"] {
        expect(try Finder.run(line, environment: home.merging(["FINDER_DATA": data]) { $1 }))
      }
      expect(try Finder.run(["locate", "save", name, "51,0"], environment: home))
      for line in [
        "show a --data \(data)", "favourites list", "locate saved",
        "closest --all 51,0 --data \(data)",
      ] {
        let result = try Finder.run(line, environment: home)
        #expect(result.status == 0 && result.stdout.contains(name), "\(result)")
      }
    }
  }

  @Test("Several venues, and none")
  func choice() throws {
    try Dataset.with(Self.venues) { _, data in
      let several = """
        finder: show: 'chips' is the name of 2 venues: give a point to get the nearest, or give an id
          7  Chips
          8  CHIPS

        """
      expect(try Finder.run("show chips", data: data), status: 64, stdout: "", stderr: several)
      let nearest = try Finder.run("show chips 51.69,-0.1 --json", data: data)
      #expect(nearest.stdout.hasPrefix("{\"venue\":{\"id\":\"8\""), "\(nearest)")
      for (name, hint) in [
        ("chipps", "; did you mean 'CHIPS'?"), ("zoe", ""), ("nobody", ""),
        ("bar", "; did you mean 'Ann's Bar'?"), ("anns", "; did you mean 'Ann's Bar'?"),
      ] where name != "zoe" {
        expect(
          try Finder.run("show \(name)", data: data), status: 1, stdout: "",
          stderr: "finder: show: no venue has the id or the name '\(name)'\(hint)\n")
      }
      let outside = try Finder.run("show ann 40,-74", data: data)
      #expect(outside.status == 3, "\(outside)")
      #expect(try Finder.run("show", data: data).status == 64)
      #expect(try Finder.run(["show", ""], data: data).status == 64)
    }
  }
}
