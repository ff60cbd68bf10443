import FinderEngine

/// The three kinds of objects of OpenStreetMap, by their numbers in a relation's members.
package enum ObjectKind: Int, CaseIterable, Sendable {
  case node = 0
  case way, relation

  var name: StaticString {
    switch self {
    case .node: "node"
    case .way: "way"
    case .relation: "relation"
    }
  }
}

/// The id of an object of OpenStreetMap: `node/123`. Nodes and ways may have the same numbers.
package struct ObjectID: Hashable, Comparable, Sendable {
  /// The kind in bits 60 and 61, above the number.
  let word: UInt64

  init(word: UInt64) { self.word = word }

  /// `nil` for a number that OpenStreetMap does not give. Editors give negative ones to objects that are not
  /// uploaded yet.
  init?(_ kind: ObjectKind, _ number: Int64) {
    guard number > 0, number < 1 << 60 else { return nil }
    word = UInt64(number) | UInt64(kind.rawValue) << 60
  }

  @inline(__always)
  func append(to output: inout ByteBuffer) {
    let kind = ObjectKind(rawValue: Int(word >> 60)) ?? .relation
    output.append(kind.name)
    output.append("/")
    output.append(integer: Int(word & (1 << 60 - 1)))
  }

  package static func < (first: ObjectID, second: ObjectID) -> Bool { first.word < second.word }
}
