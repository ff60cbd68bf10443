import FinderEngine
import OpeningHoursKit

extension Subcommand {
  /// Lines of a place, days and hours answered: what another implementation is held against.
  static let hours = Subcommand(
    name: "hours", synopsis: "",
    summary: """
      the changes of state of the opening hours of each line `NATION LAT LON FROM DAYS HOURS`,
            separated by tabs
      """
  ) { arguments in
    _ = try Options(arguments, [])
    var output = ""
    while let line = readLine() {
      let cells = line.split(separator: "\t", maxSplits: 5, omittingEmptySubsequences: false)
      guard cells.count == 6, let place = place(cells), let days = Int(cells[4]),
        let start = CivilTime(String(cells[3]))
      else { throw Problem.usage("'\(line)' is not NATION, LAT, LON, FROM, DAYS, HOURS") }
      output += changes(String(cells[5]), from: start, days: days, in: place) + "\n"
    }
    try printOutput(output)
  }

  private static func place(_ cells: [Substring]) -> HoursPlace? {
    guard let latitude = Double(cells[1]), let longitude = Double(cells[2]),
      Coordinate(validLatitude: latitude, longitude: longitude) != nil,
      let nation = Nation.allCases.first(where: { "\($0)" == cells[0] })
    else { return nil }
    return HoursPlace(latitude: latitude, longitude: longitude, nation: nation)
  }

  /// `MINUTE STATE` of each change, in minutes since the start.
  private static func changes(
    _ text: String, from start: CivilTime, days: Int, in place: HoursPlace
  ) -> String {
    do {
      let hours = try OpeningHours(text)
      var (time, changes) = (start, [String]())
      while true {
        let minute = (time.day - start.day) * 1440 + time.minute - start.minute
        changes.append("\(minute) \(hours.state(at: time, in: place))")
        guard let next = hours.nextChange(after: time, in: place), next < start + 1440 * days else {
          return changes.joined(separator: "\t")
        }
        time = next
      }
    } catch {
      return "fault \(error.message)"
    }
  }
}
