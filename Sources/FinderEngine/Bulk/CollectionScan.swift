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
  private var string = 0..<0
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
    string = string.lowerBound - count..<string.upperBound - count
  }

  mutating func beginString(at start: Int) { stringStart = start }

  mutating func endString(at end: Int, _ chunk: UnsafeBufferPointer<UInt8>) {
    guard stringStart >= 0 else { return }
    string = stringStart..<end
    guard isValue, key == .type else { return }
    let value = UnsafeBufferPointer(rebasing: chunk[string])
    if value.equals("FeatureCollection") { saysCollection = true }
    if value.equals("Feature") { isRecord = true }
  }

  /// After a colon: the string before it was a key.
  mutating func readKey(_ chunk: UnsafeBufferPointer<UInt8>) {
    isValue = true
    key = .other
    guard string.lowerBound >= 0, string.upperBound <= chunk.count else { return }
    let name = UnsafeBufferPointer(rebasing: chunk[string])
    if name.equals("type") { key = .type }
    if name.equals("features") { key = .features }
    if name.equals("geometry") || names.role(of: name) != nil { isRecord = true }
  }

  mutating func endMember() { (isValue, key) = (false, .other) }
}
