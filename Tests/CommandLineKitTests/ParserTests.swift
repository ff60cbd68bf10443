import CommandLineKit
import TestSupport
import Testing

private typealias Options = Kiln.Options

private func run(_ arguments: String...) throws -> Invocation {
  guard case .run(let invocation) = try Kiln.table.parse(arguments) else {
    throw UnexpectedOutcome()
  }
  return invocation
}

private struct UnexpectedOutcome: Error {}

@Suite struct ParserTests {
  @Test func valuesFollowOrAreAttached() throws {
    for arguments in [["--heat", "900"], ["--heat=900"]] {
      guard case .run(let firing) = try Kiln.table.parse(["fire"] + arguments) else {
        throw UnexpectedOutcome()
      }
      #expect(firing.path == ["fire"])
      #expect(firing[Options.heat] == "900")
      #expect(firing[Options.hours] == nil)
    }
  }

  @Test(arguments: ["-0.1278", "-0.2,51.4,0,51.6", "-x", "-", "--unknown", "-.5", "a=b", "", "-h2"])
  func aValueMayBeginWithADash(value: String) throws {
    #expect(try run("fire", "--heat", value)[Options.heat] == value)
    #expect(try run("fire", "--heat=\(value)")[Options.heat] == value)
  }

  @Test func anOptionsNameCanBeAnAttachedValue() throws {
    #expect(try run("fire", "--tag=--json")[Options.tag] == "--json")
    #expect(try run("fire", "--tag=--help")[Options.tag] == "--help")
    #expect(try run("fire", "--tag=--")[Options.tag] == "--")
  }

  @Test func anAccentAfterTheEqualsSignIsPartOfTheValue() throws {
    let value = try #require(try run("fire", "--tag=\u{301}e")[Options.tag])
    #expect(Array(value.utf8) == Array("\u{301}e".utf8))
  }

  @Test func optionsMayBeAnywhere() throws {
    let lines = [
      ["--quiet", "--colour", "red", "glaze", "jug", "thin"],
      ["glaze", "jug", "--colour", "red", "thin", "--quiet"],
      ["--colour=red", "glaze", "--quiet", "jug", "--", "thin"],
      ["-q", "--colour", "red", "glaze", "--", "jug", "thin"],
    ]
    for line in lines {
      guard case .run(let glazing) = try Kiln.table.parse(line) else { throw UnexpectedOutcome() }
      #expect(glazing.path == ["glaze"])
      #expect(glazing[Options.colour] == "red")
      #expect(glazing.has(Options.quiet))
      #expect(!glazing.has(Options.dry))
      #expect(glazing.arguments == ["jug", "thin"])
      #expect(glazing[Kiln.Arguments.pot] == "jug")
      #expect(glazing[Kiln.Arguments.coat] == "thin")
    }
  }

  @Test func theLastValueCountsUnlessRepeatable() throws {
    let firing = try run("fire", "--heat", "1", "--tag", "a", "--heat=2", "--tag", "b")
    #expect(firing[Options.heat] == "2")
    #expect(firing.values(Options.heat) == ["2"])
    #expect(firing.values(Options.tag) == ["a", "b"])
    #expect(firing.values(Options.hours) == [])
  }

  @Test func theLastOfSeveralOptions() throws {
    let both = try run("fire", "--json", "--format", "csv")
    #expect(both.last(of: Options.json, Options.format) == "format")
    let other = try run("fire", "--format", "csv", "--json", "--quiet")
    #expect(other.last(of: Options.json, Options.format) == "json")
    #expect(try run("fire").last(of: Options.json, Options.format) == nil)
  }

  @Test func shortForms() throws {
    let glazing = try run("glaze", "-qn", "jug")
    #expect(glazing.has(Options.quiet) && glazing.has(Options.dry))
    for line in [["-o", "x.log"], ["-ox.log"], ["-o=x.log"], ["-qo", "x.log"], ["-qox.log"]] {
      guard case .run(let firing) = try Kiln.table.parse(["fire"] + line) else {
        throw UnexpectedOutcome()
      }
      #expect(firing[Options.log] == "x.log", "\(line)")
    }
  }

  @Test func whatLooksLikeANumberOrStandardInputIsAnArgument() throws {
    #expect(try run("shelf", "count", "-0.1").arguments == ["-0.1"])
    #expect(try run("shelf", "count", "-.1").arguments == ["-.1"])
    #expect(try run("shelf", "add", "-", "", "-1").arguments == ["-", "", "-1"])
    #expect(try run("shelf", "add", "--", "--json", "--").arguments == ["--json", "--"])
    #expect(try run("shelf", "add", "a", "b").arguments == ["a", "b"])
    #expect(try run("shelf", "add", "a", "b")[Kiln.Arguments.pots] == "a")
    #expect(try run("shelf", "count")[Kiln.Arguments.shelf] == nil)
  }

  @Test func anArgumentOfSeveralWords() throws {
    let (name, place) = (
      Argument("NAME", summary: "a name"),
      Argument("PLACE", isRequired: false, mostWords: 2, summary: "where")
    )
    let table = CommandTable(
      .group(
        "kiln", summary: "fires",
        commands: [
          .command(
            "put", summary: "puts", exits: [.added], options: [Options.quiet],
            arguments: [name, place],
            run: { _ in Kiln.Done.added })
        ]), version: "1")
    for (line, words) in [
      ("put jug", []), ("put jug 1", ["1"]), ("put jug 1 -q -2", ["1", "-2"]),
      ("put -.5 -q -- -2 3", ["-2", "3"]),
    ] {
      guard case .run(let put) = try table.parse(line.split(separator: " ").map { String($0) })
      else { throw UnexpectedOutcome() }
      #expect(Array(put.words(place)).map(\.text) == words && put.words(name).count == 1, "\(line)")
      #expect(put[place] == words.first)
    }
    #expect(throws: UsageError.self) { try table.parse(["put", "jug", "1", "2", "3"]) }
    #expect(place.synopsis == "[PLACE]")
  }

