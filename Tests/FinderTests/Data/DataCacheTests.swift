import FinderEngine
import TestSupport
import Testing

/// `data cache`: where snapshots are kept, and how to remove them.
@Suite struct DataCacheTests {
  private struct Place {
    let folder: TemporaryDirectory
    let data: String
    let environment: [String: String]

    var snapshots: [String] {
      get throws {
        let exists = try Files.names(in: folder.file("cache")).contains("finder")
        return exists ? try Files.names(in: folder.file("cache/finder")) : []
      }
    }

    func run(_ line: String, _ extra: [String: String] = [:]) throws -> ProcessResult {
      try Finder.run(line, environment: environment.merging(extra) { $1 })
    }
  }

  /// A dataset that has been unchanged for two seconds, long enough for a snapshot to be kept.
  private func with(_ text: String, _ body: (Place) throws -> Void) throws {
    try Dataset.with(text) { folder, data in
      #expect(
        try ProcessRunner.shell("mkdir cache && sleep 2.1", directory: folder.path).status == 0)
      let environment = [
        "FINDER_DATA": data, "XDG_CACHE_HOME": folder.file("cache"), "FINDER_CACHE_SIZE": "2 GB",
      ]
      try body(Place(folder: folder, data: data, environment: environment))
    }
  }

  /// Each query on such a dataset is as slow as the first: the first says so, and what helps.
  @Test(.slow) func tooLargeIsSaidOnce() throws {
    try with(Dataset.square) { place in
      let small = ["FINDER_CACHE_SIZE": "1kB"]
      let first = try place.run("near --at 51.5,-0.1", small)
      #expect(first.status == 0)
      #expect(first.stderr.contains("'finder data install' keeps one"), "\(first)")
      #expect(first.stderr.contains("FINDER_CACHE_SIZE"), "\(first)")
      #expect(try place.run("near --at 51.5,-0.1", small).stderr == "")
      #expect(try place.run("near --at 51.5,-0.1").stderr == "")
      #expect(try place.snapshots.count == 1)
    }
  }

  /// 0 is a valid size: every snapshot is too large for it.
  @Test(.slow) func noneKept() throws {
    try with(Dataset.square) { place in
      let none = ["FINDER_CACHE_SIZE": "0"]
      #expect(
        try place.run("near --at 51.5,-0.1", none).stderr.contains("together may take 0 bytes"))
      let told = try place.run("data cache", none)
      expect(told, stdout: nil)
      #expect(told.stdout.hasSuffix("of at most 0\n"), "\(told)")
    }
  }

  @Test(.slow) func showAndClear() throws {
    try with(Dataset.square) { place in
      let folder = place.folder.file("cache/finder")
      expect(
        try place.run("data cache"),
        stdout: "folder     \(folder)\nsnapshots  0\nsize       0 bytes of at most 2000000000\n")
      // The folder does not exist yet, but its disk does.
      let unlimited = try place.run("data cache --json", ["FINDER_CACHE_SIZE": ""]).stdout
      #expect(!unlimited.contains(#""limit":0"#), "\(unlimited)")
      let wrong = try place.run("data cache", ["FINDER_CACHE_SIZE": "10 gigs"])
      #expect(
        wrong.stderr == "finder: data cache: FINDER_CACHE_SIZE '10 gigs' is not a size such as "
          + "10GB, and has no effect\n")
      expect(try place.run("data cache --exit-status"), status: 1, stdout: nil)
      _ = try place.run("near --at 51.5,-0.1")
      let name = try #require(try place.snapshots.first)
      let size = try Files.bytes("\(folder)/\(name)").count
      let members = [
        #"{"enabled":true"#, #""folder":"\#(folder)""#, #""refused":null"#, #""bytes":\#(size)"#,
        #""limit":2000000000"#, #""removed":0"#,
        #""snapshots":[{"name":"\#(name)","bytes":\#(size),"names_bytes":0,"food_bytes":0}]}"#,
      ]
      expect(
        try place.run("data cache --json"), stdout: members.joined(separator: ",\n ") + "\n")
      expect(
        try place.run("data cache --format ndjson"), stdout: members.joined(separator: ",") + "\n")
      expect(
        try place.run("data cache --clear"), stdout: "removed 1 snapshot from \(folder)\n")
      #expect(try place.snapshots == [])
      expect(
        try place.run("data cache --clear"), stdout: "removed 0 snapshots from \(folder)\n")
      expect(
        try place.run("data cache --clear --exit-status"), status: 1,
        stdout: "removed 0 snapshots from \(folder)\n")
      expect(try place.run("data cache", ["FINDER_CACHE": "off"]), stdout: "the cache is off\n")
      expectUsage(
        try place.run("data cache --format csv"),
        "data cache: --format csv: not one of table, json, ndjson",
        "--format, -f FORMAT  how results are printed (see 'finder help data cache')")
    }
  }

  /// A folder in which others may put files that finder would trust.
  @Test(.slow) func refusedAndWhy() throws {
    try with(Dataset.square) { place in
      let folder = place.folder.file("cache/finder")
      var cases = [
        ("touch \(folder)", "it is not a folder"),
        ("mkdir \(folder).real; ln -s \(folder).real \(folder)", "it is not a folder"),
        ("mkdir \(folder); chmod 777 \(folder)", "others may write in it (mode 777)"),
        ("mkdir \(folder); chmod 720 \(folder)", "others may write in it (mode 720)"),
      ]
      if Tool.isRoot {
        cases.append(
          ("mkdir \(folder); chown 12345 \(folder)", "it belongs to another user (12345)"))
      }
      for (script, reason) in cases {
        expect(try ProcessRunner.shell("\(script) && touch \(folder)"))
        expect(try place.run("near --at 51.5,-0.1"), stdout: nil)
        let shown = "folder     \(folder)\nrefused    \(reason)\nsnapshots  0\n"
        for off in [[:], ["FINDER_CACHE": "off"]] {
          let told = try place.run("data cache", off)
          #expect(
            told.stdout.hasPrefix((off.isEmpty ? "" : "the cache is off\n") + shown), "\(told)")
          #expect(
            try place.run("data cache --json", off).stdout.contains("\"refused\":\"\(reason)\""))
          expect(
            try place.run("data cache --clear", off), status: 73, stdout: "",
            stderr: "finder: data cache: cannot clear \(folder): \(reason)\n")
        }
        let info = try place.run("data info")
        #expect(info.stdout.contains("cache      its folder is refused: \(reason)\n"), "\(info)")
        let json = try place.run("data info --json").stdout
        #expect(json.contains("\"snapshot\":\"refused\",\n \"cache_refused\":\"\(reason)\""))
        expect(try ProcessRunner.shell("rm -rf \(folder) \(folder).real"))
      }
      expect(try place.run("data cache --clear", ["FINDER_CACHE": "off"]), stdout: nil)
    }
  }

  @Test(.slow) func theHomesCache() throws {
    try with(Dataset.square) { place in
      let home = ["XDG_CACHE_HOME": "", "HOME": place.folder.path]
      expect(try place.run("near --at 51.5,-0.1", home))
      #expect(try Files.names(in: place.folder.file(".cache/finder")).count == 1)
      // Only the user may read or write it.
      let modes = try ProcessRunner.shell(
        "ls -ld .cache/finder .cache/finder/* | cut -c1-10", directory: place.folder.path)
      #expect(modes.stdout == "drwx------\n-rw-------\n", "\(modes)")
    }
  }
}
