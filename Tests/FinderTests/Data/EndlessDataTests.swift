import TestSupport
import Testing

/// Files that do not begin like a dataset are refused by their first bytes, whatever their length.
@Suite struct EndlessDataTests {
  @Test(arguments: [
    "--data /dev/zero", "--data /dev/urandom", "--data - < /dev/zero", "--data - < <(yes 'a,b')",
    "--data - < <(yes '')", "--data - < <(cat /dev/zero | gzip -1)",
    "--data - < <(yes '<p>' | gzip -1)",
  ])
  func refusedAtOnce(source: String) throws {
    // With so little memory that reading on would fail.
    let script = "ulimit -v 1000000; exec finder near --at 51.5,-0.1 \(source)"
    let result = try Finder.shell(script)
    expect(result, status: 65, stdout: "", stderr: nil)
    #expect(
      result.stderr.contains("expected a GeoJSON object")
        || result.stderr.contains("nothing but white space"), "\(result)")
    #expect(result.peakResidentBytes < 100 << 20)
  }

  /// A file that begins like a dataset by chance.
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
