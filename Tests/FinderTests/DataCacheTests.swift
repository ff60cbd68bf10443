import TestSupport
import Testing

/// `data cache`: where snapshots are kept, and how to be rid of them.
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

  /// A dataset that has been as it is for long enough to be kept: two seconds.
  private func with(_ text: String, _ body: (Place) throws -> Void) throws {
    try Dataset.with(text) { folder, data in
      #expect(
        try ProcessRunner.shell("mkdir cache && sleep 2.1", directory: folder.path).status == 0)
      let environment = ["FINDER_DATA": data, "XDG_CACHE_HOME": folder.file("cache")]
      try body(Place(folder: folder, data: data, environment: environment))
    }
  }

  @Test func showAndClear() throws {
    try with(Dataset.square) { place in
      let folder = place.folder.file("cache/finder")
      expect(
        try place.run("data cache"),
        stdout: "folder     \(folder)\nsnapshots  0\nsize       0 bytes of at most 2000000000\n")
      expect(try place.run("data cache --exit-status"), status: 1, stdout: nil)
      _ = try place.run("near --at 51.5,-0.1")
      let name = try #require(try place.snapshots.first)
      let size = try Files.bytes("\(folder)/\(name)").count
      let members = [
        #"{"enabled":true"#, #""folder":"\#(folder)""#, #""bytes":\#(size)"#,
        #""limit":2000000000"#, #""removed":0"#,
        #""snapshots":[{"name":"\#(name)","bytes":\#(size)}]}"#,
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
        try place.run("data cache --clear --no-cache"),
        stdout: "removed 0 snapshots from \(folder)\n")
      expect(try place.run("data cache", ["FINDER_CACHE": "off"]), stdout: "the cache is off\n")
      expectUsage(
        try place.run("data cache --format csv"),
        "data cache: --format csv: not one of table, json, ndjson",
        "--format, -f FORMAT  how results are printed (see 'finder help data cache')")
    }
  }

  @Test func theHomesCache() throws {
    try with(Dataset.square) { place in
      let home = ["XDG_CACHE_HOME": "", "HOME": place.folder.path]
      expect(try place.run("near --at 51.5,-0.1", home))
      #expect(try Files.names(in: place.folder.file(".cache/finder")).count == 1)
      // For nobody else to read or write.
      let modes = try ProcessRunner.shell(
        "ls -ld .cache/finder .cache/finder/* | cut -c1-10", directory: place.folder.path)
      #expect(modes.stdout == "drwx------\n-rw-------\n", "\(modes)")
    }
  }
}
