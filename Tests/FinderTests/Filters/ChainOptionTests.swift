import FinderEngine
import TestSupport
import Testing

/// `--chain`, `--independents-only` and `--one-per-chain` in all commands that have them.
@Suite struct ChainOptionTests {
  /// Going north, one per kilometre: chips and chops, a pub's name, and houses with unique names.
  static let venues = venues { _ in "" }

  private static func venues(_ more: (_ number: Int) -> String) -> String {
    Dataset.collection(
      [
        "Chips", "Joe's", "CHIPS", "Chops", "The Red Lion", "Chips Ltd", "Chops Restaurant",
        "Red Lion",
        "Ann's", "Chips", "Chips", "Chops", "Chops", "Chops", "Chops",
      ]
      .enumerated().map { number, name in
        Dataset.feature(
          51.5 + Double(number) / 100, -0.1,
          properties: "{\"name\":\"\(name)\"\(more(number))}", id: "\(number)")
      })
  }

  private func ids(_ line: String, _ data: String, stderr: String = "") throws -> String {
    let result = try Finder.run("\(line) --format csv --no-header --fields id", data: data)
    expect(result, stderr: stderr)
    return result.stdout.split(separator: "\n").joined(separator: " ")
  }

  @Test(
    .slow,
    arguments: [
      ("--chain chips", "0 2 5 9 10"), ("--chain CHOPS", "3 6 11 12 13 14"),
      ("--chain chips -n 2", "0 2"), ("--chain chips --chain chops -n 3", "0 2 3"),
      ("--chain CHIPS --chain chips", "0 2 5 9 10"),
      ("--independents-only", "1 4 7 8"), ("--independents-only -n 3", "1 4 7"),
      ("--one-per-chain", "0 1 3 4 7 8"), ("--one-per-chain -n 4", "0 1 3 4"),
      ("--one-per-chain --radius 5km", "0 1 3 4"), ("--one-per-chain --match ch", "0 3"),
      ("--chain chops --one-per-chain", "3"), ("--one-per-chain --independents-only", "1 4 7 8"),
    ])
  func nearAndWithin(options: String, expected: String) throws {
    try Dataset.with(Self.venues) { folder, data in
      let cache = ["XDG_CACHE_HOME": folder.path]
      try folder.age()
      #expect(try ids("near 51.5,-0.1 \(options)", data) == expected)
      if !options.contains("-n"), !options.contains("--radius") {
        #expect(try ids("within 51.5,-0.1 --span 1,1 \(options)", data) == expected)
        let box = "within --bbox -1,51,1,52 \(options) --count"
        let count = expected.split(separator: " ").count
        expect(try Finder.run(box, data: data), stdout: "\(count)\n")
        expect(
          try Finder.run("near 51.5,-0.1 \(options) --count", data: data), stdout: "\(count)\n")
      }
      // With the snapshot and the files beside it, made by the first run and used by the others.
      for _ in 1...3 {
        let result = try Finder.run(
          "near 51.5,-0.1 \(options) --format csv --no-header --fields id", data: data,
          environment: cache)
        expect(result, stdout: expected.split(separator: " ").map { "\($0)\n" }.joined())
      }
    }
  }

  @Test func bulk() throws {
    try Dataset.with(Self.venues) { _, data in
      for (options, expected) in [
        ("--chain chips -n 9", "0 2 5 9 10"), ("--independents-only -n 9", "1 4 7 8"),
        ("--one-per-chain -n 9", "0 1 3 4 7 8"), ("--one-per-chain", "0"),
        ("--chain chops --one-per-chain -n 9", "3"),
        ("--chain chops --chain chips --one-per-chain -n 9", "0 3"),
      ] {
        for jobs in [1, 3] {
          let result = try Finder.run(
            Finder.words("bulk \(options) -j \(jobs) --format csv --no-header --fields id"),
            data: data, stdin: .text("51.5,-0.1\n51.5,-0.1\n"))
          let ids = expected.split(separator: " ").enumerated()
          let rows = ids.map { "51.5,-0.1,\($0 + 1),\($1),\n" }.joined()
          expect(result, stdout: rows + rows)
        }
      }
      expect(
        try Finder.run(
          Finder.words("bulk --one-per-chain --count --format csv --no-header"), data: data,
          stdin: .text("51.5,-0.1\n")), stdout: "51.5,-0.1,6,\n")
    }
  }

