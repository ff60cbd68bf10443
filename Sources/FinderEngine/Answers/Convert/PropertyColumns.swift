/// The columns of a CSV file, collected from its records: `id` if a record has one, `name` and `postcode` if
/// one has those, `lat` and `lon`, the other keys in the order in which they first appear, and `geometry` if
/// one is not a plain point.
///
/// In two cases a column is named `properties.` and the key: for a property whose key would be taken for one
/// of finder's own columns, and for values of `name` or `postcode` that cannot be in a text column, such as
/// numbers.
final class PropertyColumns {
  static let prefix = "properties."

  struct Column {
    /// The key, decoded.
    let key: [UInt8]
    let header: [UInt8]
    let isText: Bool
    /// Whether it is for values of a text key that cannot be in the text column.
    let isMisfit: Bool
    /// The column of the same key's other values, if there is one.
    var other: Int?
  }

  @exclusivity(unchecked) private(set) var columns: [Column] = []
  @exclusivity(unchecked) private(set) var hasIDs = false
  @exclusivity(unchecked) private(set) var hasGeometries = false
  /// The spellings of keys at their first appearance, by column.
  private let spellings = KeptTexts()
  @exclusivity(unchecked) private var places: [[UInt8]: Int] = [:]
  @exclusivity(unchecked) private var typedPlaces: [[UInt8]: Int] = [:]
  /// For each member's number, its column in the previous record.
  @exclusivity(unchecked) private var guesses: [Int] = []

  /// Changes with each new column, and with the first id or geometry: rows written before lack it.
  var version: Int { columns.count + (hasIDs ? 1 : 0) + (hasGeometries ? 1 : 0) }

  /// The column of the record's member; a new one if there is none.
  @inline(__always)
  func column(ofMember number: Int, _ member: ListRecord.Member) -> Int {
    if number < guesses.count {
      let guess = guesses[number]
      if spellings[guess].hasSameBytes(as: member.key), !columns[guess].isMisfit,
        !columns[guess].isText || CellText.isPlainText(member.value)
      {
        return guess
      }
    }
    return findColumn(ofMember: number, member)
  }

  @inline(never)
  private func findColumn(ofMember number: Int, _ member: ListRecord.Member) -> Int {
    let key = CellText.decoded(member.key)
    let isText = ColumnNames.isText(key) && CellText.isPlainText(member.value)
    let known = isText || !ColumnNames.isText(key) ? places[key] : typedPlaces[key]
    let place = known ?? add(key, member.key, isText: isText)
    if number == guesses.count { guesses.append(place) }
    if number < guesses.count, columns[place].isText == isText { guesses[number] = place }
    return place
  }

  private func add(_ key: [UInt8], _ spelling: Bytes, isText: Bool) -> Int {
    let place = columns.count
    let isMisfit = !isText && ColumnNames.isText(key)
    columns.append(
      Column(
        key: key, header: Self.header(key, spelling, isHidden: isMisfit), isText: isText,
        isMisfit: isMisfit))
    spellings.append(text: spelling)
    if isMisfit { typedPlaces[key] = place } else { places[key] = place }
    if let other = isMisfit ? places[key] : typedPlaces[key] {
      columns[place].other = other
      columns[other].other = place
    }
    return place
  }

  func note(hasID: Bool, hasGeometry: Bool) {
    hasIDs = hasIDs || hasID
    hasGeometries = hasGeometries || hasGeometry
  }

  private static func header(_ key: [UInt8], _ spelling: Bytes, isHidden: Bool) -> [UInt8] {
    let quoted = Array((prefix + "\"").utf8) + Array(spelling) + [UInt8(ascii: "\"")]
    // A key that cannot be written in a cell is spelled as JSON, and so is one that looks like that.
    if CellText.needsJSON(spelling) || key.first == UInt8(ascii: "\"") { return quoted }
    // Readers drop white space around a header's cell.
    let isTrimmed = key.first.map { !$0.isBlank } ?? false && !(key.last?.isBlank ?? true)
    guard isHidden || !isTrimmed || ColumnNames.isReserved(key) || key.starts(with: prefix.utf8)
    else { return key }
    return isTrimmed || key.isEmpty ? Array(prefix.utf8) + key : quoted
  }

  /// In the file's order: `name` and `postcode`, then those after the position.
  var order: (first: [Int], rest: [Int]) {
    let first = ["name", "postcode"].compactMap { name in
      columns.firstIndex { $0.isText && $0.key.elementsEqual(name.utf8) }
    }
    return (first, columns.indices.filter { !first.contains($0) })
  }
}
