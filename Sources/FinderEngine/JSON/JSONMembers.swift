/// The members of an object by their keys' bytes; of equal keys the last holds, as in most readers.
struct JSONMembers {
  struct Member {
    let key: [UInt8]
    let value: JSONSpan
  }

  private(set) var members: [Member] = []

  init(
    of object: JSONSpan, in text: JSONCursor,
    where isWanted: (JSONStringSpan, JSONSpan) -> Bool = { _, _ in true }
  ) {
    guard !object.isNone else { return }
    text.forEachMember(of: object) { key, value in
      guard isWanted(key, value) else { return }
      members.append(Member(key: text.decoded(key), value: value))
    }
    guard members.count > 1 else { return }
    members.sort { a, b in
      a.key == b.key ? a.value.start > b.value.start : a.key.lexicographicallyPrecedes(b.key)
    }
    var last: [UInt8]?
    members.removeAll { member in
      defer { last = member.key }
      return member.key == last
    }
  }
}
