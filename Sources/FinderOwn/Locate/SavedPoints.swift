import FinderEngine

/// Named points, such as `home` and `work`.
package struct SavedPoints: OwnContents, Sendable {
  package private(set) var points: [KeptPoint] = []
  package var others = OtherMembers()

  package static let fileName = "saved.json"
  package static let version = 1

  package init() {}

  package func point(named name: String) -> KeptPoint? { place(of: name).map { points[$0] } }

  private func place(of name: String) -> Int? {
    let name = FoldedName(name)
    return points.firstIndex { FoldedName($0.name) == name }
  }

  /// Replaces the point with its name, or adds it at the end.
  package mutating func save(_ point: KeptPoint) {
    if let place = place(of: point.name) { points[place] = point } else { points.append(point) }
  }

  /// Returns whether there was one.
  package mutating func forget(_ name: String) -> Bool {
    guard let place = place(of: name) else { return false }
    points.remove(at: place)
    return true
  }

  /// Why a point cannot have this name, as the end of a sentence; `nil` if it can. A name that reads as
  /// another form of a point would never be looked up. The name of a place may be used: the user's points
  /// come first.
  package static func problem(withName name: String) -> String? {
    let tidy = TidyText.string(name)
    if tidy.isEmpty { return "is not a name" }
    if tidy.utf8.count > mostBytes { return "is longer than \(mostBytes) bytes" }
    if FoldedName(tidy) == FoldedName("here") { return "stands for what 'finder locate' knows" }
    if tidy.utf8.first == UInt8(ascii: "-") { return "begins like an option" }
    if tidy.utf8.contains(UInt8(ascii: ":")) { return "has a colon, as prefixes and links have" }
    let words = tidy.split { " ,;".contains($0) }
    if words.count <= 2, words.allSatisfy({ DecimalNumber.parse(String($0)) != nil }) {
      return "is a number"
    }
    do throws(PointProblem) {
      if let form = try PointForm(tidy), form.isOwn { return "reads as \(form.name)" }
    } catch {
      return "reads as \(error.kind)"
    }
    return nil
  }

  private static let mostBytes = 200

  package mutating func take(
    _ key: JSONStringSpan, _ cursor: inout JSONCursor
  ) throws(ParseError) -> Bool {
    guard cursor.string(key, is: "points") else { return false }
    points = []
    var starts = GrowingList<Int>()
    try cursor.readArray { (cursor) throws(ParseError) in
      let start = cursor.position
      let point = try KeptPoint(&cursor)
      guard !point.name.isEmpty else { throw ParseError(start, "expected a point with a \"name\"") }
      points.append(point)
      starts.append(start)
    }
    let names = points.map { FoldedName($0.name) }
    let repeated = KeySet.firstRepeated(of: names.count) {
      names[$0].hash
    } areSame: {
      names[$0] == names[$1]
    }
    if let repeated { throw ParseError(starts[repeated], "expected a point with another name") }
    return true
  }

  package var members: [(inout ByteBuffer) -> Void] {
    [
      { output in
        output.append(key: "points", elements: points.count, indent: "\n  ") {
          points[$1].append(to: &$0)
        }
      }
    ]
  }
}
