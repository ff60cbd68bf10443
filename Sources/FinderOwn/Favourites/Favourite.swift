import FinderEngine

/// A favourite: all venues with a name, as a chain has many, or a single one by its id.
package struct Favourite: Equatable, Sendable {
  package internal(set) var name: String?
  package let id: String?
  var others = OtherMembers()

  /// With this name, tidied; `nil` if nothing is left of it.
  package init?(name: String) {
    let name = TidyText.string(name)
    guard !name.isEmpty else { return nil }
    (self.name, id) = (name, nil)
  }

  package init(id: String, name: String?) {
    self.id = id
    self.name = name.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// For people: its name, if it has one.
  package var shown: String { name ?? id ?? "" }

  /// The list may have each key only once.
  enum Key: Hashable {
    case id(String)
    case name(FoldedName)

    /// The same for equal keys, in every process.
    var hash: UInt64 {
      switch self {
      case .name(let name): name.hash
      case .id(let id): StableHash.of(id)
      }
    }
  }

  var key: Key { id.map { .id($0) } ?? .name(FoldedName(name ?? "")) }

  /// `position` is only for human readers: the order counts.
  init(_ cursor: inout JSONCursor) throws(ParseError) {
    let start = cursor.position
    var name: String?
    var id: String?
    var others = OtherMembers()
    try cursor.readMembers { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "name") {
        name = try cursor.readTextOrNull().map { TidyText.string($0) }
      } else if cursor.string(key, is: "id") {
        id = try cursor.readTextOrNull()
      } else if cursor.string(key, is: "position") {
        try cursor.skipValue()
      } else {
        try others.take(key, &cursor)
      }
    }
    if let id {
      guard !id.isEmpty else { throw ParseError(start, "expected an \"id\" that is not empty") }
      self.init(id: id, name: name)
    } else {
      guard let name, let favourite = Favourite(name: name) else {
        throw ParseError(start, "expected a favourite with a \"name\" or an \"id\"")
      }
      self = favourite
    }
    self.others = others
  }

  package func append(at place: Int, to output: inout ByteBuffer) {
    output.appendObject { output in
      output.append(key: "position", integer: place + 1)
      if let id { output.append(key: "id", string: id) }
      if name != nil || id != nil { output.append(key: "name", string: name) }
      others.append(to: &output)
    }
  }
}
