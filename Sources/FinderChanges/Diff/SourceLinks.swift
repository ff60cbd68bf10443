import FinderEngine

/// Finds venues of earlier sources that name a later source's venue by its id, as OpenStreetMap's `fhrs:id`
/// names an establishment of the hygiene ratings. That is the surest sign that two are the same venue.
package struct SourceLinks {
  /// How a source writes such links.
  package struct Form: Sendable {
    /// The property that holds one id, or several separated by semicolons.
    let property: StaticString
    /// The index of its rarest byte, for the search.
    let rarest: Int
    /// What the source's ids have before the number.
    let prefix: StaticString

    package static let hygiene = Form(property: "fhrs_id", rarest: 4, prefix: "fhrs:")
    /// For the ratings as they are published, where an id is only the number.
    package static let hygieneList = Form(property: "fhrs_id", rarest: 4, prefix: "")
  }

  /// In metres. A link that leads farther was copied from another branch, or not updated after a move.
  static let farthest = 1000.0

  private let form: Form
  private let store: VenueStore

  init(_ form: Form, to store: VenueStore) { (self.form, self.store) = (form, store) }

  /// A venue of an earlier source, and a number that it links to.
  private struct Link {
    let group: Int
    let member: MergeGroups.Member
    let number: UInt64
  }

  /// Returns groups and rows. If several venues link to one, the nearest gets it.
  func pairs(of groups: MergeGroups, in stores: [VenueStore]) -> [(old: Int, new: Int)] {
    let links = links(of: groups, in: stores)
    let rows = rows(of: links)
    var found: [(metres: Double, old: Int, new: Int)] = []
    for link in links {
      guard let row = rows[link.number] else { continue }
      let metres = Geodesic.distance(
        from: stores[link.member.source].coordinate(ofRow: link.member.row),
        to: store.coordinate(ofRow: row))
      if metres <= Self.farthest { found.append((metres, link.group, row)) }
    }
    var (takenOld, takenNew) = (Set<Int>(), Set<Int>())
    found.sort(by: <)
    return found.compactMap { _, old, new in
      guard !takenOld.contains(old), !takenNew.contains(new) else { return nil }
      takenOld.insert(old)
      takenNew.insert(new)
      return (old, new)
    }
  }

  /// On several threads, since every property has to be searched.
  private func links(of groups: MergeGroups, in stores: [VenueStore]) -> [Link] {
    Parallel.collect(of: groups.count, atLeast: 1 << 12) { range, links in
      for (source, store) in stores.enumerated() {
        for group in range {
          guard let row = groups.row(of: source, inGroup: group) else { continue }
          for number in numbers(ofRow: row, in: store) {
            let member = MergeGroups.Member(source: source, row: row)
            links.append(Link(group: group, member: member, number: number))
          }
        }
      }
    }
  }

  /// Reads only features that are linked to: the column of ids shows which those are.
  private func rows(of links: [Link]) -> [UInt64: Int] {
    var numbers: [VenueIDKey: UInt64] = [:]
    var id = ByteBuffer(capacity: 64)
    for link in links {
      guard let number = Int(exactly: link.number) else { continue }
      id.truncate()
      id.append(form.prefix.bytes)
      id.append(integer: number)
      numbers[VenueIDKey(ownID: id.bytes)] = link.number
    }
    guard !numbers.isEmpty else { return [:] }
    let found = Parallel.collect(of: store.count, atLeast: 1 << 12) { range, found in
      let cursor = JSONCursor(store.text)
      for row in range {
        guard let number = numbers[store.columns.idKey[row]] else { continue }
        let token = store.readFeature(ofRow: row).id
        guard !token.isNone else { continue }
        let bytes = cursor.bytes(of: token)
        if bytes.dropFirst().starts(with: form.prefix.bytes), Self.numbers(in: bytes) == [number] {
          found.append((number: number, row: row))
        }
      }
    }
    return Dictionary(found.map { ($0.number, $0.row) }) { $1 }
  }

  private func numbers(ofRow row: Int, in store: VenueStore) -> [UInt64] {
    let bytes = store.featureBytes(ofRow: row)
    // The key may be written with escapes. Reading every feature took twice as long as everything else.
    guard bytes.holds(form.property.bytes, rarest: form.rarest) || bytes.holds(UInt8(ascii: "\\"))
    else { return [] }
    let cursor = JSONCursor(store.text)
    var numbers: [UInt64] = []
    cursor.forEachMember(of: store.readFeature(ofRow: row).properties) { key, value in
      if cursor.string(key, is: form.property) {
        numbers = Self.numbers(in: cursor.bytes(of: value))
      }
    }
    return numbers
  }

  /// Runs of digits, except those longer than any id.
  private static func numbers(in bytes: Bytes) -> [UInt64] {
    bytes.split { !$0.isDigit }.compactMap { UInt64(String(decoding: $0, as: UTF8.self)) }
  }
}
