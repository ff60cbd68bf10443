import CZlib
import FinderEngine

/// A piece of a map, and extracts of it in every form that the format allows.
package struct OSMFile {
  package struct Node {
    package var id: Int64
    /// In billionths of a degree.
    package var latitude: Int64
    package var longitude: Int64
    package var tags: [(String, String)] = []

    package init(id: Int64, latitude: Int64, longitude: Int64, tags: [(String, String)] = []) {
      (self.id, self.latitude, self.longitude, self.tags) = (id, latitude, longitude, tags)
    }
  }

  package struct Way {
    package var id: Int64
    package var nodes: [Int64]
    package var tags: [(String, String)] = []

    package init(id: Int64, nodes: [Int64], tags: [(String, String)] = []) {
      (self.id, self.nodes, self.tags) = (id, nodes, tags)
    }
  }

  package struct Relation {
    package var id: Int64
    /// 0 for a node, 1 for a way, 2 for a relation.
    package var members: [(type: Int, id: Int64)]
    package var tags: [(String, String)] = []

    package init(id: Int64, members: [(type: Int, id: Int64)], tags: [(String, String)] = []) {
      (self.id, self.members, self.tags) = (id, members, tags)
    }
  }

  package struct Form: Sendable {
    package var isDense = true
    package var isPacked = true
    package var hasLocationsOnWays = false
    package var granularity: Int64 = 100
    package var offset: Int64 = 0
    package var objectsInBlock = 40
    /// The order of the blocks; `nil` for the usual order.
    package var shuffle: SeededGenerator?
    package var features = ["OsmSchema-V0.6", "DenseNodes"]
    /// After this many, an empty block and a blob of another type.
    package var emptyBlockAfter: Int?
    package var otherBlobAfter: Int?

    package init() {}
  }

  package var nodes: [Node] = []
  package var ways: [Way] = []
  package var relations: [Relation] = []

  package init() {}

  package func bytes(_ form: Form = Form()) -> [UInt8] {
    var blocks: [[UInt8]] = []
    func blocksOf<Object>(_ objects: [Object], _ group: ([Object], inout Strings) -> [UInt8]) {
      var start = 0
      while start < objects.count {
        let part = Array(objects[start..<min(start + form.objectsInBlock, objects.count)])
        var strings = Strings()
        let group = group(part, &strings)
        blocks.append(block(strings, group, form))
        start += form.objectsInBlock
      }
    }
    blocksOf(nodes) { form.isDense ? dense($0, &$1, form) : plain($0, &$1, form) }
    let places = Dictionary(nodes.map { ($0.id, $0) }) { first, _ in first }
    blocksOf(ways) { group($0, &$1) { way($0, &$1, form.hasLocationsOnWays ? places : nil, form) } }
    blocksOf(relations) { group($0, &$1, relation) }
    if var generator = form.shuffle { blocks.shuffle(using: &generator) }
    var file = Self.blob("OSMHeader", form.features.flatMap { Wire.text(4, $0) }, form.isPacked)
    for (number, block) in blocks.enumerated() {
      file += Self.blob("OSMData", block, form.isPacked)
      if form.emptyBlockAfter == number { file += Self.blob("OSMData", [], form.isPacked) }
      if form.otherBlobAfter == number { file += Self.blob("Weather", [1, 2, 3], false) }
    }
    return file
  }

  // MARK: Blobs and blocks

  package static func blob(_ type: String, _ message: [UInt8], _ isPacked: Bool) -> [UInt8] {
    let contents =
      isPacked
      ? Wire.number(2, Int64(message.count)) + Wire.bytes(3, packed(message))
      : Wire.bytes(1, message)
    let header = Wire.text(1, type) + Wire.number(3, Int64(contents.count))
    let length = UInt32(header.count)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + header + contents
  }

  private static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var length = compressBound(UInt(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(length))
    compress2(&packed, &length, bytes, UInt(bytes.count), 6)
    return Array(packed[..<Int(length)])
  }

  private struct Strings {
    var all = [""]
    var numbers: [String: Int64] = [:]

    mutating func number(_ string: String) -> Int64 {
      if let number = numbers[string] { return number }
      numbers[string] = Int64(all.count)
      all.append(string)
      return Int64(all.count - 1)
    }
  }

  private func block(_ strings: Strings, _ group: [UInt8], _ form: Form) -> [UInt8] {
    var block = Wire.bytes(1, strings.all.flatMap { Wire.text(1, $0) }) + Wire.bytes(2, group)
    if form.granularity != 100 { block += Wire.number(17, form.granularity) }
    if form.offset != 0 { block += Wire.number(19, form.offset) + Wire.number(20, -form.offset) }
    return block
  }

  private func group<Object>(
    _ objects: [Object], _ strings: inout Strings, _ object: (Object, inout Strings) -> [UInt8]
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for one in objects { bytes += object(one, &strings) }
    return bytes
  }

  private func keysAndValues(_ tags: [(String, String)], _ strings: inout Strings) -> [UInt8] {
    let keys = tags.map { strings.number($0.0) }
    let values = tags.map { strings.number($0.1) }
    return Wire.packed(2, keys) + Wire.packed(3, values)
  }

  private func units(_ node: Node, _ form: Form) -> (Int64, Int64) {
    (
      (node.latitude - form.offset) / form.granularity,
      (node.longitude + form.offset) / form.granularity
    )
  }

  private func plain(_ nodes: [Node], _ strings: inout Strings, _ form: Form) -> [UInt8] {
    group(nodes, &strings) { node, strings in
      let (latitude, longitude) = units(node, form)
      return Wire.bytes(
        1,
        Wire.signed(1, node.id) + keysAndValues(node.tags, &strings) + Wire.signed(8, latitude)
          + Wire.signed(9, longitude))
    }
  }

  private func dense(_ nodes: [Node], _ strings: inout Strings, _ form: Form) -> [UInt8] {
    let places = nodes.map { units($0, form) }
    var tags: [Int64] = []
    for node in nodes {
      for (key, value) in node.tags { tags += [strings.number(key), strings.number(value)] }
      tags.append(0)
    }
    if nodes.allSatisfy(\.tags.isEmpty) { tags = [] }
    return Wire.bytes(
      2,
      Wire.deltas(1, nodes.map(\.id)) + Wire.deltas(8, places.map(\.0))
        + Wire.deltas(9, places.map(\.1)) + Wire.packed(10, tags))
  }

  private func way(
    _ way: Way, _ strings: inout Strings, _ places: [Int64: Node]?, _ form: Form
  ) -> [UInt8] {
    var bytes =
      Wire.number(1, way.id) + keysAndValues(way.tags, &strings) + Wire.deltas(8, way.nodes)
    if let places {
      let nodes = way.nodes.map { units(places[$0]!, form) }
      bytes += Wire.deltas(9, nodes.map(\.0)) + Wire.deltas(10, nodes.map(\.1))
    }
    return Wire.bytes(3, bytes)
  }

  private func relation(_ relation: Relation, _ strings: inout Strings) -> [UInt8] {
    let roles = relation.members.map { _ in strings.number("outer") }
    return Wire.bytes(
      4,
      Wire.number(1, relation.id) + keysAndValues(relation.tags, &strings) + Wire.packed(8, roles)
        + Wire.deltas(9, relation.members.map(\.id))
        + Wire.packed(10, relation.members.map { Int64($0.type) }))
  }
}

/// Fields of Protocol Buffers.
package enum Wire {
  package static func varint(_ value: UInt64) -> [UInt8] {
    var (rest, bytes): (UInt64, [UInt8]) = (value, [])
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }

  package static func number(_ field: UInt64, _ value: Int64) -> [UInt8] {
    varint(field << 3) + varint(UInt64(bitPattern: value))
  }

  package static func signed(_ field: UInt64, _ value: Int64) -> [UInt8] {
    varint(field << 3) + varint(zigzag(value))
  }

  package static func bytes(_ field: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    varint(field << 3 | 2) + varint(UInt64(bytes.count)) + bytes
  }

  package static func text(_ field: UInt64, _ text: String) -> [UInt8] {
    bytes(field, Array(text.utf8))
  }

  package static func packed(_ field: UInt64, _ values: [Int64]) -> [UInt8] {
    values.isEmpty ? [] : bytes(field, values.flatMap { varint(UInt64(bitPattern: $0)) })
  }

  package static func deltas(_ field: UInt64, _ values: [Int64]) -> [UInt8] {
    let differences = zip(values, [0] + values).map { $0 &- $1 }
    return values.isEmpty ? [] : bytes(field, differences.flatMap { varint(zigzag($0)) })
  }
}
