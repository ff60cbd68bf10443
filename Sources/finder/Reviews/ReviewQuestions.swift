import CommandLineKit
import FinderEngine

/// Asks for a review in three steps, at a terminal: how it was; how and when; what there is to say. An
/// empty line answers nothing. Nothing is kept before the last answer is there.
struct ReviewQuestions {
  /// Whether somebody is there to answer.
  static var canAsk: Bool {
    Terminal.isTerminal(STDIN_FILENO) && Terminal.isTerminal(STDERR_FILENO)
  }

  func ask(about venue: RecordedVenue) throws -> VisitDraft {
    let postcode = TidyName.string(venue.postcode ?? "")
    say("\(venue.shown)\(postcode.isEmpty ? "" : ", \(postcode)"). Ctrl-C keeps nothing.\n")
    var draft = VisitDraft()
    draft.rating = try answer("1 of 3  Rating, 1 to 5, or nothing: ") { text in
      Int(text).flatMap { VisitRecord.ratings.contains($0) ? $0 : nil }
    }
    draft.recommend = try answer("        Recommend it, y or n, or nothing: ") { text in
      ["y": true, "yes": true, "n": false, "no": false][text.lowercased()]
    }
    draft.service = try answer("2 of 3  Eat in (e), take away (t) or delivery (d), or nothing: ") {
      text in
      VisitRecord.Service.allCases.first { $0.rawValue.hasPrefix(text.lowercased()) }
    }
    draft.date = try answer("        Date [\(CalendarDate.today.text())]: ") { text in
      CalendarDate(typed: text).flatMap { $0.hasBegunSomewhere ? $0 : nil }
    }
    draft.text = VisitDraft.trimmed(try text())
    guard draft.saysSomething else {
      throw Failure(.usage, "a review has a rating or a text: nothing was kept")
    }
    return draft
  }

  private func text() throws -> String {
    if let editor = Editor.chosen {
      say("3 of 3  Text, in \(UsageError.escape(editor.name))\n")
      return try editor.edit(text: "")
    }
    say("3 of 3  Text; an empty line ends it:\n")
    var text = ""
    while true {
      say("> ")
      let line = try line()
      if line.isEmpty { return text }
      text += line + "\n"
      guard text.utf8.count <= VisitRecord.mostText else {
        throw Failure(
          .usage, "the text is longer than \(VisitRecord.mostText) bytes: nothing was kept")
      }
    }
  }

  /// What is answered, asked again until it is understood; `nil` for an empty line.
  private func answer<Value>(_ question: String, _ value: (String) -> Value?) throws -> Value? {
    while true {
      say(question)
      let text = trimmed(try line()[...])
      if text.isEmpty { return nil }
      if let value = value(text) { return value }
      say("        \(UsageError.escape(UsageError.quote(text))) is no answer to that.\n")
    }
  }

  private func say(_ text: String) { Diagnostics.write(text) }

  /// The next line, byte by byte: what follows is the editor's.
  private func line() throws -> String {
    var bytes: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else {
        say("\n")
        throw Failure(.usage, "the review was not finished: nothing was kept")
      }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      if bytes.count < VisitRecord.mostText { bytes.append(byte) }
    }
  }
}
