/// A town, or a district of London: a row of `Data/places.csv`.
struct Place {
  let name: String
  let centre: GridPoint
  let population: Int
  /// The letters that its postcodes begin with.
  let postcodeArea: String

  /// How much of the country's eating out happens here.
  ///
  /// A country town has more tables a head than a suburb, so every place starts with some, a
  /// village with fewer; and inner London feeds those who work there and visit, who outnumber its
  /// residents the more, the nearer to its middle.
  var weight: Int {
    let start = min(26_000, 8_000 + 8 * population)
    let inward = max(Self.londonReach - centre.offset(to: Self.charingCross).length, 0)
    let visitors = Self.visitorsAtCharingCross * inward * inward
    return population + start + visitors / (Self.londonReach * Self.londonReach)
  }

  private static let charingCross = GridPoint(latitude: 51_5074, longitude: -1278)
  private static let londonReach = 10 * Offset.stepsPerKilometre
  private static let visitorsAtCharingCross = 130_000
}

extension Place {
  /// The rows of a file below its heading `name,lat,lon,population,postcode_area,county`. One without
  /// a postcode area is only there to be searched from: London's venues are those of its districts.
  static func all(_ path: String?) throws -> [Place] {
    let file = path ?? "Data/places.csv"
    let lines = String(decoding: try readFile(file), as: UTF8.self).split(separator: "\n")
    let places = try lines.enumerated().dropFirst().compactMap { number, line -> Place? in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      if cells.count == 6, cells[4].isEmpty { return nil }
      guard let place = Place(row: cells) else {
        throw Problem(
          message: "\(file), line \(number + 1): not a place", status: ExitStatus.badData)
      }
      return place
    }
    guard !places.isEmpty else {
      throw Problem(message: "\(file) holds no place", status: ExitStatus.badData)
    }
    return places
  }

  /// Within the box that the generator's tables are made for, which holds the United Kingdom.
  private init?(row: [Substring]) {
    guard row.count == 6,
      let latitude = Self.steps(row[1]), (490_000..<620_000).contains(latitude),
      let longitude = Self.steps(row[2]), (-90_000..<30_000).contains(longitude),
      let population = Int(row[3]), (0..<100_000_000).contains(population),
      PostcodeDistricts.all[String(row[4])] != nil
    else { return nil }
    name = String(row[0])
    centre = GridPoint(latitude: latitude, longitude: longitude)
    self.population = population
    postcodeArea = String(row[4])
  }

  /// `-0.1278` as -1278: no floating point on the way, and at most four decimals.
  private static func steps(_ text: Substring) -> Int? {
    let isNegative = text.hasPrefix("-")
    let parts = (isNegative ? text.dropFirst() : text)
      .split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let degrees = Int(parts[0]), (0...180).contains(degrees)
    else { return nil }
    let decimals = parts.count == 2 ? parts[1] : "0"
    guard (1...4).contains(decimals.count), decimals.allSatisfy({ $0 >= "0" && $0 <= "9" }),
      let fraction = Int(decimals + String(repeating: "0", count: 4 - decimals.count))
    else { return nil }
    return (isNegative ? -1 : 1) * (degrees * 10_000 + fraction)
  }
}
