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

/// A review at a terminal, in three steps.
@Suite(.needsTerminal) struct ReviewTerminalTests {
  /// The text typed line by line, with a pause for an empty one. Returns what the terminal showed.
  private func typed(
    _ place: VisitPlace, _ lines: [String], command: String = "finder review add Lion",
    _ more: [String: String] = [:], bytes: [UInt8] = []
  ) throws -> ProcessResult {
    let environment = try Finder.environment(
      place.environment.merging(["TERM": "xterm", "SHELL": "/bin/bash"]) { $1 }.merging(more) { $1 }
    )
    let process = try Coprocess(
      "/usr/bin/env",
      ["script", "-qec", "stty -echo; echo ready; \(command); echo \"status $?\"", "/dev/null"],
      environment: environment, directory: place.folder.path)
    while let line = try process.readLine(), !line.hasPrefix("ready") {}
    for line in lines { if line.isEmpty { usleep(700_000) } else { try process.send(line) } }
    if !bytes.isEmpty { try process.send(bytes) }
    while let line = try process.readLine(), !line.contains("status ") {}
    return try process.finish()
  }

  private func kept(_ place: VisitPlace) throws -> String {
    try place.run("review export --format ndjson").stdout
  }

  @Test func threeSteps() throws {
    try VisitPlace.with { place in
      let result = try typed(
        place,
        [
          "9\n", "4\n", "y\n", "x\n", "t\n", "2025-02-30\n", "2025-06-14\n", "Good bread\n",
          "\n", "and tea\n", ".\n",
        ])
      #expect(result.stdout.contains("status 0"), "\(result)")
      for text in [
        "Lion. Ctrl-C keeps nothing.", "1 of 3  Rating, 1 to 5, or nothing: ",
        "'9': expected 1 to 5",
        "Recommend it, y or n, or nothing: ",
        "2 of 3  Eat in (e), take away (t) or delivery (d), or nothing: ",
        "'x': expected e, t or d", "Date [20", "'2025-02-30': expected a day such as 20",
        "3 of 3  Text, or nothing; a line with only . ends it, or Ctrl-D:",
      ] {
        #expect(result.stdout.contains(text), "\(text): \(result)")
      }
      #expect(
        try kept(place).hasSuffix(
          "\"date\":\"2025-06-14\",\"kind\":\"review\",\"rating\":4,\"recommend\":true,"
            + "\"service\":\"take-away\",\"text\":\"Good bread\\n\\nand tea\"}\n"))
    }
  }

  @Test func nothingAnswered() throws {
    try VisitPlace.with { place in
      let result = try typed(place, ["\n\n\n\n\n"])
      #expect(
        result.stdout.contains("a review has a rating or a text: nothing was kept"), "\(result)")
      #expect(result.stdout.contains("status 64"), "\(result)")
      let rated = try typed(place, ["3\n\n\n\n\n"])
      #expect(rated.stdout.contains("status 0"), "\(rated)")
      #expect(try kept(place).hasSuffix("\"kind\":\"review\",\"rating\":3}\n"))
    }
  }

  @Test(arguments: [
    ("takeaway", "take-away"), ("Take away", "take-away"), ("T", "take-away"),
    ("eatin", "eat-in"), ("eat in", "eat-in"), ("eat-in", "eat-in"), ("deliver", "delivery"),
  ])
  func service(answer: String, service: String) throws {
    try VisitPlace.with { place in
      let result = try typed(place, ["4\n\n\(answer)\n\n\n"])
      #expect(result.stdout.contains("status 0"), "\(result)")
      #expect(try kept(place).contains("\"service\":\"\(service)\""))
    }
  }

  /// Nothing that is pasted is cut off, or reaches the shell.
  @Test(
    .slow,
    arguments: [
      ("One.\n\necho two\n.\nthree\nfour\n", "One.\\n\\necho two"),
      (".\nthree\n", nil), ("\nthree\n", nil),
    ] as [(String, String?)])
  func pasted(text: String, kept expected: String?) throws {
    try VisitPlace.with { place in
      let result = try typed(
        place, ["3\n\n\n\n" + text],
        command: "finder review add Lion; read -t 1 rest; echo \"rest <$rest>\"")
      #expect(result.stdout.contains("rest <>"), "\(result)")
      let end = expected.map { ",\"text\":\"\($0)\"}\n" } ?? "}\n"
      #expect(try kept(place).hasSuffix("\"rating\":3" + end))
    }
  }

  /// The end of input or Ctrl-C, at each question.
  @Test(arguments: 0...3) func stopped(answers: Int) throws {
    try VisitPlace.with { place in
      let lines = Array(["4\n", "y\n", "e\n"].prefix(answers))
      let result = try typed(place, lines + ["\u{4}"])
      #expect(result.stdout.contains("status 64"), "\(result)")
      #expect(try Files.names(in: place.folder.file("home")) == [])
    }
  }

  @Test(.slow, arguments: 0...5) func interrupted(answers: Int) throws {
    try VisitPlace.with { place in
      let lines = Array(["4\n", "y\n", "e\n", "\n", "Good\n", "more\n"].prefix(answers))
      // Ctrl-C ends the shell as well, and does not wait for its turn.
      let result = try typed(place, lines + ["", "\u{3}"])
      #expect(result.status == 130, "\(result)")
      #expect(try Files.names(in: place.folder.file("home")) == [])
    }
  }

  /// In a text, Ctrl-D is the end.
  @Test(arguments: [
    ("\u{4}", ""), ("Good\n\u{4}", "Good"), ("Good\n\nand\u{4}\u{4}", "Good\\n\\nand"),
  ])
  func endedText(keys: String, text: String) throws {
    try VisitPlace.with { place in
      let result = try typed(place, ["4\n\n\n\n" + keys])
      #expect(result.stdout.contains("status 0"), "\(result)")
      let end = text.isEmpty ? "}\n" : ",\"text\":\"\(text)\"}\n"
      #expect(try kept(place).hasSuffix("\"rating\":4" + end))
    }
  }

  @Test func inAnEditor() throws {
    try VisitPlace.with { place in
      let editor = try place.folder.write(
        "#!/bin/sh\nprintf 'From %s: ' \"$1\" > text; cat \"$2\" >> text\n"
          + "stat -c %a \"$2\" >> text; cp text \"$2\"; test -t 0 && test -t 1\n", to: "my editor")
      _ = try ProcessRunner.shell("chmod +x '\(editor)'")
      let settings = ["VISUAL": "'\(editor)' -x", "EDITOR": "/nonexistent"]
      let result = try typed(place, ["5\n\n\n\n"], settings)
      #expect(result.stdout.contains("status 0"), "\(result)")
      #expect(try kept(place).hasSuffix("\"rating\":5,\"text\":\"From -x: 600\"}\n"))
      let id = try kept(place).split(separator: "\"")[3]
      let edited = try typed(place, [], command: "finder review edit \(id)", settings)
      #expect(edited.stdout.contains("status 0"), "\(edited)")
      #expect(try kept(place).hasSuffix("\"text\":\"From -x: From -x: 600\\n600\"}\n"))
      // One that ends with an error, as when a user gives up.
      let before = try kept(place)
      for words in ["false", "/bin/false", "sh -c 'kill $$'"] {
        let failed = try typed(place, ["5\n\n\n\n"], ["EDITOR": words])
        #expect(failed.stdout.contains("failed: nothing was kept"), "\(failed)")
        #expect(failed.stdout.contains("status 69"), "\(failed)")
      }
      #expect(try kept(place) == before)
      #expect(try Files.names(in: place.folder.path).allSatisfy { !$0.contains("finder-review") })
    }
  }

  /// What was typed survives any later failure.
  @Test(
    .slow,
    arguments: [
      ("printf precious > \"$1\"; exit 3", 69),
      ("head -c 70000 /dev/zero | tr '\\0' x > \"$1\"", 65),
      ("printf 'precious\\377' > \"$1\"", 65),
      ("printf precious > \"$1\"; rm $LOG; mkdir $LOG", 66),
    ])
  func keptText(script: String, status: Int) throws {
    try VisitPlace.with { place in
      let id = try place.added(["review", "add", "Lion", "--text", "before"])
      let editor = try place.folder.write("#!/bin/sh\n\(script)\n", to: "editor")
      _ = try ProcessRunner.shell("chmod +x \(editor)")
      let log = "\(place.data)/visits.ndjson"
      let line = try Files.bytes(log)
      func texts() throws -> [String] {
        try Files.names(in: place.folder.path).filter { $0.hasPrefix("finder-review-") }
      }
      for (command, answers) in [
        ("finder review add Lion", "5\n\n\n\n"), ("finder review edit \(id)", ""),
      ] {
        let settings = ["EDITOR": editor, "LOG": log]
        let result = try typed(place, [answers], command: command, settings)
        #expect(result.stdout.contains("status \(status)"), "\(result)")
        let name = try #require(try texts().first)
        #expect(
          result.stdout.contains("  your text is in \(place.folder.file(name))"), "\(result)")
        let text = try Files.bytes(place.folder.file(name))
        #expect(text.starts(with: Array("precious".utf8)) || text.count == 70000)
        try Files.remove(place.folder.file(name))
        _ = try ProcessRunner.shell("rm -rf \(log)")
        try Files.write(line, to: log)
      }
      // Nothing was written, so there is nothing to keep.
      let failed = try typed(
        place, [], command: "finder review edit \(id)", ["EDITOR": "/bin/false"])
      #expect(failed.stdout.contains("status 69") && !failed.stdout.contains("your text"))
      #expect(try texts() == [])
    }
  }

  @Test("What another finder wrote in the meantime is not overwritten")
  func changedMeanwhile() throws {
    try VisitPlace.with { place in
      let id = try place.added(["review", "add", "Lion", "--text", "before"])
      let editor = try place.folder.write(
        "#!/bin/sh\nfinder review edit \(id) --rating 2 --text \"$OTHER\" && printf '%s' \"$MINE\" > \"$1\"\n",
        to: "editor")
      _ = try ProcessRunner.shell("chmod +x \(editor)")
      func edit(_ mine: String, _ other: String) throws -> ProcessResult {
        try typed(
          place, [], command: "finder review edit \(id)",
          ["EDITOR": editor, "MINE": mine, "OTHER": other])
      }
      func texts() throws -> [String] {
        try Files.names(in: place.folder.path).filter { $0.hasPrefix("finder-review-") }
      }
      let result = try edit("precious", "theirs")
      #expect(
        result.unwrapped.contains(
          "finder: review edit: another process changed the text of \(id) while your editor was open; "
            + "nothing was saved"), "\(result)")
      #expect(result.stdout.contains("status 65"), "\(result)")
      let name = try #require(try texts().first)
      #expect(result.stdout.contains("  your text is in \(place.folder.file(name))"), "\(result)")
      #expect(try Files.text(place.folder.file(name)) == "precious")
      #expect(try kept(place).contains(#""text":"theirs""#))
      try Files.remove(place.folder.file(name))
      // If nothing was written, or the same text, or if the text is still there, nothing can be lost.
      for (mine, other, text) in [
        ("theirs\n", "others", "others"), ("same", "same", "same"), ("mine", "same", "mine"),
      ] {
        let result = try edit(mine, other)
        #expect(result.stdout.contains("status 0"), "\(result)")
        #expect(try kept(place).contains(#""text":"\#(text)""#) && texts().isEmpty)
      }
    }
  }

  /// A terminal silently drops the end of a longer line.
  @Test(.slow, arguments: [(4094, true), (4095, false), (5000, false)])
  func longLine(bytes: Int, isKept: Bool) throws {
    try VisitPlace.with { place in
      let line = String(repeating: "x", count: bytes)
      let result = try typed(
        place, ["4\n\n\n\n", "first\n", line + "\n.\necho\n"],
        command: "finder review add Lion; e=$?; read -t 1 rest; echo \"rest <$rest>\"; (exit $e)")
      #expect(result.stdout.contains("rest <>"), "\(result)")
      #expect(result.stdout.contains("status \(isKept ? 0 : 64)"), "\(result)")
      #expect(
        try kept(place).hasSuffix(isKept ? ",\"text\":\"first\\n\(line)\"}\n" : ""))
      guard !isKept else { return }
      #expect(try kept(place).isEmpty)
      #expect(
        result.unwrapped.contains(
          "a line of 4095 bytes or more is cut off by the terminal: nothing was kept"), "\(result)")
    }
  }

  /// The line is asked for again, both as an answer and in the text.
  @Test func notUTF8() throws {
    try VisitPlace.with { place in
      let result = try typed(
        place, [],
        bytes: Array("4".utf8) + [0xFF] + Array("\n3\n\n\n\nCaf".utf8) + [0xE9]
          + Array("\nCafé\n.\n".utf8))
      #expect(result.stdout.contains("status 0"), "\(result)")
      let asked = result.stdout.count(of: "this line is not UTF-8, and is not kept; type it again")
      #expect(asked == 2, "\(result)")
      #expect(try kept(place).hasSuffix("\"rating\":3,\"text\":\"Café\"}\n"))
    }
  }

  /// A message says that the text is asked for here, and why.
  @Test func noEditor() throws {
    try VisitPlace.with { place in
      for (editor, problem) in [
        ("/nonexistent", "no editor: "), ("'vi", "EDITOR has a quote that is not closed"),
      ] {
        let result = try typed(place, ["4\n\n\n\nGood\n.\n"], ["EDITOR": editor])
        #expect(result.stdout.contains("status 0"), "\(result)")
        #expect(result.stdout.count(of: problem) == 1, "\(result)")
        #expect(result.stdout.contains("3 of 3  Text, or nothing;"), "\(result)")
        #expect(try kept(place).contains("\"rating\":4,\"text\":\"Good\"}\n"))
        let id = try kept(place).split(separator: "\"")[3]
        let edited = try typed(
          place, [], command: "finder review edit \(id)", ["EDITOR": editor])
        #expect(edited.stdout.contains("status 69"), "\(edited)")
        #expect(edited.stdout.contains(problem), "\(edited)")
      }
    }
  }

  @Test("A blank variable names no editor")
  func blankEditor() throws {
    try VisitPlace.with { place in
      let result = try typed(place, ["4\n\n\n\nGood\n.\n"], ["VISUAL": " ", "EDITOR": " \t"])
      #expect(result.stdout.contains("status 0") && !result.stdout.contains("a quote"), "\(result)")
      let id = try kept(place).split(separator: "\"")[3]
      let edited = try typed(
        place, [], command: "finder review edit \(id)", ["VISUAL": " ", "EDITOR": "false"])
      #expect(
        edited.stdout.contains("the editor") && edited.stdout.contains("status 69"), "\(edited)")
    }
  }

  /// Scripts are never asked.
  @Test func noTerminal() throws {
    try VisitPlace.with { place in
      for line in [
        "finder review add Lion < /dev/null", "echo 4 | finder review add Lion",
        "finder review add Lion 2> errors",
      ] {
        let result = try typed(place, [], command: line)
        #expect(result.stdout.contains("status 64"), "\(result)")
      }
      let result = try typed(place, [], command: "finder review add Lion -")
      #expect(
        result.stdout.contains("expected input on standard input, which is a terminal"), "\(result)"
      )
    }
  }
}

extension String {
  /// How often a text occurs in it.
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
