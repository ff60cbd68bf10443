import Testing

@testable import OpeningHoursKit

/// Dates in lists and ranges, and times that depend on the sun.
@Suite struct HoursDatesTests {
  /// A year belongs to its own date, and to days after it without a month.
  @Test(arguments: [
    ("2026 Dec 24-26,Jan 1", "2027-01-01T12:00", OpenState.open),
    ("2026 Dec 24-26,28", "2026-12-28T12:00", .open),
    ("2026 Dec 24-26,28", "2027-12-28T12:00", .closed),
    ("2026 Dec 24,2027 Jan 1", "2028-01-01T12:00", .closed),
    ("24-26 Dec", "2026-12-25T12:00", .open), ("24-26 Dec", "2026-12-27T12:00", .closed),
    ("2026 24 - 26 Dec,1-2 Jan", "2027-12-25T12:00", .closed),
    ("2026 24 - 26 Dec,1-2 Jan", "2029-01-02T12:00", .open),
    ("Apr-Oct Su[-1] -1 day 10:00-16:00", "2026-05-30T12:00", .open),
    ("Apr-Oct Su[-1] -1 day 10:00-16:00", "2026-05-31T12:00", .closed),
    ("Easter Monday off; Mo-Su 10:00-16:00", "2027-03-29T12:00", .open),
    ("Mo-Su 10:00-16:00; Easter Mo off", "2027-03-29T12:00", .closed),
    ("Mo-Su 10:00-16:00; Easter Mo off", "2027-03-28T12:00", .open),
    ("Mo-Su 10:00-16:00; easter Su off", "2027-03-28T12:00", .closed),
    ("Mo-Su 10:00-16:00; Dec 25, Easter Monday off", "2027-03-29T12:00", .closed),
    ("Mo-Su 10:00-16:00; Easter Monday +1 day off", "2027-03-30T12:00", .closed),
    ("Easter Monday-Oct 31", "2027-03-29T12:00", .open),
    ("Easter Monday-Oct 31", "2027-03-28T12:00", .closed),
    ("Jan 1-easter Mo 10:00-16:00", "2027-03-22T12:00", .open),
    ("Jan 1-easter Mo 10:00-16:00", "2027-03-29T12:00", .closed),
    ("easter Sa-Mo 10:00-16:00", "2027-03-28T12:00", .open),
    ("Mo-Su 10:00-16:00; Easter Mo,Dec 25 off", "2026-04-06T12:00", .closed),
    ("Mo-Su 10:00-16:00; Dec 25,Easter Mo off", "2026-04-06T12:00", .closed),
    ("2026 Dec 24-2027 Jan 2,5", "2027-01-05T12:00", .open),
    ("2026 Dec 24-2027 Jan 2,5", "2026-01-05T12:00", .closed),
    ("2026 Dec 24-Jan 2,5", "2027-01-05T12:00", .open),
    ("2026 Dec 24-Jan 2,5", "2026-01-05T12:00", .closed),
    ("Oct-Mar Su[1] +1 day 10:00-16:00", "2027-02-08T12:00", .open),
    // Easter of 2030 is on 21 April, that of 2029 on the 1st.
    ("easter-Apr 20", "2029-04-10T12:00", .open), ("easter-Apr 20", "2029-04-21T12:00", .closed),
    ("easter-Apr 20", "2030-04-21T12:00", .closed), ("easter-Apr 20", "2030-10-01T12:00", .closed),
    ("easter-Apr 20", "2031-01-01T12:00", .closed), ("easter-Apr 21", "2030-04-21T12:00", .open),
    ("2030 easter-Apr 20", "2030-10-01T12:00", .closed),
    ("Apr 5-easter", "2029-04-10T12:00", .closed), ("Apr 5-easter", "2030-04-10T12:00", .open),
    ("Mar Su[-1]-Mar 26", "2026-06-01T12:00", .closed),
    ("Mar 28 +Su-Mar 30", "2027-06-01T12:00", .closed),
    // Always across the new year.
    ("easter-Mar 21", "2030-10-01T12:00", .open), ("easter-Mar 21", "2030-04-20T12:00", .closed),
    ("Dec 25-easter", "2030-04-20T12:00", .open), ("Dec 25-easter", "2030-05-20T12:00", .closed),
    ("Oct Su[-1]-Mar Su[-1]", "2027-01-20T12:00", .open),
    ("Dec 25 -Su-Jan 6", "2027-01-05T12:00", .open),
    ("easter +1 day-easter -1 day", "2027-01-05T12:00", .open),
  ])
  func datesInLists(text: String, time: String, state: OpenState) throws {
    #expect(try OpeningHours(text).state(at: CivilTime(time)!, in: london) == state)
  }

