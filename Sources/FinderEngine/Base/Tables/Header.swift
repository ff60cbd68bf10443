/// The names of a table's columns, without surrounding white space.
package struct Header: Sendable {
  package let names: [[UInt8]]

  package init(names: [[UInt8]]) { self.names = names }

  /// The first row of a text that is a table.
  package init?(of text: Bytes) {
    guard let start = TableStart(text, hasEscapes: false, isLast: true),
      let rows = FirstRow.candidates(text, start, isLast: true, longest: ListStream.longestPart),
      let names = try? rows[FirstRow.best(rows, in: text)].names(in: text)
    else { return nil }
    self.init(names: names)
  }

  package var count: Int { names.count }

  /// Whether finder itself writes such a header: the measures of a venue side by side, a group's zoom before
  /// its venue, or the columns that `bulk` puts after its input. In TSV, escapes follow.
  var isOfFinder: Bool {
    isOfAnswers
      || zip(names, names.dropFirst()).contains { first, second in
        switch (String(decoding: first, as: UTF8.self), String(decoding: second, as: UTF8.self)) {
        case ("distance_m", "bearing_deg"), ("splits_at_zoom", "venue_id"), ("moved", "error"),
          ("count", "error"):
          true
        case (let count, "error"): count.hasPrefix("count_")
        default: false
        }
      }
  }

  /// Rows of `bulk` end with an error, or with the precision of a point in words. The columns of a venue,
  /// whichever were chosen, are between that and the rank.
  private var isOfAnswers: Bool {
    let end = names.lastIndex { $0.elementsEqual("error".utf8) }
    guard let end, let rank = names[..<end].lastIndex(where: { $0.elementsEqual("rank".utf8) })
    else { return false }
    let others = names[(end + 1)...]
    return end - rank > 1
      && (others.isEmpty
        || others.elementsEqual(ColumnNames.precision) { $0.elementsEqual($1.bytes) })
  }

  /// Whether two of its columns hold a position.
  var hasPosition: Bool {
    degrees != nil || pair(ColumnNames.easting, ColumnNames.northing) != nil
  }

  /// How many of its names are known; x and y count only as a pair.
  var knownCount: Int {
    let plane = pair(ColumnNames.plane.latitude, ColumnNames.plane.longitude) == nil ? 0 : 2
    let others = names.count { name in
      name.withUnsafeBufferPointer { name in
        ColumnNames.ofCoordinates.contains { ColumnNames.isOne(of: $0, name) }
          || ColumnNames.ofVenues.contains { $0.contains { $0.bytes.equalsByLetters(name) } }
      }
    }
    return plane + others
  }

  /// The column with exactly that name, else with that name in any case.
  func column(named name: String) -> Int? {
    names.firstIndex { $0.elementsEqual(name.utf8) }
      ?? names.firstIndex { $0.equalsInAnyCase(name.utf8) }
  }

  /// The first column with one of these names; an earlier name wins over a later one.
  func column(of best: [StaticString]) -> Int? {
    best.lazy.compactMap { name in names.firstIndex { name.bytes.equalsInAnyCase($0) } }.first
  }

  /// The same, by letters and digits only: `Post Code` and `post_code` match `postcode`.
  package func columnByLetters(of best: [StaticString]) -> Int? {
    best.lazy.compactMap { name in names.firstIndex { name.bytes.equalsByLetters($0) } }.first
  }

  func pair(_ first: [StaticString], _ second: [StaticString]) -> (first: Int, second: Int)? {
    guard let first = column(of: first), let second = column(of: second) else { return nil }
    return (first, second)
  }

  /// The columns of a latitude and a longitude in degrees, by their names.
  var degrees: (first: Int, second: Int)? {
    pair(ColumnNames.latitude, ColumnNames.longitude)
      ?? pair(ColumnNames.plane.latitude, ColumnNames.plane.longitude)
  }

  /// Whether it has postcodes and no positions.
  package var hasPostcodesAlone: Bool {
    columnByLetters(of: ColumnNames.postcode) != nil && degrees == nil
      && pair(ColumnNames.easting, ColumnNames.northing) == nil
      && !names.contains { $0.elementsEqual("geometry".utf8) }
  }

  /// The columns that the user named.
  func columns(_ given: PositionNames) -> (first: Int, second: Int)? {
    guard let (latitude, longitude) = given.pair, let first = column(named: latitude),
      let second = column(named: longitude)
    else { return nil }
    return (first, second)
  }

  /// The column of a point in words: the one that the user named, else one with a usual name.
  func point(_ given: PositionNames) -> Int? {
    given.point.map { column(named: $0) } ?? columnByLetters(of: ColumnNames.point)
  }

  /// The name of a column, or `column_3` if it has none.
  package func key(_ column: Int) -> [UInt8] {
    names[column].isEmpty ? Self.madeUp(column) : names[column]
  }

  static func madeUp(_ column: Int) -> [UInt8] { Array("column_\(column + 1)".utf8) }

  func shown(_ column: Int) -> String {
    fitForMessage(String(decoding: names[column], as: UTF8.self))
  }

  func refuse(unknown name: String) throws(BadRecord) {
    guard column(named: name) == nil else { return }
    throw BadRecord("no column is named '\(fitForMessage(name))'; the columns are \(list)")
  }

  package var list: String {
    let most = 20
    return names.indices.prefix(most).map { "'\(shown($0))'" }.joined(separator: ", ")
      + (count > most ? ", …" : "")
  }
}
