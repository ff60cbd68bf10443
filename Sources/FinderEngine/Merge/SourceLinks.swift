/// Which venues of earlier sources name a venue of a later one by its id there, as OpenStreetMap's `fhrs:id`
/// names an establishment of the hygiene ratings: the surest of all signs that two are one.
package struct SourceLinks {
  /// How that is written.
  package struct Form: Sendable {
    /// The property that names one id or several, with semicolons between.
    let property: StaticString
    /// What the ids of the source have before the number.
    let prefix: StaticString

    package static let hygiene = Form(property: "fhrs_id", prefix: "fhrs:")
  }

  /// Metres. A link that leads farther was copied from another branch, or never mended after a move.
  static let farthest = 1000.0

  private let form: Form
  private let store: VenueStore
  private var rows: [UInt64: Int] = [:]

  init(_ form: Form, to store: VenueStore) {
    (self.form, self.store) = (form, store)
    let cursor = JSONCursor(store.text)
    for row in 0..<store.count {
      let id = store.readFeature(ofRow: row).id
      guard !id.isNone, cursor.bytes(of: id).dropFirst().starts(with: form.prefix.bytes) else {
        continue
      }
      for number in Self.numbers(in: cursor.bytes(of: id)) { rows[number] = row }
    }
  }

  /// Places in `groups`, and rows. Of several that name one venue the nearest has it.
  func pairs(of groups: [[MergeGroups.Member]], in stores: [VenueStore]) -> [(old: Int, new: Int)] {
    var found: [(metres: Double, old: Int, new: Int)] = []
    for (place, members) in groups.enumerated() {
      for member in members {
        let source = stores[member.source]
        for number in numbers(ofRow: member.row, in: source) {
          guard let row = rows[number] else { continue }
          let metres = Geodesic.distance(
            from: source.coordinate(ofRow: member.row), to: store.coordinate(ofRow: row))
          if metres <= Self.farthest { found.append((metres, place, row)) }
        }
      }
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

  private func numbers(ofRow row: Int, in store: VenueStore) -> [UInt64] {
    let cursor = JSONCursor(store.text)
    var numbers: [UInt64] = []
    cursor.forEachMember(of: store.readFeature(ofRow: row).properties) { key, value in
      if cursor.string(key, is: form.property) {
        numbers = Self.numbers(in: cursor.bytes(of: value))
      }
    }
    return numbers
  }

  /// Runs of digits, but for those that are longer than any id.
  private static func numbers(in bytes: UnsafeBufferPointer<UInt8>) -> [UInt64] {
    bytes.split { !$0.isDigit }.compactMap { UInt64(String(decoding: $0, as: UTF8.self)) }
  }
}