  /// Only the third says anything about it. Left out are the chains and independent venues that the answer
  /// lacks.
  @Test func leftOut() throws {
    let known = ",\"cuisine\":\"pizza\",\"opening_hours\":\"24/7\""
    try Dataset.with(Self.venues { $0 == 2 ? known : "" }) { _, data in
      for (option, end) in [
        ("--cuisine pizza", "left out: no data on cuisine\n"),
        ("--open 2026-11-23T12:00", "left out; --unknown-hours keep shows them\n"),
      ] {
        let line = "near 51.5,-0.1 --one-per-chain \(option)"
        let kind = option.hasPrefix("--open") ? " with unknown opening hours" : ""
        for (more, found, note) in [
          ("-n 0", "2", "5 venues\(kind) were"), ("-n 1", "2", "1 nearer venue\(kind) was"),
          ("-r 1500m", "", "2 venues\(kind) were"), ("-r 2500m", "2", "1 venue\(kind) was"),
        ] {
          #expect(
            try ids("\(line) \(more)", data, stderr: "finder: near: \(note) \(end)") == found)
        }
        expect(
          try Finder.run("\(line) --count", data: data), stdout: "1\n",
          stderr: "finder: near: 5 venues\(kind) were \(end)")
        let none = try Finder.run("\(line) -r 1500m", data: data)
        #expect(none.stderr.hasPrefix("finder: near: 2 venues\(kind) were \(end)"), "\(none)")
        // In a stream, each branch counts as one that another answer may lack.
        let bulk = try Finder.run(
          "bulk --one-per-chain --count \(option)", data: data, stdin: .text("51.5,-0.1\n"))
        #expect(bulk.stderr.contains(" 14 venues "), "\(bulk)")
      }
    }
  }

  @Test func unknownChain() throws {
    try Dataset.with(Self.venues) { _, data in
      let close = "finder: near: no chain is named 'chipps'; did you mean 'Chips'?\n"
      #expect(try ids("near 51.5,-0.1 --chain chipps", data, stderr: close) == "")
      #expect(
        try ids(
          "near 51.5,-0.1 --chain Joe's", data, stderr: "finder: near: no chain is named 'Joe's'\n")
          == "")
      #expect(try ids("near 51.5,-0.1 --chain chipps --quiet", data) == "")
      #expect(
        try ids("near 51.5,-0.1 --chain chipps --chain chops -n 1", data, stderr: close) == "3")
      expect(
        try Finder.run("near 51.5,-0.1 --chain zzz --exit-status -q", data: data), status: 1,
        stdout: "")
      #expect(
        try ids(
          "near 51.5,-0.1 --chain red-lion", data,
          stderr: "finder: near: Red Lion is a name that 2 venues share rather than a chain\n")
          == "4 7")
    }
  }

  /// A name that may mean several chains is refused, rather than the first of them taken.
  @Test func severalInOneName() throws {
    try Dataset.with(Self.venues) { _, data in
      for (text, advice) in [
        ("chips,chops", "--chain chips --chain chops"),
        ("Chips, Chops", "--chain Chips --chain Chops"),
        ("chops|CHIPS", "--chain chops --chain CHIPS"),
        ("chips; chops Restaurant", "--chain chips --chain 'chops Restaurant'"),
      ] {
        for command in ["near", "within", "bulk"] {
          let place =
            ["near": ["51.5,-0.1"], "within": ["--bbox", "-1,51,1,52", "-q"]][command] ?? []
          expect(
            try Finder.run(
              [command] + place + ["--chain", text], data: data, stdin: .text("51.5,-0.1\n")),
            status: 64, stdout: "",
            stderr: "finder: \(command): --chain '\(text)' names several chains; write \(advice)\n")
        }
      }
      expect(
        try Finder.run(["closest", "Chips, Chops", "51.5,-0.1"], data: data), status: 64,
        stdout: "",
        stderr: "finder: closest: 'Chips, Chops' names several chains, and 'closest' takes one: "
          + "Chips or Chops\n")
      let rest = "is taken for the chain Chips; the rest of the name is ignored\n"
      for text in ["chips, Leeds", "chips (Leeds)", "chips - Leeds"] {
        for words in [["closest", text], ["near", "-n", "1", "--chain", text]] {
          expect(
            try Finder.run(words + ["51.5,-0.1", "--csv", "--fields", "id"], data: data),
            stdout: "id\n0\n", stderr: "finder: \(words[0]): '\(text)' \(rest)")
        }
      }
      // The whole text is the name of the chain.
      for text in ["chips, Ltd", "Chops, Restaurant", "chips,", "CHIPS-"] {
        #expect(
          try Finder.run(["near", "51.5,-0.1", "-n", "1", "--csv", "--chain", text], data: data)
            .stderr == "", "\(text)")
      }
    }
  }

  @Test func wrongUsage() throws {
    let help =
      "--chain NAME  only the branches of a chain, in any spelling (see 'finder help near')"
    expectUsage(
      try Finder.run(["near", "51.5,-0.1", "--chain", "…"]),
      "near: --chain '…' has no word to search for", help)
    expectUsage(
      try Finder.run("near 51.5,-0.1 --chain chips --independents-only"),
      "near: --chain cannot be combined with --independents-only", help)
  }

  @Test("near without these options reads no names", .slow)
  func untouched() throws {
    try Dataset.with(Self.venues) { folder, data in
      let cache = ["XDG_CACHE_HOME": folder.path]
      try folder.age()
      for _ in 1...2 {
        expect(
          try Finder.run("near 51.5,-0.1 --count", data: data, environment: cache), stdout: "15\n")
      }
      let before = try Files.names(in: folder.path + "/finder")
      expect(
        try Finder.run("near 51.5,-0.1 --chain chips --count", data: data, environment: cache),
        stdout: "5\n")
      let after = try Files.names(in: folder.path + "/finder")
      #expect(after.count == before.count + 1, "\(before), \(after)")
    }
  }
}

extension TemporaryDirectory {
  /// A snapshot is only kept of a file that has been unchanged for two seconds.
  func age() throws {
    #expect(try ProcessRunner.shell("sleep 2.1").status == 0)
  }
}
