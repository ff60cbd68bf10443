import TestSupport
import Testing

@testable import OpeningHoursKit

/// Random strings of the whole grammar: `nextChange` agrees with the state at each minute.
@Suite struct HoursInvariantTests {
  @Test(.slow) func stateIsConstantBetweenChanges() throws {
    var draw = HoursDraw(random: SeededGenerator(seed: 13))
    for number in 0..<160 {
      let text = draw.hours()
      let hours = try OpeningHours(text)
      let place = HoursPlace(
        latitude: london.latitude, longitude: london.longitude, nation: Nation.allCases[number % 8])
      // Days around the new year, Easter, the change of clocks and midsummer.
      let day = CivilDay.number(
        2026, [1, 4, 3, 6, 12][number % 5], [1, 4, 28, 20, 23][number % 5])
      let start = CivilTime(day: day, minute: 0)
      let changes = hours.changes(from: start, days: 2, in: place)
      var next = 1
      var state = changes[0].state
      for minute in 0..<2 * 1440 {
        let time = start + minute
        if next < changes.count, changes[next].time == time {
          #expect(changes[next].state != state, "\(text): no change at \(time.text)")
          state = changes[next].state
          next += 1
        }
        guard hours.state(at: time, in: place) == state else {
          #expect(Bool(false), "\(text): at \(time.text) in \(place.nation)")
          break
        }
      }
    }
  }

  /// A day's table leaves out no open minute of a week, and has none twice.
  @Test func intervalsCoverTheWeek() throws {
    var draw = HoursDraw(random: SeededGenerator(seed: 14))
    for _ in 0..<100 {
      let text = draw.hours()
      let hours = try OpeningHours(text)
      let first = CivilDay.number(2026, 12, 21)
      let pieces = (first - 1..<first + 7).flatMap { hours.intervals(on: $0, in: london) }
      for (piece, next) in zip(pieces, pieces.dropFirst()) {
        #expect(piece.to <= next.from, "\(text)")
      }
      for minute in stride(from: 0, to: 6 * 1440, by: 30) {
        let time = CivilTime(day: first, minute: minute)
        let state = hours.state(at: time, in: london)
        let piece = pieces.first { $0.from <= time && time < $0.to }
        #expect((piece?.state ?? .closed) == state, "\(text) at \(time.text)")
        #expect(piece?.comment == nil || piece?.comment == hours.comment(at: time, in: london))
      }
    }
  }
}

/// Strings of the grammar, including its rarer parts.
struct HoursDraw {
  var random: SeededGenerator

  mutating func hours() -> String {
    var text = rule()
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let next = rule()
      // Weeks are given once, and a remark is alone.
      let mayHaveWeeks = !next.hasPrefix("week") && !next.hasPrefix("\"")
      text += one("; ", "; ", " || ", mayHaveWeeks ? ", week 1-53 " : "; ") + next
    }
    return text
  }

  private mutating func one(_ choices: String...) -> String {
    choices.randomElement(using: &random)!
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func rule() -> String {
    let days = wide() + one("", "", days(), days() + "," + days())
    let times = one("", span(), span() + "," + span(), span())
    let state = one("", "", "", " off", " unknown", " \"ring\"", " open \"x\"")
    return days + " " + (days.isEmpty && times.isEmpty ? "24/7" : times) + state
  }

  private mutating func wide() -> String {
    let (day, week) = (number(1...28), number(1...52))
    return one(
      "", "", "", "", "Dec \(day) ", "Dec \(day)-Jan \(day) ", "2026 Jan \(day)-\(day + 2),Mar 28 ",
      "week \(week) ", "week 1-53/2 ", "2026 ", "2020+ ", "easter -\(day) days ", "Mar-Sep ",
      "Jan-Dec ", "2019-2021 ", "Easter Monday ", "\"term\": ")
  }

  private mutating func days() -> String {
    let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
    let (a, b) = (names.randomElement(using: &random)!, names.randomElement(using: &random)!)
    let count = number(1...9)
    return one(
      a, "\(a)-\(b)", "\(a)-\(b)", "\(a)[\(number(1...5))]", "\(a)[-1] -\(count) days", "PH", "SH",
      "PH +\(count) days", "PH -1 day")
  }

  private mutating func span() -> String {
    let (start, end) = (clock(0...23), clock(0...47))
    let offset = "\(one("+", "-"))\(clock(0...2))"
    return one(
      "\(start)-\(end)", "\(start)-\(end)", "\(start)-\(end)", "\(start)+", "\(start)-\(end)+",
      "sunrise-sunset", "(sunset\(offset))-\(end)", "dusk-dawn", "\(start)-(dawn\(offset))")
  }

  private mutating func clock(_ hours: ClosedRange<Int>) -> String {
    let (hour, minute) = (number(hours), 15 * number(0...3))
    return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }
}
