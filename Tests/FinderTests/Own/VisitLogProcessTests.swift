import FinderEngine
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Many at once, killed at any moment, on a full disk: no acknowledged record is lost.
@Suite struct VisitLogProcessTests {
  private func ids(_ place: VisitPlace) throws -> [String] {
    try place.run("review export --format ndjson").stdout.split(separator: "\n").map {
      String($0.split(separator: "\"")[3])
    }
  }

  @Test func fiftyAtOnce() throws {
    try VisitPlace.with { place in
      let result = try Finder.shell(
        """
        for n in $(seq 50); do finder review add Lion --rating 4 --text "Text $n" -q >> ids & pids="$pids $!"; done
        for pid in $pids; do wait $pid || exit 1; done
        """, environment: place.environment, directory: place.folder.path)
      expect(result)
      let added = try Files.text(place.folder.file("ids")).split(separator: "\n").map { String($0) }
      #expect(added.count == 50 && Set(added).count == 50)
      #expect(try ids(place).sorted() == added.sorted())
      #expect(try Files.names(in: place.data) == [".own.lock", "visits.ndjson"])
    }
  }

  /// Additions, edits and removals, of which two in three are killed by kill -9 within 6 ms. Everything that
  /// ended with 0 was done, and stays so.
  @Test(.slow) func killed() throws {
    try VisitPlace.with { place in
      let first = try place.added(["review", "add", "Lion", "--text", "edit 0"])
      var (killed, edits, lastEdit) = (0, 0, 0)
      var kept: Set<String> = []
      var removed: Set<String> = []
      var toBeRemoved: [String] = []
      for number in 1...144 {
        func run(_ words: String...) throws -> String? {
          let process = try Coprocess(
            try Finder.path(), words + ["-q"],
            environment: try Finder.environment(place.environment), directory: place.folder.path)
          if number % 3 > 0 {
            usleep(50 * UInt32(number * 37 % 120))
            process.sendSignal(SIGKILL)
          }
          let result = try process.finish()
          if result.signal != nil { killed += 1 }
          return result.status == 0 ? String(result.stdout.dropLast()) : nil
        }
        switch number % 4 {
        case 1 where !toBeRemoved.isEmpty:
          // One that was killed may have removed it or not.
          let id = toBeRemoved.removeFirst()
          if try run("review", "remove", id) != nil { removed.insert(id) }
        case 2:
          if let id = try run("review", "add", "Lion", "--rating", "4") { toBeRemoved.append(id) }
        case 3:
          guard try run("review", "edit", first, "--text", "edit \(number)") != nil else { break }
          (lastEdit, edits) = (number, edits + 1)
        default:
          if let id = try run("review", "add", "Lion", "--rating", "4") { kept.insert(id) }
        }
      }
      let counts = [killed, edits, kept.count, removed.count]
      #expect(counts.allSatisfy { $0 > 0 }, "\(counts)")
      let list = try place.run("review export --format ndjson -q")
      expect(list, stdout: nil)
      let found = list.stdout.split(separator: "\n").map { String($0.split(separator: "\"")[3]) }
      #expect(kept.isSubset(of: found) && removed.isDisjoint(with: found))
      #expect(found.count == Set(found).count)
      // A later edit may have been made by one that was killed before it could report that.
      let text = try place.run("review show \(first) -q").stdout.split(separator: "\n").last ?? ""
      #expect(Int(text.dropFirst(5)).map { $0 >= lastEdit } == true, "\(text)")
      // And the next one is as complete as the first.
      let last = try place.added(["visit", "add", "Lion"])
      #expect(try place.run("review export --format ndjson -q").stdout.contains(last))
      expect(try place.run("review remove \(last)"), stdout: "")
      #expect(try Files.names(in: place.data).allSatisfy { !$0.hasSuffix(".tmp") })
    }
  }

  @Test func damagedLinesAreReported() throws {
    try VisitPlace.with { place in
      let id = try place.added(["review", "add", "Lion", "--rating", "4"])
      let log = "\(place.data)/visits.ndjson"
      let damaged = "{\"version\":1,\"id\":\"\u{1B}[2Jx\"\n\u{1B}]0;x\n{\"version\":7}\n{\"torn"
      try Files.write(try Files.bytes(log) + Array(damaged.utf8), to: log)
      let note =
        "left out line 2 of visits.ndjson, column 20: a control character must be written as an escape "
        + "in a string, found byte 0x1b"
      let other = try place.added(["visit", "add", "Lion"])
      for line in [
        "review list", "history", "show Lion", "review edit \(id) --rating 5",
      ] {
        let result = try place.run(line)
        expect(result, stdout: nil, stderr: nil)
        let lines = result.stderr.split(separator: "\n")
        #expect(lines.count == 4, "\(result)")
        #expect(lines.first?.hasSuffix(note) == true, "\(result)")
        #expect(
          lines.allSatisfy {
            $0.contains("left out line ") && $0.contains(" of visits.ndjson, column ")
          })
        #expect(try place.run(line + " --quiet").stderr == "")
      }
      let near = try place.run("near 51.5,-0.1 --reviewed --count")
      expect(
        near, stdout: "1\n",
        stderr: "finder: near: 4 lines of visits.ndjson cannot be read; 'finder history' says why\n"
      )
      #expect(try Files.text(log).contains(damaged + "\n"))
      #expect(try Set(ids(place)) == [id, other])
    }
  }

  @Test(.needsFullDevice) func unwritable() throws {
    try VisitPlace.with { place in
      _ = try place.added(["visit", "add", "Lion"])
      let log = "\(place.data)/visits.ndjson"
      let before = try Files.text(log)
      // A file that cannot grow further: the written part of the line is removed again.
      let blocks = before.utf8.count / 512 + 1
      let text = String(repeating: "x", count: 4000)
      let result = try Finder.shell(
        "ulimit -f \(blocks); finder review add Lion --text \(text) --no-cache",
        environment: place.environment)
      expect(result, status: 74, stdout: "", stderr: nil)
      #expect(try Files.text(log) == before)
      try Files.remove(log)
      _ = try ProcessRunner.shell("ln -s /dev/full \(log)")
      expect(try place.run("visit add Lion"), status: 66, stdout: "", stderr: nil)
      expect(try place.run("review list"), status: 66, stdout: "", stderr: nil)
    }
  }

  @Test func noHome() throws {
    let environment = ["HOME": "", "XDG_DATA_HOME": "relative"]
    for line in ["visit add Lion", "review list", "history", "review remove x"] {
      let data = try Dataset.with(Dataset.square) { _, data in
        try Finder.run(
          line, data: line.contains("remove") ? nil : data, environment: environment)
      }
      expect(data, status: 73, stdout: "", stderr: nil)
    }
    try Dataset.with(Dataset.square) { _, data in
      expect(
        try Finder.run(
          "near 51.5,-0.1 --not-visited --count", data: data, environment: environment),
        stdout: "4\n")
      expect(
        try Finder.run("near 51.5,-0.1 --reviewed --count", data: data, environment: environment),
        stdout: "0\n")
    }
  }
}
