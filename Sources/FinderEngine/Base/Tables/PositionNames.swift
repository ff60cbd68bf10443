/// The keys of an object that are its latitude and longitude: exactly those that the user named, else those
/// with the best of the usual names (`ColumnNames`).
package struct PositionNames: Sendable {
  package var latitude: String?
  package var longitude: String?
  /// The key of a point in words, if the user named that instead.
  package var point: String?

  package init(latitude: String? = nil, longitude: String? = nil) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  var areGiven: Bool { latitude != nil || point != nil }

  var pair: (latitude: String, longitude: String)? {
    guard let latitude, let longitude else { return nil }
    return (latitude, longitude)
  }

  enum Half: Int {
    case latitude
    case longitude
  }

  /// The role of a key, and its rank among the names; `nil` for any other key.
  @inline(__always)
  func role(of key: Bytes) -> (half: Half, rank: Int)? {
    if !areGiven, key.count > 9 || key.first.map({ $0 | 0x20 }) != UInt8(ascii: "l") { return nil }
    return roleOfLikely(key)
  }

  @inline(never)
  private func roleOfLikely(_ key: Bytes) -> (half: Half, rank: Int)? {
    func rank(_ given: String?, _ usual: [StaticString]) -> Int? {
      guard areGiven else { return ColumnNames.rank(of: key, in: usual) }
      return given.map { key.elementsEqual($0.utf8) } == true ? 0 : nil
    }
    if let rank = rank(latitude, ColumnNames.latitude) { return (.latitude, rank) }
    return rank(longitude, ColumnNames.longitude).map { (.longitude, $0) }
  }
}