  /// Out of season the sun costs little, so the search goes as far ahead as without it.
  @Test(arguments: [
    ("Apr-Sep sunrise-sunset", "2027-04-01T06:3"),
    ("Mar-Oct Mo-Su 09:00-sunset; Nov-Feb off", "2027-03-01T09:00"),
    ("Apr-Oct Mo-Su 08:00-dusk", "2027-04-01T08:00"),
    ("Jun-Aug 10:00-sunset; PH off", "2027-06-01T10:00"),
    ("May Sa[1] sunrise-sunset", "2027-05-01T05:3"), ("Feb 29 sunset-02:00", "2028-02-29T17:"),
    ("Mo-Su 00:00-24:00; Jan 1 sunrise-sunset off", "2027-01-01T08:0"),
  ])
  func seasons(text: String, time: String) throws {
    let change = try OpeningHours(text).nextChange(
      after: CivilTime("2026-11-25T12:00")!, in: london)
    #expect(change?.text.hasPrefix(time) == true, "\(change?.text ?? "none")")
  }

  /// Times that are in order only on some days of the year are empty on the others; if the end always comes
  /// first, a night is between them.
  @Test(arguments: [
    ("sunrise-02:00", "2026-06-21T12:00", OpenState.open),
    ("dawn-00:00", "2026-06-21T12:00", .open),
    ("sunrise-01:00", "2026-12-21T12:00", .open), ("sunset-12:00", "2026-12-21T17:30", .open),
    ("(sunset-02:00)-(sunrise+02:00)", "2026-12-21T17:30", .open),
    ("sunset-22:00", "2026-06-21T21:30", .open),
    ("(sunset+01:00)-22:00", "2026-06-21T22:30", .closed),
    ("(sunset+01:00)-22:00", "2026-06-21T12:00", .closed),
    ("06:00-sunrise", "2026-06-21T12:00", .closed),
    ("06:00-sunrise", "2026-12-21T07:30", .open), ("sunrise-07:00", "2026-12-21T12:00", .closed),
    ("sunrise-07:00", "2026-06-21T06:00", .open), ("16:00-sunset", "2026-12-21T20:00", .closed),
    ("dawn-24:00", "2026-06-21T12:00", .open), ("sunrise-26:00", "2026-06-22T01:00", .open),
    ("12:00-sunrise", "2026-12-21T13:00", .open), ("12:00-sunrise", "2026-12-21T11:00", .closed),
    ("20:00-sunset", "2026-12-21T22:00", .closed), ("20:00-sunset", "2026-06-21T20:30", .open),
    ("sunset-14:00", "2026-12-21T13:30", .open), ("sunset-23:00", "2026-12-21T12:00", .closed),
    ("(sunset-06:00)-12:00", "2026-12-21T11:00", .open),
    ("(sunset-06:00)-12:00", "2026-06-21T16:00", .closed),
    ("(sunrise+02:00)-sunrise", "2026-12-21T12:00", .open),
    ("dusk-sunset", "2026-12-21T12:00", .open), ("dawn-sunrise", "2026-12-21T12:00", .closed),
    ("(sunrise+11:00)-sunset", "2026-12-21T21:00", .closed),
  ])
  func sunlight(text: String, time: String, state: OpenState) throws {
    #expect(try OpeningHours(text).state(at: CivilTime(time)!, in: london) == state)
  }
}
