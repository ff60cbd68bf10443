import TestSupport
import Testing

/// What begins like no dataset is refused by its first bytes, however much there is of it.
@Suite struct EndlessDataTests {
  @Test(arguments: [
    "--data /dev/zero", "--data /dev/urandom", "--data - < /dev/zero", "--data - < <(yes 'a,b')",
    "--data - < <(yes '')", "--data - < <(cat /dev/zero | gzip -1)",
    "--data - < <(yes '<p>' | gzip -1)",
  ])
  func refusedAtOnce(source: String) throws {
    // So little memory that reading on would fail otherwise.
    let script = "ulimit -v 1000000; exec finder near --at 51.5,-0.1 \(source)"
    let result = try Finder.shell(script)
    expect(result, status: 65, stdout: "", stderr: nil)
    #expect(
      result.stderr.contains("expected a GeoJSON object")
        || result.stderr.contains("nothing but white space"), "\(result)")
    #expect(result.peakResidentBytes < 100 << 20)
  }

  /// What begins like a dataset by chance.
  @Test(arguments: [
    "yes '{'", "yes '['", #"printf '{"'; cat /dev/urandom"#, "printf '[{'; cat /dev/zero",
  ])
  func refusedSoon(source: String) throws {
    let script =
      "ulimit -v 1000000; exec finder near --at 51.5,-0.1 --data - < <(\(source))"
    let result = try Finder.shell(script)
    expect(result, status: 65, stdout: "", stderr: nil)
    #expect(result.peakResidentBytes < 100 << 20)
  }

  @Test func aSparseFileLargerThanMemory() throws {
    try TemporaryDirectory.with { folder in
      let script = "truncate -s 1T huge && finder data info huge"
      let result = try Finder.shell(script, directory: folder.path)
      expect(
        result, status: 65, stdout: "",
        stderr: "finder: data info: huge: byte 0: expected a GeoJSON object ('{'), found byte "
          + "0x00\n")
    }
  }
}
