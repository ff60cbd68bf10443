/// Times as servers write them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
package enum HTTPDate {
  private static let months = "JanFebMarAprMayJunJulAugSepOctNovDec"

  package static func seconds(of text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", words[2].utf8.count == 3,
      let month = (0..<12).first(where: { months.dropFirst(3 * $0).hasPrefix(words[2]) })
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    return Timestamp.seconds(of: "\(words[3])-\(number)-\(words[1])T\(words[4])Z")
  }
}

/// Times as records write them: ISO 8601, UTC, whole seconds.
package enum Timestamp {
  /// As in `2026-11-27`, in UTC.
  package static var today: String { day(time(nil)) }

  package static var now: String { text(time(nil)) }

  package static func text(_ moment: time_t) -> String {
    var moment = moment
    var parts = tm()
    guard gmtime_r(&moment, &parts) != nil else { return "1970-01-01T00:00:00Z" }
    let month = twoDigits(parts.tm_mon + 1)
    let day = twoDigits(parts.tm_mday)
    let hour = twoDigits(parts.tm_hour)
    let clock = "\(hour):\(twoDigits(parts.tm_min)):\(twoDigits(parts.tm_sec))"
    return "\(twoDigits(parts.tm_year + 1900))-\(month)-\(day)T\(clock)Z"
  }

  /// `nil` for a text that is not in this form, or is not an existing time.
  package static func seconds(of text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 20, let midnight = seconds(ofDay: String(text.prefix(10))) else {
      return nil
    }
    let seconds =
      midnight + number(bytes[11..<13]) * 3600 + number(bytes[14..<16]) * 60
      + number(bytes[17..<19])
    return self.text(seconds) == text ? seconds : nil
  }

  /// When a day such as `2026-11-21` begins.
  package static func seconds(ofDay text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 10 else { return nil }
    var parts = tm()
    parts.tm_year = CInt(number(bytes[..<4])) - 1900
    parts.tm_mon = CInt(number(bytes[5..<7])) - 1
    parts.tm_mday = CInt(number(bytes[8...]))
    let seconds = timegm(&parts)
    // For 30 February, `timegm` returns another day.
    return day(seconds) == text ? seconds : nil
  }

  /// As in `2026-11-21`.
  package static func day(_ moment: Int) -> String { String(text(moment).prefix(10)) }

  /// The value of digits; other characters show when the result is compared with its text.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1 & 15) }
  }

  private static func twoDigits(_ number: CInt) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}

extension EditionRecord {
  /// When the file was written, in seconds since 1970, as the server or the file states; `nil` if unknown.
  package var written: Int? {
    modified.flatMap { Timestamp.seconds(of: $0) }
      ?? (request == nil ? lastModified.flatMap { HTTPDate.seconds(of: $0) } : nil)
  }
}
