import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderOwn

/// The program in a file that others may have written is not trusted as the user's own.
@Suite struct LocateSettingsTests {
  @Test(
    arguments: [
      (0o600, 1000, false), (0o644, 1000, false), (0o400, 1000, false), (0o666, 1000, true),
      (0o620, 1000, true), (0o602, 1000, true), (0o600, 0, false), (0o606, 0, true),
      (0o600, 1001, true), (0o444, 1001, true),
    ] as [(mode_t, uid_t, Bool)])
  func whoMayHaveWritten(mode: mode_t, owner: uid_t, others: Bool) {
    var status = stat()
    (status.st_mode, status.st_uid) = (S_IFREG | mode, owner)
    #expect(status.mayBeOthers(than: 1000) == others)
  }

  @Test(
    arguments: [
      (#"{"program":["a"]}"#, 0o600, false), (#"{"program":["a"]}"#, 0o666, true),
      (#"{"program":[]}"#, 0o666, false), ("{}", 0o666, false),
    ] as [(String, mode_t, Bool)])
  func read(text: String, mode: mode_t, others: Bool) throws {
    try TemporaryDirectory.with { place in
      let path = FilePath(try place.write(text, to: "locate.json"))
      #expect(path.withCString { chmod($0, mode) } == 0)
      var settings = try LocateSettings(in: FilePath(place.path))
      #expect(settings.isProgramOfOthers == others)
      let hadProgram = !settings.program.isEmpty
      let took = settings.make(.turnOff)
      #expect(took && settings.program.isEmpty == (others || !hadProgram))
    }
  }
}
