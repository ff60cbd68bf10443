/// Times as records write them: ISO 8601, UTC, whole seconds.
package enum Timestamp {
  package static var now: String { text(time(nil)) }

  package static func text(_ moment: time_t) -> String {
    var moment = moment
    var parts = tm()
    guard gmtime_r(&moment, &parts) != nil else { return "1970-01-01T00:00:00Z" }
    let date = [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday].map(twoDigits)
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits)
    return "\(date.joined(separator: "-"))T\(clock.joined(separator: ":"))Z"
  }

  private static func twoDigits(_ number: CInt) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}
