import FinderEngine

/// The local authorities of the hygiene ratings, looked up by their names.
package struct AuthorityList: Sendable {
  package struct Authority: Equatable, Sendable {
    package let id: Int
    package let name: String
  }

  package enum Outcome: Equatable, Sendable {
    case one(Authority)
    case several([String])
    case none
  }

  package let all: [Authority]

  package init(reading text: PaddedBytes) throws(FetchFault) {
    var found: [Authority]?
    do throws(ParseError) {
      found = try Self.read(text)
    } catch {
      throw .unreadable(error, text)
    }
    guard let found, !found.isEmpty else { throw FetchFault("its answer has no authorities") }
    all = found
  }

  /// Finds an authority by its whole name in any spelling, or else by words that only its name has.
  /// Authorities that share a name can be found by number.
  package func find(_ name: String) -> Outcome {
    if let number = Int(name), let found = all.first(where: { $0.id == number }) {
      return .one(found)
    }
    let wanted = FoldedName(name)
    let same = all.filter { FoldedName($0.name) == wanted }
    if same.count == 1 { return .one(same[0]) }
    let match = NameMatch(name)
    let near =
      same.isEmpty
      ? all.filter { authority in authority.name.withBytes { match?.matches($0) ?? false } } : same
    if near.count == 1 { return .one(near[0]) }
    guard !near.isEmpty else { return .none }
    return .several(
      near.map { authority in
        let isShared = near.count { $0.name == authority.name } > 1
        return isShared ? "\(authority.name) (\(authority.id))" : authority.name
      })
  }

  /// The text by which `find` finds exactly this authority: its name, or else its number.
  package func word(for authority: Authority) -> String {
    find(authority.name) == .one(authority) ? authority.name : String(authority.id)
  }

  private static func read(_ text: PaddedBytes) throws(ParseError) -> [Authority]? {
    var cursor = JSONCursor(text)
    defer { withExtendedLifetime(text) {} }
    var found: [Authority]?
    cursor.skipWhitespace()
    try cursor.readObject { (key, cursor) throws(ParseError) in
      guard cursor.string(key, is: "authorities") else { return try cursor.skipValue() }
      var list: [Authority] = []
      try cursor.readArray { (cursor) throws(ParseError) in
        let start = cursor.position
        var (id, name): (Int?, String?)
        try cursor.readObject { (key, cursor) throws(ParseError) in
          let value = try cursor.spanOfValue()
          if cursor.string(key, is: "LocalAuthorityId") {
            id = Int(String(decoding: cursor.bytes(of: value), as: UTF8.self))
          } else if cursor.string(key, is: "Name"), cursor.base[value.start] == UInt8(ascii: "\"") {
            name = String(decoding: cursor.decoded(cursor.idToken(value)), as: UTF8.self)
          }
        }
        guard let id, id > 0, let name else {
          throw ParseError(start, "expected an authority with its LocalAuthorityId and Name")
        }
        list.append(Authority(id: id, name: name))
      }
      found = list
    }
    guard cursor.isAtEnd() else { throw cursor.failure("expected nothing more") }
    return found
  }
}
