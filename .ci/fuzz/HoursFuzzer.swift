/// Bytes as opening hours. A fault lies within the text; hours say the same of each minute as their
/// changes do, in every nation. However they are made, they take no more than some milliseconds.
func fuzzHours(_ bytes: UnsafeBufferPointer<UInt8>) {
  let raw = UnsafeRawBufferPointer(bytes)
  let hours: OpeningHours
  do {
    hours = try OpeningHours(parsing: raw)
  } catch {
    return expect(
      (1...min(bytes.count, 4_095) + 1).contains(error.column) && !error.expected.isEmpty,
      "\(error.message) lies outside the text")
  }
  let nation = Nation.allCases[bytes.count % Nation.allCases.count]
  let place = HoursPlace(latitude: 60.5, longitude: -1.2, nation: nation)
  checkTime(hours, place)
  // The days about the end of summer time, and about Christmas.
  for day in [20_751, 20_812] { checkChanges(hours, from: CivilTime(day: day, minute: 0), place) }
}

/// With the checks of a debug build and the sanitizer's, about thirty times as long as without.
private func checkTime(_ hours: OpeningHours, _ place: HoursPlace) {
  let start = clock()
  _ = hours.change(after: CivilTime(day: 20_781, minute: 720), in: place)
  for day in 20_781..<20_788 { _ = hours.intervals(on: day, in: place) }
  let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
  expect(seconds < 3, "hours take \(seconds) s")
}

private func checkChanges(_ hours: OpeningHours, from start: CivilTime, _ place: HoursPlace) {
  var (time, state) = (start, hours.state(at: start, in: place))
  var next = hours.nextChange(after: time, in: place)
  for _ in 0..<2 * 1440 {
    time = time + 1
    let found = hours.state(at: time, in: place)
    if time == next {
      expect(found != state, "\(time.text) is no change")
      (state, next) = (found, hours.nextChange(after: time, in: place))
    }
    expect(found == state, "changes at \(time.text) unannounced")
  }
  let pieces = hours.intervals(on: start.day, in: place)
  for (piece, next) in zip(pieces, pieces.dropFirst()) {
    expect(piece.from < piece.to && piece.to <= next.from, "pieces overlap on \(start.date)")
  }
}
