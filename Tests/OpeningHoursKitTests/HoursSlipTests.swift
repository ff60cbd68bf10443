import Testing

@testable import OpeningHoursKit

/// Slips that can only be meant one way, and texts that are faults.
@Suite struct HoursSlipTests {
  @Test(arguments: [
    ("mo-fr 09:00-17:00; SA 10:00-12:00", "Mo-Fr 09:00-17:00; Sa 10:00-12:00"),
    ("Mon-Fri 9:00-17:00", "Mo-Fr 09:00-17:00"), ("Mondays 9:00-17:00", "Mo 09:00-17:00"),
    ("Tues,Weds,Thurs 9.30-17.00", "Tu,We,Th 09:30-17:00"),
    ("Mo-Fr 09:00–17:00", "Mo-Fr 09:00-17:00"), ("Mo—Fr 09:00−17:00", "Mo-Fr 09:00-17:00"),
    ("Mo to Fr 09:00 to 17:00", "Mo-Fr 09:00-17:00"), ("Mo-Fr 09:00-17:00;", "Mo-Fr 09:00-17:00"),
    (" ; Mo-Fr 09:00-17:00 ;; Sa 10:00-12:00 , ", "Mo-Fr 09:00-17:00; Sa 10:00-12:00"),
    ("Mo-Fr09:00-17:00;Sa10:00-12:00", "Mo-Fr 09:00-17:00; Sa 10:00-12:00"),
    ("Mo - Fr\u{A0}09:00 -  17:00", "Mo-Fr 09:00-17:00"),
    ("Mo-Fr: 09:00-17:00", "Mo-Fr 09:00-17:00"),
    ("Mo, We 10:00-12:00", "Mo,We 10:00-12:00"),
    ("Mo 10:00-12:00, 14:00-16:00", "Mo 10:00-12:00,14:00-16:00"),
    ("Mo 10:00-12:00,We 11:00-13:00", "Mo 10:00-12:00, We 11:00-13:00"),
    ("Mo 9am-5:30pm", "Mo 09:00-17:30"), ("Mo 12pm-12am", "Mo 12:00-24:00"),
    ("Mo 11:00 AM - 3:00 PM", "Mo 11:00-15:00"), ("Mo-Fr 24/7", "Mo-Fr 00:00-24:00"),
    ("25 Dec off; 10:00-12:00", "Dec 25 off; 10:00-12:00"),
    ("10:00-12:00; Dec 25,26 off", "10:00-12:00; Dec 25,Dec 26 off"),
    ("Mo-Fr Apr-Sep 10:00-12:00", "Apr-Sep Mo-Fr 10:00-12:00"),
    ("January-Sept Mo 10:00-12:00", "Jan-Sep Mo 10:00-12:00"),
    ("week 1 - 10 Mo 10:00-12:00", "week 01-10 Mo 10:00-12:00"),
    ("Mo 10:00-12:00 “ring”", "Mo 10:00-12:00 \"ring\""),
    ("mo OFF; 10:00-12:00", "Mo off; 10:00-12:00"),
    ("2026 Dec 25, 2027 Jan 1 10:00-12:00", "2026 Dec 25,2027 Jan 1 10:00-12:00"),
  ])
  func readAsMeant(slip: String, meant: String) throws {
    let start = CivilTime("2025-01-01T00:00")!
    let expected = try OpeningHours(meant).changes(from: start, days: 800)
    let found = try OpeningHours(slip).changes(from: start, days: 800)
    #expect(expected.count > 1)
    #expect(found.map(\.time) == expected.map(\.time))
    #expect(found.map(\.state) == expected.map(\.state))
  }

