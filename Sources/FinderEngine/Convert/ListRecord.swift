/// One venue of a list on its way from one form into another: pieces of JSON text as they stood, so
/// that names, ids, numbers and properties go out to the byte as they came in.
///
/// One record serves for all rows. The pieces lie in the list's window or in the record's own memory
/// (`arena`), and are gone when the next is read.
package struct ListRecord: ~Copyable {
  package typealias Text = UnsafeBufferPointer<UInt8>

  package struct Member: BitwiseCopyable {
    /// As it is spelled between its quotes.
    package var key: Text
    /// A JSON value.
    package var value: Text

    package init(key: Text, value: Text) {
      self.key = key
      self.value = value
    }
  }

  package enum Place {
    case none
    /// A point of two numbers, as JSON spells them.
    case point(latitude: Text, longitude: Text)
    /// A geometry of another kind, or with more to it: a JSON object.
    case other(Text)
  }

  /// A JSON value; empty where there is none.
  package var id = noText
  package var place = Place.none
  /// Where it stands, if anywhere: the centre of the bounding box of what is no point.
  package var coordinate: Coordinate?
  /// The properties, in their order.
  package private(set) var members = RecordMembers()
  /// Members of a GeoJSON feature other than its usual ones.
  package internal(set) var foreign = RecordMembers()
  /// Where it begins in its list, from 1; 0 where that is not known.
  package var line = 0
  var arena = Arena()

  package init() {}

  package static var noText: Text { Text(start: nil, count: 0) }

  package mutating func clear() {
    id = Self.noText
    place = .none
    coordinate = nil
    members.removeAll()
    foreign.removeAll()
    arena.reset()
  }

  /// `key` and `value` are JSON text that outlives the record's next `clear`.
  @inline(__always) package mutating func append(key: Text, value: Text) {
    members.append(Member(key: key, value: value))
  }

  /// A box round where it stood.
  mutating func dropBox() {
    guard foreign.count > 0 else { return }
    foreign.removeAll { $0.key.elementsEqual("bbox".utf8) }
  }

  mutating func removeMembers() { members.removeAll() }

  mutating func set(_ index: Int, _ member: Member) { members[index] = member }

  /// Pieces of text, one after the other.
  mutating func join(_ first: Text, _ between: StaticString, _ second: Text, _ end: StaticString)
    -> Text
  {
    let place = arena.room(first.count + second.count + 16)
    var count = 0
    func put(_ text: Text) {
      if let source = text.baseAddress { (place + count).update(from: source, count: text.count) }
      count += text.count
    }
    put(first)
    put(Text(start: between.utf8Start, count: between.utf8CodeUnitCount))
    put(second)
    put(Text(start: end.utf8Start, count: end.utf8CodeUnitCount))
    return arena.take(count)
  }

  /// Text that is kept until the next `clear`.
  package mutating func keep(_ bytes: Text) -> Text { arena.copy(bytes) }

  /// A point by numbers; `decimals` of them are written.
  package mutating func setPoint(_ point: Coordinate, decimals: Int) {
    let latitude = arena.decimal(point.latitude, decimals: decimals)
    place = .point(
      latitude: latitude, longitude: arena.decimal(point.longitude, decimals: decimals))
    coordinate = point
  }

  /// A point by the texts of its numbers, as a list has them. Returns what is wrong.
  mutating func setPoint(latitude: Text?, longitude: Text?) -> String? {
    guard let latitude else { return longitude == nil ? nil : "has no latitude" }
    guard let longitude else { return "has no longitude" }
    guard let north = PositionText.read(latitude, arena: &arena) else {
      return "its latitude is not a number: \(excerpt(of: latitude, at: 0))"
    }
    guard let east = PositionText.read(longitude, arena: &arena) else {
      return "its longitude is not a number: \(excerpt(of: longitude, at: 0))"
    }
    guard let point = Coordinate(validLatitude: north.value, longitude: east.value) else {
      return Coordinate(latitude: north.value, longitude: east.value).rangeProblem
    }
    setPoint(latitude: north.text, longitude: east.text, at: point)
    return nil
  }

  /// A point by the texts of its numbers, which are JSON.
  package mutating func setPoint(latitude: Text, longitude: Text, at point: Coordinate) {
    place = .point(latitude: latitude, longitude: longitude)
    coordinate = point
  }
}

/// Members of an object.
package struct RecordMembers: ~Copyable {
  private var list = GrowingList<ListRecord.Member>()

  init() {}

  @inline(__always) package var count: Int { list.count }

  @inline(__always) package subscript(index: Int) -> ListRecord.Member {
    get { list[index] }
    set { list[index] = newValue }
  }

  @inline(__always) mutating func removeAll() { list.removeAll() }

  mutating func removeAll(where isUnwanted: (ListRecord.Member) -> Bool) {
    list.removeAll(where: isUnwanted)
  }

  @inline(__always) mutating func append(_ member: ListRecord.Member) { list.append(member) }
}

extension Arena {
  /// A number with so many decimals, without zeros at its end; halves go away from zero.
  mutating func decimal(_ value: Double, decimals: Int) -> UnsafeBufferPointer<UInt8> {
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
