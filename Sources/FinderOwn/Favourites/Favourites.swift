import FinderEngine

/// The user's favourites, in the user's own order, each once.
///
///     let favourites = try Favourites(in: folder)
///     try Favourites.change(in: folder) { $0.add(Favourite(name: "Dishoom")!) == nil }
package struct Favourites: OwnContents, Sendable {
  package private(set) var items: [Favourite] = []
  package var others = OtherMembers()

  /// Where the list is read from. In the user's own file, a second favourite with the same name is damage,
  /// since the next change would lose it; a list from elsewhere is only read.
  private enum Origin { case own, export, exportWithList }

  private var origin = Origin.own

  package static let fileName = "favourites.json"
  package static let version = 1

  package init() {}

  /// Reads the output of `export`, or of a script in the same form.
  package init(exported text: PaddedBytes, named name: String) throws(OwnFileError) {
    do throws(OwnFileError) {
      origin = .export
      self = try OwnFile.contents(of: text, named: name, addedTo: self)
      guard origin == .exportWithList else {
        throw .damaged(
          path: name, line: 1, column: 1, problem: "expected an object with \"favourites\"")
      }
    } catch {
      throw .imported(error)
    }
  }

  /// Finds a favourite by its position (from 1), its id or its name. A number is a position, unless the list
  /// is shorter.
  package func place(of what: String) -> Int? {
    if let position = Int(what), position > 0, position <= items.count { return position - 1 }
    let name = FoldedName(what)
    return items.firstIndex { $0.id == what }
      ?? items.firstIndex { $0.name.map { FoldedName($0) == name } ?? false }
  }

  /// Adds it at the end. If it is there already, returns its place and changes nothing.
  package mutating func add(_ favourite: Favourite) -> Int? {
    if let place = items.firstIndex(where: { $0.key == favourite.key }) { return place }
    items.append(favourite)
    return nil
  }

  /// Returns whether the order has changed.
  package mutating func move(from place: Int, to target: Int) -> Bool {
    guard place != target else { return false }
    items.insert(items.remove(at: place), at: target)
    return true
  }

  package mutating func remove(at place: Int) { items.remove(at: place) }

  /// If another favourite has that name already, returns its place and changes nothing.
  package mutating func rename(at place: Int, to name: String) -> Int? {
    var favourite = items[place]
    favourite.name = name
    let other = items.indices.first { $0 != place && items[$0].key == favourite.key }
    if other == nil { items[place] = favourite }
    return other
  }

  /// Adds the new ones at the end, in their order. Returns how many there are.
  package mutating func merge(_ other: Favourites) -> Int {
    var keys = Set(items.map(\.key))
    let new = other.items.filter { keys.insert($0.key).inserted }
    items += new
    return new.count
  }

  package mutating func take(
    _ key: JSONStringSpan, _ cursor: inout JSONCursor
  ) throws(ParseError) -> Bool {
    guard cursor.string(key, is: "favourites") else { return false }
    var found: [Favourite] = []
    var starts = GrowingList<Int>()
    try cursor.readArray { (cursor) throws(ParseError) in
      starts.append(cursor.position)
      found.append(try Favourite(&cursor))
    }
    let keys = found.map(\.key)
    let repeated = KeySet.firstRepeated(of: keys.count) {
      keys[$0].hash
    } areSame: {
      keys[$0] == keys[$1]
    }
    if let repeated {
      guard origin != .own else {
        throw ParseError(starts[repeated], "expected each favourite only once")
      }
      var seen: Set<Favourite.Key> = []
      found.removeAll { !seen.insert($0.key).inserted }
    }
    items = found
    if origin == .export { origin = .exportWithList }
    return true
  }

  package var members: [(inout ByteBuffer) -> Void] {
    [
      { output in
        output.append(key: "favourites", elements: items.count, indent: "\n  ") {
          items[$1].append(at: $1, to: &$0)
        }
      }
    ]
  }
}
