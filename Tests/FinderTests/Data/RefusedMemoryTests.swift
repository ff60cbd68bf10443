import FinderEngine
import TestSupport
import Testing

/// If the system refuses memory, threads or descriptors, there is an answer, or one line and exit 71. There
/// is never a signal, a partial answer, or a leftover file.
#if os(Linux)
  @Suite struct RefusedMemoryTests {
    private static let points = (0..<500).map { "\(50 + $0 % 8).\($0),-\($0 % 3).\($0)\n" }

    @Test(
      .slow,
      arguments: [
        "near --at 51.5,-0.1 --quiet --no-cache", "near --at 51.5,-0.1 --quiet",
        "within --bbox -10,49,3,61 --format csv --quiet", "bulk points.csv --jobs 4",
        "data convert \(Sample.path) --sort", "data diff \(Sample.path) \(Sample.path) --count",
      ])
    func memory(line: String) throws {
      let isQuery = !line.hasPrefix("data")
      let command = line + (isQuery ? " --data \(Sample.path)" : "")
      try TemporaryDirectory.with { folder in
        try folder.write(Self.points.joined(), to: "points.csv")
        let whole = try Finder.run(command, directory: folder.path)
        var refused = 0
        for megabytes in [24, 28, 30, 32, 36, 40, 60, 100, 150, 250, 500] {
          let result = try Finder.shell(
            "ulimit -v \(megabytes * 1000); exec finder \(command) --output out",
            environment: ["XDG_CACHE_HOME": folder.path], directory: folder.path)
          // 127 is the loader's code when there is not even room for the program itself. With little more, at
          // 20 MB, the Swift runtime traps before the program begins.
          #expect([0, 71, 127].contains(result.status), "\(megabytes) MB: \(result)")
          let names = try Files.names(in: folder.path).filter { $0 != "finder" }
          if result.status == 0 {
            #expect(try Files.bytes(folder.file("out")) == whole.stdoutBytes, "\(result)")
            try Files.remove(folder.file("out"))
          } else {
            #expect(names == ["points.csv"], "\(result)")
          }
          if result.status == 71 {
            refused += 1
            #expect(result.stderr.hasPrefix("finder: ") && result.stderr.hasSuffix("\n"))
          }
        }
        #expect(refused > 0, "no limit was low enough")
      }
    }

    /// If not even the arguments can be read, nothing is done, and a message says so.
    @Test func descriptors() throws {
      let near = "near 51.5,-0.1 --limit 1 --format csv --data \(Sample.path)"
      for line in [near, "--version", "data install missing"] {
        let result = try Finder.shell("ulimit -n 3 && exec finder \(line)")
        // 127 is the loader's code; a static finder needs no loader.
        guard result.status != 127 else { continue }
        expect(
          result, status: 71, stdout: "",
          stderr: "finder: cannot read its arguments: the system refuses to open a file\n")
      }
      expect(
        try Finder.shell("ulimit -n 4 && exec finder \(near)"),
        stdout: try Finder.run(near).stdout)
    }

    /// A journal that does not fit into memory is not damaged. It has 48,000 changes, 4 MB.
    @Test(.slow) func journal() throws {
      try InstallPlace.with { place in
        func write(_ name: String, _ count: Int) throws {
          let venues = (0..<count).map {
            Dataset.venue("\(name) \($0)", 50 + Double($0) / 10_000, -0.1)
          }
          try place.folder.write(Dataset.collection(venues), to: "\(name).geojson")
        }
        for (name, count) in [("old", 24_000), ("new", 24_000), ("small", 1)] {
          try write(name, count)
          guard name != "small" else { break }
          expect(try place.run("data install \(name).geojson -q"), stdout: nil)
        }
        let path = "\(place.data)/news/journal"
        let journal = try Files.bytes(path)
        #expect(journal.count > 4_000_000)
        for megabytes in stride(from: 16, through: 80, by: 2) {
          for line in ["news -n 1", "data install small.geojson --exit-status"] {
            let result = try Finder.shell(
              "ulimit -v \(megabytes * 1000); exec finder \(line)",
              environment: place.environment, directory: place.folder.path)
            #expect(![65, 66].contains(result.status), "\(megabytes) MB: \(result)")
            #expect(!result.stderr.contains("damaged"), "\(megabytes) MB: \(result)")
            #expect(try Files.names(in: "\(place.data)/news").sorted() == ["food", "journal"])
            guard line.hasPrefix("data"), result.status == 0 else { continue }
            // It is installed; the journal may have it or not.
            _ = try place.run("data rollback -q")
            try Files.write(journal, to: path)
          }
        }
      }
    }

    @Test func threads() throws {
      try TemporaryDirectory.with { folder in
        try folder.write(Self.points.joined(), to: "points.csv")
        let command = "finder bulk points.csv --quiet --data \(Sample.path)"
        let whole = try Finder.shell("\(command) --jobs 1", directory: folder.path)
        for limit in ["-v 1000000", "-u 1"] {
          let result = try Finder.shell(
            "ulimit \(limit) && exec \(command) --jobs 256", directory: folder.path)
          expect(result, stdout: whole.stdout)
        }
      }
    }
  }
#endif
