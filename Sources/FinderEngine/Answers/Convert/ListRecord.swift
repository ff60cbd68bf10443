/// One venue of a list on its way from one form to another. It holds pieces of JSON text unchanged, so names,
/// ids, numbers and properties are written exactly as they were read.
///
/// One record is reused for all rows. The pieces are in the list's window or in the record's own memory
/// (`arena`), and are valid until the next is read.
package struct ListRecord: ~Copyable {
  package typealias Members = GrowingList<Member>

  package struct Member: BitwiseCopyable {
    /// As spelled between its quotes.
    package var key: Bytes
    package var value: Bytes
  }

  package enum Place {
    case none
    /// A point of two numbers, as spelled in JSON.
    case point(latitude: Bytes, longitude: Bytes)
    /// A geometry of another kind, or with more members: a JSON object.
    case other(Bytes)
  }

  /// A JSON value; empty if there is none.
  package var id = noText
  var place = Place.none
  /// Its position, if it has one: for anything but a point, the centre of the bounding box.
  package internal(set) var coordinate: Coordinate?
  /// The properties, in order.
  package var members = Members()
  /// Members of a GeoJSON feature other than the usual ones.
  package var foreign = Members()
  package var arena = Arena()

  package init() {}

  static var noText: Bytes { Bytes(start: nil, count: 0) }

  mutating func clear() {
    id = Self.noText
    place = .none
    coordinate = nil
    members.removeAll()
    foreign.removeAll()
    arena.reset()
  }

  /// `key` and `value` must be JSON text that outlives the record's next `clear`.
  @inline(__always) package mutating func append(key: Bytes, value: Bytes) {
    members.append(Member(key: key, value: value))
  }

  @inline(__always) package mutating func append(key: StaticString, value: Bytes) {
    append(key: key.bytes, value: value)
  }

  /// Removes a box around its earlier position.
  mutating func dropBox() { foreign.removeAll { $0.key.equals("bbox") } }

  /// Joins two texts, with `between` between them and `end` after them.
  package mutating func join(
    _ first: Bytes, _ between: StaticString, _ second: Bytes, _ end: StaticString
  ) -> Bytes {
    let place = arena.room(first.count + second.count + 16)
    var count = 0
    func put(_ text: Bytes) {
      if let source = text.baseAddress { (place + count).update(from: source, count: text.count) }
      count += text.count
    }
    put(first)
    put(between.bytes)
    put(second)
    put(end.bytes)
    return arena.take(count)
  }

  /// A copy of a text, valid until the next `clear`.
  package mutating func keep(_ bytes: Bytes) -> Bytes { arena.copy(bytes) }

  package mutating func keep(_ text: String) -> Bytes {
    var text = text
    return text.withUTF8 { arena.copy($0) }
  }

  /// Sets a point from numbers; `decimals` of them are written.
  package mutating func setPoint(_ point: Coordinate, decimals: Int) {
    let latitude = arena.decimal(point.latitude, decimals: decimals)
    place = .point(
      latitude: latitude, longitude: arena.decimal(point.longitude, decimals: decimals))
    coordinate = point
  }

  /// Sets a point from the texts of its numbers, as in a list. Returns what is wrong, or `nil`.
  mutating func setPoint(latitude: Bytes?, longitude: Bytes?) -> String? {
    guard let latitude else { return longitude == nil ? nil : "has no latitude" }
    guard let longitude else { return "has no longitude" }
    guard let north = PositionText.read(latitude, arena: &arena) else {
      return "its latitude is not a number: \(excerpt(of: latitude, at: 0))"
    }
    guard let east = PositionText.read(longitude, arena: &arena) else {
      return "its longitude is not a number: \(excerpt(of: longitude, at: 0))"
    }
    return setPoint(
      latitude: north.text, longitude: east.text,
      ifValid: Coordinate(latitude: north.value, longitude: east.value))
  }

  /// The same for texts that are JSON, with their values.
  @inline(__always)
  mutating func setPoint(latitude: Bytes, longitude: Bytes, ifValid point: Coordinate) -> String? {
    guard Coordinate(validLatitude: point.latitude, longitude: point.longitude) != nil else {
      return point.rangeProblemOfRecord
    }
    setPoint(latitude: latitude, longitude: longitude, at: point)
    return nil
  }

  /// Sets a point from the texts of its numbers, which must be JSON.
  package mutating func setPoint(latitude: Bytes, longitude: Bytes, at point: Coordinate) {
    place = .point(latitude: latitude, longitude: longitude)
    coordinate = point
  }

  // The names of a record, for sorting and for finding duplicates

  /// The name that finder shows, in unchanged UTF-8.
  var name: [UInt8] { text { key in VenueKeys.nameRank { key.equals($0) } } }
  var postcode: [UInt8] { text { key in VenueKeys.postcodeRank { key.equals($0) } } }

  /// The value of the best key that is not empty, the last among equal keys, as when a dataset is read.
  private func text(ranked rank: (Bytes) -> UInt8?) -> [UInt8] {
    var found: (value: Bytes, rank: UInt8)?
    for index in 0..<members.count {
      let member = members[index]
      guard let rank = rank(member.key), rank <= found?.rank ?? rank, hasContent(member.value)
      else { continue }
      found = (member.value, rank)
    }
    return found.map { meaning($0.value) } ?? []
  }

  private func hasContent(_ value: Bytes) -> Bool {
    switch value.first ?? 0 {
    case UInt8(ascii: "\""): meaning(value).withUnsafeBufferPointer { !TidyText.string($0).isEmpty }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  private func meaning(_ value: Bytes) -> [UInt8] {
    value.first == UInt8(ascii: "\"")
      ? CellText.decoded(Bytes(rebasing: value.dropFirst().dropLast())) : Array(value)
  }

  /// Equal for two records with the same tidied name and the same postcode, ignoring its spacing and case.
  /// Without a postcode the position must be the same too, since branches all over the country may have that
  /// name. `nil` if the record has nothing to identify it.
  var duplicateKey: [UInt8]? {
    var key: [UInt8] = []
    name.withUnsafeBufferPointer { TidyText.append($0, to: &key) }
    let postcode = postcode.filter { !$0.isBlank }.map { byte in
      (0x61...0x7A).contains(byte) ? byte & 0xDF : byte
    }
    guard !key.isEmpty, !postcode.isEmpty || coordinate != nil else { return nil }
    key.append(0)
    if postcode.isEmpty, let coordinate {
      withUnsafeBytes(of: coordinate) { key.append(contentsOf: $0) }
      key.append(0)
    }
    return key + postcode
  }
}

extension Arena {
  /// A number with so many decimals, without trailing zeros; halves are rounded away from zero.
  package mutating func decimal(_ value: Double, decimals: Int) -> Bytes {
    let scale = DecimalNumber.powersOfTen[min(decimals, 12)]
    let scaled = Int((value * scale).rounded())
    var digits = String(scaled.magnitude)
    if digits.utf8.count <= decimals {
      digits = String(repeating: "0", count: decimals + 1 - digits.utf8.count) + digits
    }
    var fraction = Substring(digits.suffix(decimals))
    while fraction.last == "0" { fraction.removeLast() }
    var text = (scaled < 0 ? "-" : "") + digits.dropLast(decimals)
    if !fraction.isEmpty { text += "." + fraction }
    return text.withUTF8 { copy($0) }
  }
}

/// Members of an object that outlive the window they were read from.
final class KeptMembers {
  private let texts = KeptTexts()

  var count: Int { texts.count / 2 }

  func append(_ key: Bytes, _ value: Bytes) {
    texts.append(text: key)
    texts.append(text: value)
  }

  func has(_ key: StaticString) -> Bool { (0..<count).contains { texts[2 * $0].equals(key) } }

  /// Appends each after a comma. If features are moved, a box around their earlier positions is left out.
  func append(
    to output: inout ByteBuffer, withoutBox: Bool = false, withoutAttribution: Bool = false
  ) {
    for index in 0..<count {
      let key = texts[2 * index]
      if withoutBox, key.equals("bbox") { continue }
      if withoutAttribution, AttributionMembers.isOne(key) { continue }
      output.append(rawKey: key)
      output.append(json: texts[2 * index + 1])
    }
  }
}
