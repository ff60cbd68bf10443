/// What the members of an object show on the way: whether it is a collection, whose features are the
/// records of a stream, or a record itself.
struct CollectionScan {
  private let names: PositionNames
  /// An array of features was found.
  var isCollection = false
  /// The array is there, and nothing is in it.
  var hasNoFeatures = false
  /// `"type":"FeatureCollection"` was read.
  private(set) var saysCollection = false
  /// A member was read that only a record has.
  private var isRecord = false

  private var stringStart = 0
  /// The member's name, until its colon: a second colon behind a value has none.
  private var name: Range<Int>?
  private var key = Key.other
  private var isValue = false

  private enum Key {
    case type
    case features
    case other
  }

  init(_ names: PositionNames) { self.names = names }

  mutating func begin() { self = CollectionScan(names) }

  mutating func end() { begin() }

  var isEmptyCollection: Bool { saysCollection && hasNoFeatures }

  var mayBeFeatures: Bool { isValue && key == .features && !isRecord }

  /// The bytes that were kept begin so much later.
  mutating func move(by count: Int) {
    stringStart -= count
    name = name.flatMap { name in
      name.lowerBound < count ? nil : name.lowerBound - count..<name.upperBound - count
    }
  }

  mutating func beginString(at start: Int) { stringStart = start }

  mutating func endString(at end: Int, _ chunk: UnsafeBufferPointer<UInt8>) {
    guard stringStart >= 0 else { return }
    guard isValue else {
      name = stringStart..<end
      return
    }
    guard key == .type else { return }
    let value = UnsafeBufferPointer(rebasing: chunk[stringStart..<end])
    if value.equals("FeatureCollection") { saysCollection = true }
    if value.equals("Feature") { isRecord = true }
  }

  /// After a colon.
  mutating func readKey(_ chunk: UnsafeBufferPointer<UInt8>) {
    (isValue, key) = (true, .other)
    guard let range = name else { return }
    name = nil
    let bytes = UnsafeBufferPointer(rebasing: chunk[range])
    if bytes.equals("type") { key = .type }
    if bytes.equals("features") { key = .features }
    if bytes.equals("geometry") || names.role(of: bytes) != nil { isRecord = true }
  }

  mutating func endMember() { (isValue, key, name) = (false, .other, nil) }
}