  @Test(arguments: [
    ("", 1, "days, dates, times or a state"), ("  ", 3, "days"), (";", 2, "days"),
    ("Mo-Fr 9-17", 7, "a time like 09:00"), ("Mo-Fr 9-5pm", 7, "a time"),
    ("Mo-Fr 10:00", 12, "'-' and the closing time"), ("Mo-Fr 10:00-", 13, "a time"),
    ("Mo-Fr 10:0-12:00", 10, "two digits"), ("Mo-Fr 10:60-12:00", 10, "minutes, 00…59"),
    ("Mo-Fr 25:00-26:00", 7, "a time up to 24:00"), ("Mo 10:00-49:00", 10, "a time up to 48:00"),
    ("Mo 9am-17:00", 8, "am or pm in both"), ("Mo 9:00-5pm", 4, "am or pm in both"),
    ("Mo 13pm-5pm", 4, "from 1 to 12"), ("Mo 10:00-12:00 Tu 10:00-12:00", 16, "';', ',' or '||'"),
    ("Mo-Fr PH off", 7, "';', ',' or '||'"), ("Mo–Xx 10:00-12:00", 3, "';'"),
    ("Summer 10:00-12:00", 1, "days"), ("Mo[6] off", 4, "a number, 1…5"),
    ("Mo[3-1] off", 7, "from 3 on"),
    ("Mo[1 off", 6, "']'"), ("Feb 30 off", 1, "a day that the month has"),
    ("Jan 5-Mar off", 7, "a day"),
    ("Jan-Mar 5 off", 5, "a month"), ("Jan 5-2026 Jan 7 off", 7, "no year"),
    ("2026 Jan 5-2025 Jan 7 off", 12, "a later year"), ("2026-2024 off", 10, "a year from 2026 on"),
    ("2026-2030/0 off", 12, "a step"), ("week 54 off", 6, "1…53"),
    ("week 40-3/2 off", 11, "no step"),
    ("(sunset+01:00 off", 15, "')'"), ("(noon-01:00)-18:00", 2, "dawn, sunrise"),
    ("(sunset)-18:00", 8, "'+' or '-'"), ("Mo 10:00-12:00/0", 16, "minutes, 1 or more"),
    ("Mo off \"unclosed", 17, "'\"'"), ("Mo ||", 6, "days"), ("Mo off off", 8, "';'"),
    ("Mo 10:00-12:00 \u{1F37D}", 16, "';'"), ("éa", 1, "days"), ("Mo +400 days", 4, "';'"),
    ("PH +400 days", 5, "no more than 366 days"), ("Easter Fr off", 8, "Monday or Sunday"),
    ("30-2 Jan off", 1, "a time like 09:00"), ("Jan 00 off", 1, "a day that the month has"),
    ("Jan 0 off", 1, "a day that the month has"), ("Jan 32 off", 1, "a day that the month has"),
    ("Jan 00-05 off", 1, "a day that the month has"), ("Jan 5-00 off", 7, "a day that the month"),
    ("2026 Jan 00 off", 6, "a day that the month has"), ("00 Jan off", 1, "a day that the month"),
    ("0-5 Jan off", 1, "a day that the month has"), ("Jan 5,0 off", 7, "a day that the month has"),
    ("2026 Feb 29 off", 6, "a day that the month has"), ("week 0 off", 6, "1…53"),
  ])
  func faults(text: String, column: Int, expected: String) throws {
    let fault = #expect(throws: HoursFault.self) { try OpeningHours(text) }
    #expect(fault?.column == column, "\(text): \(fault?.message ?? "")")
    #expect(fault?.expected.contains(expected) == true, "\(text): \(fault?.message ?? "")")
  }

  /// Hours cut anywhere, with any byte changed, or very long are refused or read, without a trap.
  @Test func hostileBytesDoNotTrap() {
    let text = Array(
      "2026 Dec 25-Jan 2: Mo[1,-1] +2 days,PH -1 day (sunset-01:00)-26:00+/30 unknown \"x\" || 24/7"
        .utf8)
    for count in 0...text.count { parse(Array(text[..<count])) }
    for place in text.indices {
      for byte in [UInt8(0), 0x20, 0x22, 0x2D, 0x39, 0x5B, 0x7C, 0x80, 0xC2, 0xE2, 0xFF] {
        var other = text
        other[place] = byte
        parse(other)
      }
    }
    let many = Array(repeating: Array("Mo 10:00-12:00;".utf8), count: 1_000).joined()
    for length in [4_080, 4_095, 4_096, 15_000] { parse(Array(many.prefix(length))) }
    #expect(throws: HoursFault(column: 4_096, expected: "no more than 4095 bytes")) {
      try OpeningHours(String(decoding: many, as: UTF8.self))
    }
  }

  private func parse(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      guard let hours = try? OpeningHours(parsing: bytes) else { return }
      let time = CivilTime("2026-12-24T12:00")!
      #expect(hours.nextChange(after: time, in: london).map { $0 > time } ?? true)
      _ = hours.comment(at: time, in: london)
    }
  }
}
