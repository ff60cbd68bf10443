/// Records kept in memory, because sorting them or moving them apart needs all of them. Each is stored as its
/// texts, one after another, each after its length.
final class HeldRecords {
  private var bytes = ByteBuffer(capacity: 1 << 20)
  private var starts: [Int] = []
  private var names: [Range<Int>] = []
  private var postcodes: [Range<Int>] = []
  private(set) var coordinates: [Coordinate?] = []
  private(set) var isPoint: [Bool] = []
  private let keepsNames: Bool
  /// New positions, in place of those that were read.
  var moved: [Int: (point: Coordinate, decimals: Int)] = [:]

  init(keepsNames: Bool) { self.keepsNames = keepsNames }

  var count: Int { starts.count }
  var byteCount: Int { bytes.count }

  func append(_ record: borrowing ListRecord) {
    starts.append(bytes.count)
    coordinates.append(record.coordinate)
    append(record.id)
    switch record.place {
    case .none:
      bytes.append(0)
      isPoint.append(false)
    case .point(let latitude, let longitude):
      bytes.append(1)
      isPoint.append(true)
      append(latitude)
      append(longitude)
    case .other(let geometry):
      bytes.append(2)
      isPoint.append(false)
      append(geometry)
    }
    append(record.members)
    append(record.foreign)
    guard keepsNames else { return }
    names.append(append(bare: record.name))
    postcodes.append(append(bare: record.postcode))
  }

  private func append(_ members: borrowing ListRecord.Members) {
    append(length: members.count)
    for index in 0..<members.count {
      append(members[index].key)
      append(members[index].value)
    }
  }

  private func append(_ text: Bytes) {
    append(length: text.count)
    bytes.append(text)
  }

  private func append(length: Int) {
    withUnsafeBytes(of: UInt32(length)) { bytes.append($0.assumingMemoryBound(to: UInt8.self)) }
  }

  private func append(bare text: [UInt8]) -> Range<Int> {
    bytes.append(text)
    return bytes.count - text.count..<bytes.count
  }

  /// The record as it was appended, valid until another is appended.
  func read(_ index: Int, into record: inout ListRecord) {
    var place = starts[index]
    record.clear()
    record.id = text(&place)
    let kind = bytes.bytes[place]
    place += 1
    switch kind {
    case 1:
      let latitude = text(&place)
      record.place = .point(latitude: latitude, longitude: text(&place))
    case 2: record.place = .other(text(&place))
    default: break
    }
    record.coordinate = coordinates[index]
    for _ in 0..<length(&place) {
      let key = text(&place)
      record.append(key: key, value: text(&place))
    }
    for _ in 0..<length(&place) {
      let key = text(&place)
      record.foreign.append(ListRecord.Member(key: key, value: text(&place)))
    }
    if let moved = moved[index] { record.setPoint(moved.point, decimals: moved.decimals) }
  }

  private func length(_ place: inout Int) -> Int {
    let raw = UnsafeRawPointer(bytes.bytes.baseAddress!) + place
    place += 4
    return Int(raw.loadUnaligned(as: UInt32.self))
  }

  private func text(_ place: inout Int) -> Bytes {
    let count = length(&place)
    defer { place += count }
    return text(place..<place + count)
  }

  /// By the bytes of the name, then of the postcode, then by latitude and longitude, and then in the list's
  /// order; those without a position last.
  var sorted: [Int] {
    (0..<count).sorted { first, second in
      let byName = text(names[first]).order(text(names[second]))
      if byName != 0 { return byName < 0 }
      let byPostcode = text(postcodes[first]).order(text(postcodes[second]))
      if byPostcode != 0 { return byPostcode < 0 }
      guard let one = position(first) else { return position(second) == nil && first < second }
      guard let other = position(second) else { return true }
      let byPosition = one.order(other)
      return byPosition == 0 ? first < second : byPosition < 0
    }
  }

  private func position(_ index: Int) -> Coordinate? { moved[index]?.point ?? coordinates[index] }

  private func text(_ range: Range<Int>) -> Bytes { Bytes(rebasing: bytes.bytes[range]) }
}
