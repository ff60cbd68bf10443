/// Hours in the form of OpenStreetMap's `opening_hours`: when a venue is open, closed, or when one cannot
/// know.
///
///     let hours = try OpeningHours(parsing: bytes)       // Mo-Fr 09:00-17:30; Sa 10:00-16:00; PH off
///     hours.state(at: CivilTime("2026-12-25T12:00")!, in: place)                         // .closed
///     hours.nextChange(after: CivilTime("2026-11-24T12:00")!, in: place)       // 2026-11-24T17:30
///
/// Hours are a list of rules, each a head word and the words of its selectors (`HoursWord`); a question
/// walks them once, in order. What the rules say of a minute of a day:
///
/// - A rule after `;` that holds on the day replaces all that the rules before it said of the day, and also
///   what they let spill over from the evening before; so the specification. A rule that says closed replaces
///   only what it covers.
/// - A rule after `,` counts where its times lie; one after `||` where the rules before it say closed.
/// - Times past midnight belong to the day that they began on.
/// - After `18:00+` it is open until midnight, then unknown until five; after `18:00-20:00+` open until
///   eight, then unknown until five.
/// - Where a rule hangs on what nobody here knows (school holidays, a comment for a date, the holidays of
///   another country), both cases are followed, and a minute is unknown where they differ.
package struct OpeningHours: Sendable {
  let words: HoursWords
  let comments: [UInt8]
  let spills: Bool
  let hasSun: Bool
  let doubts: HoursDoubts

  /// Complexity: one pass over the bytes.
  package init(parsing bytes: UnsafeRawBufferPointer) throws(HoursFault) {
    var parser = HoursParser(bytes: bytes)
    try parser.parse()
    (words, comments) = (parser.words, parser.comments)
    (spills, hasSun, doubts) = (parser.spills, parser.hasSun, parser.doubts)
  }

  package init(_ text: String) throws(HoursFault) {
    var (text, hours) = (text, Result<OpeningHours, HoursFault>?.none)
    text.withUTF8 { bytes in
      hours = Result { () throws(HoursFault) in
        try OpeningHours(parsing: UnsafeRawBufferPointer(bytes))
      }
    }
    self = try hours.unsafelyUnwrapped.get()
  }

  /// Complexity: one pass over the words.
  package func state(at time: CivilTime, in place: HoursPlace) -> OpenState {
    answer(at: time.minute, HoursDay(time.day, in: place)).state
  }

  /// The comment of the rule that decides on that minute.
  package func comment(at time: CivilTime, in place: HoursPlace) -> String? {
    comment(ofHead: answer(at: time.minute, HoursDay(time.day, in: place)).head)
  }

  func comment(ofHead head: Int) -> String? {
    guard head >= 0 else { return nil }
    return comment(of: words[head]) ?? remark(of: head)
  }

  private func comment(of word: HoursWord) -> String? {
    guard word.kind == .remark || word.hasComment else { return nil }
    let (start, count) = word.comment
    return String(decoding: comments[start..<start + count], as: UTF8.self)
  }

  private func remark(of head: Int) -> String? {
    guard words[head].selectors > 0, words[head + 1].kind == .remark else { return nil }
    return comment(of: words[head + 1])
  }
}
