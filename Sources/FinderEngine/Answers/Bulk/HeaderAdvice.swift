/// What to type for a table whose first row is neither a point nor a header with one, as far as its names or
/// numbers show.
struct HeaderAdvice {
  private let header: Header
  private let delimiter: Delimiter

  init(_ cells: [[UInt8]], _ delimiter: Delimiter) {
    (header, self.delimiter) = (Header(names: cells), delimiter)
  }

  private static let mostColumns = 20

  /// `A,51.5,-0.12`: the row has a point, but not in its first two columns. `nil` if it has none.
  var missingHeader: String? {
    let values = header.names.map { name in
      name.contains(UInt8(ascii: "."))
        ? name.withUnsafeBufferPointer { PositionText.number($0, decimalComma: true) } : nil
    }
    let place = values.indices.dropFirst().dropLast().first { place in
      guard let north = values[place], let east = values[place + 1] else { return false }
      return Coordinate(validLatitude: north, longitude: east) != nil
    }
    guard let place, header.names[0].contains(where: \.isASCIILetter), delimiter != .space,
      header.count <= Self.mostColumns
    else {
      return nil
    }
    let names = header.names.indices.map { column in
      column == place ? "lat" : column == place + 1 ? "lon" : text(Header.madeUp(column))
    }
    let sign = delimiter == .tab ? "\\t" : String(Character(Unicode.Scalar(delimiter.rawValue)))
    return
      "there is no header, and the latitude and longitude seem to be in columns \(place + 1) and "
      + "\(place + 2); put this line first: \(names.joined(separator: sign))"
  }

  /// `GPS Latitude`, `Zip`: names with more words than the known ones, or other names. `nil` if none is
  /// similar.
  var columns: String? {
    if let latitude = column(with: ["lat", "latitude"]),
      let longitude = column(with: ["lon", "long", "lng", "longitude"]), latitude != longitude
    {
      return "no columns are called 'lat' and 'lon'; try: --lat-column \(quoted(latitude)) "
        + "--lon-column \(quoted(longitude))"
    }
    return Self.words.lazy.compactMap { column(with: [$0]) }.first.map {
      "no column is called 'postcode' or 'place'; try: --point-column \(quoted($0))"
    }
  }

  private static let words = [
    "postcode", "postcodes", "zip", "zipcode", "postal", "address", "addresses", "place", "town",
    "city", "village", "location",
  ]

  /// `nil` if the name contains another delimiter: then the row was split with the wrong one.
  private func column(with words: [String]) -> Int? {
    let others = Delimiter.ofTables.filter { $0 != delimiter }.map(\.rawValue)
    return header.names.firstIndex { name in
      !name.contains(where: others.contains)
        && name.map(\.lowercasedASCII).split { !$0.isASCIILetter }.contains { word in
          words.contains { word.elementsEqual($0.utf8) }
        }
    }
  }

  /// Quoted for a shell if needed.
  private func quoted(_ column: Int) -> String {
    let name = header.shown(column)
    guard !name.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }) else {
      return name
    }
    let parts = name.split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.joined(separator: #"'\''"#))'"
  }
}