  @Test(
    arguments: [
      ([], [], .short),
      (["help"], [], .whole),
      (["--help"], [], .short),
      (["-h"], [], .short),
      (["help", "fire"], ["fire"], .whole),
      (["help", "shelf", "add"], ["shelf", "add"], .whole),
      (["help", "help"], ["help"], .whole),
      (["help", "clay"], ["help", "clay"], .whole),
      (["help", "help", "clay"], ["help", "clay"], .whole),
      (["help", "clay", "--help"], ["help", "clay"], .whole),
      (["--help", "help", "clay"], ["help", "clay"], .whole),
      (["clay", "--help"], [], .short),
      (["fire", "--help"], ["fire"], .short),
      (["--help", "fire"], ["fire"], .short),
      (["help", "fire", "--help"], ["fire"], .whole),
      (["shelf"], ["shelf"], .short),
      (["rack"], ["shelf"], .short),
      (["rack", "add", "-h"], ["shelf", "add"], .short),
      (["help", "rack", "count"], ["shelf", "count"], .whole),
      (["rack", "help", "count"], ["shelf", "count"], .whole),
      (["shelf", "add", "-h"], ["shelf", "add"], .short),
      (["fire", "--heat", "--help"], ["fire"], .short),
      (["fire", "--heat", "-h"], ["fire"], .short),
      (["fire", "--nonsense", "--json=1", "surplus", "--help"], ["fire"], .short),
      (["nonsense", "--help"], [], .short),
      (["-qh", "fire"], ["fire"], .short),
      (["--help", "--version"], [], .short),
      (["--"], [], .short),
    ] as [([String], [String], HelpLength)])
  func help(arguments: [String], path: [String], length: HelpLength) throws {
    guard case .help(let found, let foundLength) = try Kiln.table.parse(arguments) else {
      throw UnexpectedOutcome()
    }
    #expect(found == path && foundLength == length)
  }

  @Test func eachCommandRunsItsOwnCode() throws {
    #expect(try run("fire").run() == 0)
    #expect(try run("glaze", "jug").run() == 1)
    #expect(try run("shelf", "add", "jug").run() == 2)
    // A command has one path, whatever alias was typed: errors and help use that path.
    #expect(try run("rack", "add", "jug").run() == 2)
    #expect(try run("rack", "add", "jug").path == ["shelf", "add"])
    #expect(try run("shelf", "count").run() == 3)
  }

  @Test(arguments: [["--version"], ["fire", "--version"], ["--nonsense", "--version"]])
  func version(arguments: [String]) throws {
    guard case .version = try Kiln.table.parse(arguments) else { throw UnexpectedOutcome() }
    #expect(Kiln.table.versionLine == "kiln 2.1")
  }
}

@Suite struct ParserFuzzTests {
  /// The parser has an answer to any line. Its errors are two lines without control characters, or one line
  /// that suggests a line it accepts.
  @Test(.slow, arguments: 1...8 as ClosedRange<UInt64>)
  func anyLineIsAnswered(seed: UInt64) {
    var random = Words(seed: seed)
    for _ in 0..<4_000 {
      let line = (0..<Int.random(in: 0...7, using: &random.generator)).map { _ in random.word() }
      do {
        if case .run(let invocation) = try Kiln.table.parse(line) {
          #expect(
            Kiln.table.command(at: invocation.path)?.name == invocation.command.name, "\(line)")
          #expect(invocation.arguments.allSatisfy(line.contains), "\(line)")
        }
      } catch {
        let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == (error.correction == nil ? 2 : 1), "\(line) -> \(error)")
        #expect(!error.message.unicodeScalars.contains { $0.value < 32 }, "\(line)")
        guard let words = error.correction else { continue }
        #expect((try? Kiln.table.parse(words)) != nil, "\(line) -> \(words)")
      }
    }
  }

  /// `--tag=value` gives that value back, byte for byte, anywhere in the line.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func attachedValuesComeBack(seed: UInt64) throws {
    var random = Words(seed: seed)
    for _ in 0..<2_000 {
      let values = (0..<Int.random(in: 1...4, using: &random.generator)).map { _ in random.word() }
      var line = values.map { "--tag=\($0)" }
      line.insert("fire", at: Int.random(in: 0...line.count, using: &random.generator))
      guard case .run(let firing) = try Kiln.table.parse(line) else {
        throw UnexpectedOutcome()
      }
      let bytes = firing.values(Options.tag).map { Array($0.utf8) }
      #expect(bytes == values.map { Array($0.utf8) }, "seed \(seed): \(line)")
    }
  }

  /// After `--` every word is an argument, byte for byte.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func argumentsComeBack(seed: UInt64) throws {
    var random = Words(seed: seed)
    for _ in 0..<1_000 {
      let pots = (0...Int.random(in: 0...5, using: &random.generator)).map { _ in random.word() }
      guard case .run(let adding) = try Kiln.table.parse(["shelf", "add", "--"] + pots) else {
        throw UnexpectedOutcome()
      }
      #expect(
        adding.arguments.map { Array($0.utf8) } == pots.map { Array($0.utf8) },
        "seed \(seed): \(pots)")
    }
  }
}
