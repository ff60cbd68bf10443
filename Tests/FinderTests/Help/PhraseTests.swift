import CommandLineKit
import FinderEngine
import TestSupport
import Testing

@testable import finder

/// What people type and what they get, on the sample: one page, Snapshots/phrases.txt, to be read by people.
///
/// A paragraph is a command line as typed into a shell, its exit code if it is not 0, its standard error, and
/// the first lines of its answer. With FINDER_UPDATE_SNAPSHOTS=1 the page is rewritten from its lines; to add
/// a line, write `$ finder …` at its place.
@Suite struct PhraseTests {
  static let file = Package.folder + "/Tests/FinderTests/Snapshots/phrases.txt"
  private static let mostLines = 3

  /// A user with nothing saved and nothing installed, and a list of points.
  private static func with<Result>(_ body: (TemporaryDirectory) throws -> Result) throws -> Result {
    try TemporaryDirectory.with { folder in
      try folder.write("name,postcode\nNorth,WC1B 2JS\nSouth,SE1 9TF\n", to: "schools.csv")
      return try body(folder)
    }
  }

  private static func run(_ line: String, in folder: TemporaryDirectory) throws -> ProcessResult {
    try Finder.shell(
      line, environment: ["HOME": folder.file("home"), "TZ": "UTC0"], directory: folder.path)
  }

  /// For an answer that depends on the clock, only the note, without the moment.
  private static func withoutClock(_ stderr: String) -> String? {
    let notes = stderr.split(separator: "\n").filter { $0.contains(": --open ") }.map { note in
      note.replacing(#/\d\d:\d\d on [A-Z][a-z]{2} \d{4}-\d\d-\d\d/#, with: "HH:MM on DAY")
        .replacing(#/any time on [A-Z][a-z]{2} \d{4}-\d\d-\d\d/#, with: "any time on DAY")
    }
    let isOfClock = notes.contains { $0.hasSuffix(" on DAY") && !$0.contains("--open 2") }
    return isOfClock ? notes.joined(separator: "\n") : nil
  }

  private static func paragraph(_ line: String, in folder: TemporaryDirectory) throws -> String {
    let result = try run(line, in: folder)
    let ofClock = withoutClock(result.stderr)
    let answer = ofClock == nil ? result.stdout.split(separator: "\n") : ["…"]
    let more = answer.count > mostLines ? ["…"] : []
    return
      (["$ \(line)"] + (result.status == 0 ? [] : ["exit \(result.status)"])
      + (ofClock ?? result.stderr).split(separator: "\n").map { "! \($0)" }
      + answer.prefix(mostLines).map { "  \($0)" } + more.map { "  \($0)" })
      .joined(separator: "\n") + "\n"
  }

  @Test(.slow) func page() throws {
    let page = try Files.text(Self.file)
    #expect(page.split(separator: "\n").count { $0.hasPrefix("$ ") } > 140)
    let found = try Self.with { folder in
      try page.split(separator: "\n", omittingEmptySubsequences: false).reduce(into: "") {
        text, line in
        if line.hasPrefix("# ") { text += "\(line)\n\n" }
        if line.hasPrefix("$ ") {
          text += try Self.paragraph(String(line.dropFirst(2)), in: folder) + "\n"
        }
      }
    }
    if ProcessRunner.variable("FINDER_UPDATE_SNAPSHOTS") == "1" {
      return try Files.write(Array(found.utf8), to: Self.file)
    }
    if page != found { Issue.record("\(difference(page, found))") }
  }

  /// Every line that an error suggests works unchanged, for a user who has an empty home folder.
  @Test(.slow) func everySuggestedLineWorks() throws {
    let page = try Files.text(Self.file)
    var count = 0
    for line in page.split(separator: "\n") where line.hasPrefix("! finder: ") {
      for mark in ["; try: ", "or example: ", "belong together: "] {
        guard let start = line.range(of: mark)?.upperBound else { continue }
        let suggested = String(line[start...])
        // No server is contacted, and there is no edition to go back to.
        let isOfServer = suggested.hasPrefix("finder data fetch")
        guard suggested != "finder data rollback" else { continue }
        let result = try Self.with { folder in
          mkdir(folder.file("home"), 0o700)
          return try Self.run(suggested + (isOfServer ? " --dry-run" : ""), in: folder)
        }
        #expect(result.status == 0, "\(line)\n\(result)")
        #expect(!result.stderr.contains("more than once"), "\(line)\n\(result)")
        count += 1
      }
    }
    #expect(count >= 90)
  }

  /// No place that comes with finder is taken for a misspelt time after `--open`.
  @Test func placesAreNoTimes() throws {
    let list = try Files.text(Package.folder + "/Data/places.csv")
    for name in list.split(separator: "\n").dropFirst().map({ $0.prefix { $0 != "," } }) {
      guard case .run(let invocation) = try Program.table.parse(["near", "--open", String(name)])
      else { continue }
      #expect(invocation.arguments == [String(name)], "\(name)")
    }
  }
}
