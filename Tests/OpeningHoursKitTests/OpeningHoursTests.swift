import Testing

@testable import OpeningHoursKit

/// A week from Monday, 23 November 2026, with the forms of the specification.
@Suite struct OpeningHoursTests {
  @Test(arguments: [
    (
      "24/7",
      "Mo 00:00-24:00, Tu 00:00-24:00, We 00:00-24:00, Th 00:00-24:00, Fr 00:00-24:00, Sa 00:00-24:00, Su 00:00-24:00"
    ),
    (
      "Mo-Tu 09:00-12:30,14:00-17:30",
      "Mo 09:00-12:30, Mo 14:00-17:30, Tu 09:00-12:30, Tu 14:00-17:30"
    ),
    ("Mo,We 10:00-11:00", "Mo 10:00-11:00, We 10:00-11:00"),
    ("Sa-Mo 10:00-11:00", "Mo 10:00-11:00, Sa 10:00-11:00, Su 10:00-11:00"),
    ("Fr", "Fr 00:00-24:00"), ("off", ""), ("Mo-Su off", ""),
    ("open; Tu-Su off", "Mo 00:00-24:00"),
    // Past midnight.
    ("Fr 22:00-04:00", "Fr 22:00-04:00"), ("Fr 22:00-28:00", "Fr 22:00-04:00"),
    ("We 22:00-22:00", "We 22:00-24:00, Th 00:00-22:00"), ("Fr 20:00-00:00", "Fr 20:00-24:00"),
    // A rule after ';' replaces earlier ones, including the hours after midnight of the day before.
    (
      "Mo-Fr 10:00-16:00; We-Su 12:00-18:00; Th-Su off",
      "Mo 10:00-16:00, Tu 10:00-16:00, We 12:00-18:00"
    ),
    ("Tu-We 22:00-02:00; We 12:00-14:00", "Tu 22:00-24:00, We 12:00-14:00, Th 00:00-02:00"),
    ("Mo-Tu 08:00-13:00; 20:00-21:00; We-Su off", "Mo 20:00-21:00, Tu 20:00-21:00"),
    // The hours left from the evening before stay if their rule comes later.
    ("Su 11:00-23:00; Fr,Sa 11:00-01:00", "Fr 11:00-01:00, Sa 11:00-01:00, Su 11:00-23:00"),
    // Closed replaces what it covers.
    ("We 08:00-18:00; We 12:00-14:00 off", "We 08:00-12:00, We 14:00-18:00"),
    ("Fr 22:00-04:00; Sa off", "Fr 22:00-24:00"),
    // ',' adds.
    ("Mo-Tu 08:00-12:00, Tu 14:00-18:00", "Mo 08:00-12:00, Tu 08:00-12:00, Tu 14:00-18:00"),
    ("Fr 20:00-02:00, Sa 10:00-12:00", "Fr 20:00-02:00, Sa 10:00-12:00"),
    // '||' applies where it is closed.
    ("Mo 08:00-12:00 || Mo 10:00-14:00 \"ring\"", "Mo 08:00-12:00, Mo 12:00-14:00? (ring)"),
    (
      "Mo-Tu 08:00-12:00; Tu off || Mo-Tu 11:00-13:00 unknown",
      "Mo 08:00-12:00, Mo 12:00-13:00?, Tu 11:00-13:00?"
    ),
    // States and comments.
    ("Mo 08:00-12:00 open \"side door\"", "Mo 08:00-12:00 (side door)"),
    ("Mo \"by appointment\"", "Mo 00:00-24:00? (by appointment)"),
    ("Mo 10:00-12:00 unknown", "Mo 10:00-12:00?"),
    ("\"in term\": Mo 10:00-12:00", "Mo 10:00-12:00? (in term)"),
    // Open ends.
    ("Sa 18:00+", "Sa 18:00-24:00, Su 00:00-05:00?"),
    ("Sa 18:00-20:00+", "Sa 18:00-20:00, Sa 20:00-05:00?"),
    ("Sa 11:00-14:00+,17:00-20:00", "Sa 11:00-14:00, Sa 14:00-17:00?, Sa 17:00-20:00"),
    // Until five, the minute is as this rule says, or as the others do.
    ("Sa 17:00+ off", ""), ("Sa 17:00-20:00+ closed", ""),
    ("Sa 10:00-23:00; Sa 17:00+ off", "Sa 10:00-17:00"),
    ("Sa 10:00-02:00; Sa 17:00+ off", "Sa 10:00-17:00, Su 00:00-02:00?"),
    ("Sa 10:00-23:00; Sa 17:00-20:00+ off", "Sa 10:00-17:00, Sa 20:00-23:00?"),
    ("Sa 10:00-23:00, Sa 12:00-20:00+", "Sa 10:00-23:00, Sa 23:00-05:00?"),
    ("Sa 10:00-20:00+ || Sa 20:00-22:00", "Sa 10:00-22:00, Sa 22:00-05:00?"),
    ("Mo 10:00-16:00/01:30", "Mo 10:00-16:00"), ("Mo 10:00-16:00/30", "Mo 10:00-16:00"),
  ])
  func weeks(text: String, week: String) throws { #expect(try OpeningHours(text).week() == week) }

  /// `Tu` is the 24th.
  @Test(arguments: [
    ("Nov 24 10:00-11:00", "Tu"), ("Nov 24-26 10:00-11:00", "Tu We Th"),
    ("Nov 28-Dec 3 10:00-11:00", "Sa Su"), ("Dec 20-Nov 23 10:00-11:00", "Mo"),
    ("Nov-Feb Tu 10:00-11:00", "Tu"), ("Feb-Oct Tu 10:00-11:00", ""), ("Nov: Tu 10:00-11:00", "Tu"),
    ("2026 Nov 24 10:00-11:00", "Tu"), ("2025 Nov 24 10:00-11:00", ""),
    ("2025 Dec 1-2026 Nov 24 10:00-11:00", "Mo Tu"), ("2026 Nov 29-Jan 5 10:00-11:00", "Su"),
    ("Nov 27+ 10:00-11:00", "Fr Sa Su"), ("2025 Nov 27+ Tu 10:00-11:00", "Tu"),
    ("2026 Tu 10:00-11:00", "Tu"), ("2027+ Tu 10:00-11:00", ""), ("2020+ Tu 10:00-11:00", "Tu"),
    ("2024-2030/2 Tu 10:00-11:00", "Tu"), ("2025-2031/2 Tu 10:00-11:00", ""),
    ("2020/3 Tu 10:00-11:00", "Tu"), ("2024,2026 Tu 10:00-11:00", "Tu"),
    ("week 48 Tu 10:00-11:00", "Tu"), ("week 47 Tu 10:00-11:00", ""),
    ("week 2-52/2 Tu 10:00-11:00", "Tu"), ("week 1-53/2 Tu 10:00-11:00", ""),
    ("week 45-3 Tu 10:00-11:00", "Tu"), ("week 1,48 Tu 10:00-11:00", "Tu"),
    ("Tu[4] 10:00-11:00", "Tu"), ("Tu[-1] 10:00-11:00", "Tu"), ("Tu[1-3] 10:00-11:00", ""),
    ("Tu[1,4] 10:00-11:00", "Tu"), ("Mo[4] +1 day 10:00-11:00", "Tu"),
    ("Su[-1] -2 days 10:00-11:00", "Fr"), ("Nov Tu[-1] 10:00-11:00", "Tu"),
    ("Dec Tu[1] -6 days 10:00-11:00", "We"), ("Mar Su[-1]-Nov Tu[4] 10:00-11:00", "Mo Tu"),
    ("Nov 30 -Su 10:00-11:00", "Su"), ("Nov 20 +Tu 10:00-11:00", "Tu"),
    ("Dec 25 -Su -28 days 10:00-11:00", ""), ("Dec 25 -Su -21 days 10:00-11:00", "Su"),
    ("Nov 30 -5 days 10:00-11:00", "We"), ("easter +234 days 10:00-11:00", "We"),
    ("PH Tu 10:00-11:00", ""),
  ])
  func dates(text: String, days: String) throws {
    let expected = days.split(separator: " ").map { "\($0) 10:00-11:00" }.joined(separator: ", ")
    #expect(try OpeningHours(text).week() == expected)
  }

  /// From Monday, 21 December 2026; the 28th is a holiday in place of the 26th.
  @Test(arguments: [
    ("Mo-Fr 10:00-11:00; PH off", "Mo Tu We Th"), ("PH 10:00-11:00", "Fr Sa"),
    ("PH -1 day 10:00-11:00", "Th Fr Su"), ("PH +1 day 10:00-11:00", "Sa Su"),
    ("PH Mo-Fr 10:00-11:00", "Fr"), ("Mo,PH 10:00-11:00", "Mo Fr Sa"),
    ("10:00-11:00; Dec 25-26 off", "Mo Tu We Th Su"), ("10:00-11:00; Dec 24-Jan 2 off", "Mo Tu We"),
  ])
  func christmas(text: String, days: String) throws {
    let expected = days.split(separator: " ").map { "\($0) 10:00-11:00" }.joined(separator: ", ")
    #expect(try OpeningHours(text).week(from: "2026-12-21") == expected)
  }

  /// School holidays are not known: only what depends on them is unknown.
  @Test(arguments: [
    (
      "Mo 09:00-17:00; SH 10:00-16:00; Tu-Su off",
      "Mo 09:00-10:00?, Mo 10:00-16:00, Mo 16:00-17:00?"
    ),
    ("Mo 09:00-17:00; SH off", "Mo 09:00-17:00?"), ("SH,Mo off", ""),
    ("Mo 10:00-12:00; SH off; SH Mo 10:00-12:00", "Mo 10:00-12:00"),
    ("Mo 10:00-12:00, SH Mo 11:00-13:00", "Mo 10:00-12:00, Mo 12:00-13:00?"),
  ])
  func schoolHolidays(text: String, week: String) throws {
    #expect(try OpeningHours(text).week() == week)
  }

  @Test func holidaysOfAnotherCountry() throws {
    let paris = HoursPlace(latitude: 48.85, longitude: 2.35)
    #expect(paris.nation == .elsewhere)
    let hours = try OpeningHours("Mo 09:00-17:00; PH 10:00-12:00; Tu-Su off")
    #expect(hours.week(in: paris) == "Mo 09:00-10:00?, Mo 10:00-12:00, Mo 12:00-17:00?")
    #expect(try OpeningHours("Mo sunrise-sunset").week(in: paris) == "Mo 00:00-24:00?")
  }

  @Test func whatNeverChanges() throws {
    let noon = CivilTime("2026-11-24T12:00")!
    for text in [
      "24/7", "off", "unknown", "Mo-Su", "open \"always\"", "Mo-Su 00:00-24:00",
      "Mo-Su,PH 00:00-24:00", "Jan-Dec 00:00-24:00", "2020+ 00:00-24:00",
      "2020 Mo 10:00-12:00", "24/7; 2020 Jan 5-Feb 3 off",
      "00:00-24:00; Fr 18:00+; Mo-Su 00:00-24:00", "Mo-Su sunrise-sunset, 00:00-24:00",
    ] {
      #expect(try OpeningHours(text).change(after: noon, in: london) == .never, "\(text)")
    }
    // What lasts longer than the search looks ahead.
    for text in [
      "2026-2034", "2026 Nov 1-2031 Jan 5", "24/7; 2032 off",
    ] {
      #expect(try OpeningHours(text).change(after: noon, in: london) == .unknown, "\(text)")
    }
    // After that of 2026, the next week 53 is that of 2032.
    let new = CivilTime("2027-02-01T12:00")!
    #expect(try OpeningHours("24/7; week 53 off").change(after: new, in: london) == .unknown)
    let leapDay = try OpeningHours("Feb 29 10:00-12:00")
    let change = leapDay.nextChange(after: CivilTime("2024-02-29T12:00")!, in: london)
    #expect(change?.text == "2028-02-29T10:00")
  }

  /// Equal days count once. A change at a holiday is still found, and so is one on the day after it, and one
  /// that only another weekday has.
  @Test(arguments: [
    ("Mo-Su 00:00-24:00; PH off", "2026-12-25T00:00"),
    ("Mo-Su 00:00-24:00; PH 12:00-24:00", "2026-12-25T00:00"),
    ("Mo-Su off; PH Fr 20:00-03:00", "2026-12-25T20:00"),
    ("Mo-Su,PH 00:00-24:00; Su 01:00-24:00", "2026-11-29T00:00"),
    ("Mo-Su 00:00-24:00; Tu off", "2026-12-01T00:00"),
    ("Dec 24 (sunrise+00:00)-(sunset-00:00)", "2026-12-24T08:05"),
    ("Nov 24 sunrise-sunset", "2027-11-24T07:33"), ("24/7; 2030 Aug 1 off", "2030-08-01T00:00"),
    ("24/7; Dec 25 12:00-14:00 off", "2026-12-25T12:00"),
    ("24/7; easter off", "2027-03-28T00:00"), ("24/7; Fr[5] off", "2027-01-29T00:00"),
    ("Mo-Su 00:00-24:00; 2028 Feb 29 off || unknown", "2028-02-29T00:00"),
  ])
  func farChanges(text: String, time: String) throws {
    let change = try OpeningHours(text).nextChange(
      after: CivilTime("2026-11-25T12:00")!, in: london)
    #expect(change?.text == time)
  }

  @Test func commentsOfTheRuleThatDecides() throws {
    let hours = try OpeningHours("Mo-Fr 09:00-17:00 \"a\"; We off \"b\", 10:00-11:00 open \"c\"")
    func comment(_ time: String) -> String? { hours.comment(at: CivilTime(time)!, in: london) }
    #expect(comment("2026-11-24T10:30") == "c")
    #expect(comment("2026-11-24T12:00") == "a")
    #expect(comment("2026-11-24T08:00") == nil)
    #expect(comment("2026-11-25T12:00") == "b")
  }
}
