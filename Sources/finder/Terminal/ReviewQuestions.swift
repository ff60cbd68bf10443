import CommandLineKit
import FinderEngine
import FinderOwn

/// Asks for a review at a terminal, in three steps: how it was; how and when; the text. An empty line leaves
/// a question unanswered. Nothing is saved before the last answer.
struct ReviewQuestions {
  static var canAsk: Bool {
    Terminal.isTerminal(STDIN_FILENO) && Terminal.isTerminal(STDERR_FILENO)
  }

  func ask<Kept>(about venue: String, _ keep: (VisitDraft) throws -> Kept) throws -> Kept {
    say("\(venue). Ctrl-C keeps nothing.\n")
    var draft = VisitDraft()
    draft.rating = try answer("1 of 3  Rating, 1 to 5, or nothing: ", expected: "1 to 5") { text in
      Int(text).flatMap { VisitRecord.ratings.contains($0) ? $0 : nil }
    }
    draft.recommend = try answer(
      "        Recommend it, y or n, or nothing: ", expected: "y or n"
    ) { text in
      ["y": true, "yes": true, "n": false, "no": false][text.lowercased()]
    }
    draft.service = try answer(
      "2 of 3  Eat in (e), take away (t) or delivery (d), or nothing: ", expected: "e, t or d",
      service)
    draft.date = try answer(
      "        Date [\(CalendarDate.today.text())]: ",
      expected: "a day such as \(CalendarDate.today.text()), not in the future"
    ) { text in
      CalendarDate(typed: text).flatMap { $0.hasBegunSomewhere ? $0 : nil }
    }
    guard let editor = editor() else { return try finish(draft, try text(), keep) }
    say("3 of 3  Text, in \(UsageError.escape(editor.name))\n")
    return try editor.edit(review: "") { try finish(draft, $0, keep) }
  }

  /// `nil` if none is set, or if it cannot be run: the text is then asked for here.
  private func editor() -> Editor? {
    do { return try Editor.chosen() } catch {
      say("        \(UsageError.escape(Failure(error).message))\n")
      return nil
    }
  }

  private func finish<Kept>(
    _ draft: VisitDraft, _ text: String, _ keep: (VisitDraft) throws -> Kept
  ) throws -> Kept {
    var draft = draft
    draft.text = VisitDraft.trimmed(text)
    guard draft.hasContent else {
      throw Failure(.usage, "a review has a rating or a text: nothing was kept")
    }
    return try keep(draft)
  }

  /// From any beginning of its name, with or without a hyphen or a space: `takeaway`, `eat in`.
  private func service(_ text: String) -> VisitRecord.Service? {
    func letters(_ text: String) -> String { text.lowercased().filter { $0 != "-" && $0 != " " } }
    let wanted = letters(text)
    return VisitRecord.Service.allCases.first {
      !wanted.isEmpty && letters($0.rawValue).hasPrefix(wanted)
    }
  }

  private static let mark = "."

  /// Empty lines are part of the text, as between pasted paragraphs.
  private func text() throws -> String {
    say("3 of 3  Text, or nothing; a line with only \(Self.mark) ends it, or Ctrl-D:\n")
    // Text typed or pasted after the end must not reach the shell.
    defer { tcflush(STDIN_FILENO, TCIFLUSH) }
    var text = ""
    while true {
      let line = try line(after: "> ")
      if line.text != Self.mark { text += line.text + "\n" }
      guard text.utf8.count <= VisitRecord.mostText else {
        throw Failure(
          .usage, "the text is longer than \(VisitRecord.mostText) bytes: nothing was kept")
      }
      if line.isLast || line.text == Self.mark || text == "\n" { return text }
    }
  }

  /// Asks until the answer is understood; `nil` for an empty line.
  private func answer<Value>(
    _ question: String, expected: String, _ value: (String) -> Value?
  ) throws -> Value? {
    while true {
      let line = try line(after: question)
      if line.isLast { throw Failure(.usage, "the review was not finished: nothing was kept") }
      let text = trimmed(line.text[...])
      if text.isEmpty { return nil }
      if let value = value(text) { return value }
      say("        \(UsageError.escape(UsageError.quote(text))): expected \(expected)\n")
    }
  }

  private func say(_ text: String) { Diagnostics.write(text) }

  /// In bytes. A terminal on Linux drops anything typed beyond this in a line.
  private static let mostTyped = 4095

  /// The line typed after a prompt; asks again until it is UTF-8.
  private func line(after prompt: String) throws -> (text: String, isLast: Bool) {
    while true {
      say(prompt)
      let line = lineOfBytes()
      if line.isLast { say("\n") }
      guard line.bytes.count < Self.mostTyped else {
        tcflush(STDIN_FILENO, TCIFLUSH)
        throw Failure(
          .usage,
          "a line of \(Self.mostTyped) bytes or more is cut off by the terminal: nothing was kept",
          hint: "  give the text with --text, or set EDITOR and write it there")
      }
      if let text = String(validating: line.bytes, as: UTF8.self) { return (text, line.isLast) }
      say("        this line is not UTF-8, and is not kept; type it again\n")
    }
  }

  /// Reads the next line byte by byte, since what follows is for the editor. Ctrl-D makes it the last.
  private func lineOfBytes() -> (bytes: [UInt8], isLast: Bool) {
    var bytes: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      let isLast = count != 1
      if isLast || byte == UInt8(ascii: "\n") { return (bytes, isLast) }
      if bytes.count < Self.mostTyped { bytes.append(byte) }
    }
  }
}
