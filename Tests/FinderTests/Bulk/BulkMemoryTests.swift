import FinderEngine
import TestSupport
import Testing

/// Memory grows neither with the stream nor with what is found.
@Suite(.serialized) struct BulkMemoryTests {
  /// The peak memory of `bulk` for this many points from a file, where the amount read at a time does not
  /// depend on any program's speed.
  private func peak(lines: Int, _ options: String, data: String) throws -> Int {
    try TemporaryDirectory.with { folder in
      let points = folder.file("points.csv")
      let script = "yes '51.5,-0.12' | head -n \(lines) > \(points)"
      expect(try ProcessRunner.shell("\(script) || true"))
      let result = try Finder.run(
        "bulk \(options)", data: data, stdin: .file(points), stdout: .file("/dev/null"))
      expect(result)
      return result.peakResidentBytes
    }
  }

  private func expectFlat(
    few: Int, many: Int, _ options: String, within allowance: Int, data: String
  ) throws {
    let least = try peak(lines: few, options, data: data)
    let most = try peak(lines: many, options, data: data)
    #expect(
      most < least + allowance,
      "\(least >> 10) KiB for \(few) lines, \(most >> 10) KiB for \(many)")
  }

  /// Both are more than is ever read at once, so memory must not grow from one to the other.
  @Test(arguments: [1, 2])
  func manyLines(jobs: Int) throws {
    try Dataset.with(Dataset.square) { _, data in
      try expectFlat(
        few: 120_000, many: 500_000, "--jobs \(jobs)", within: 3 << 20, data: data)
    }
  }

  /// From a pipe, as fast as `yes` fills it.
  @Test func manyLinesFromAPipe() throws {
    try Dataset.with(Dataset.square) { _, data in
      let result = try Finder.shell(
        "exec 3< <(yes '51.5,-0.12' | head -n 500000); "
          + "exec finder bulk --jobs 1 --data \(data) <&3 >/dev/null")
      expect(result)
      let peak = result.peakResidentBytes
      // The answers take 90 MB.
      #expect(peak < 32 << 20, "\(peak >> 10) KiB")
    }
  }

  @Test(.slow) func manyVenuesALine() throws {
    try expectFlat(
      few: 40, many: 400, "--limit 1000 --jobs 1", within: 16 << 20, data: Sample.path)
  }
}
