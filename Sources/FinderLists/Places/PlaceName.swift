/// A text as the name of a place, with what distinguishes it from others of that name.
///
///     Ashford, Kent          // Ashford; Kent
///     Newport (Gwent)        // Newport; Gwent
///     Perth, Scotland, UK    // Perth; Scotland; UK
package struct PlaceName {
  let key: [UInt8]
  /// Every one of these must match.
  let regions: [String]

  /// `nil` if no name is left.
  init?(_ text: String) {
    guard text.utf8.count <= PlaceKey.mostBytes else { return nil }
    var parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    var regions: [String] = []
    let (name, qualifier) = Self.splitQualifier(parts.removeFirst())
    if let qualifier { regions.append(qualifier) }
    regions += parts.filter { !PlaceKey.of($0).isEmpty }
    key = PlaceKey.of(name)
    self.regions = regions
    guard !key.isEmpty else { return nil }
  }

  private init(key: [UInt8], regions: [String]) { (self.key, self.regions) = (key, regions) }

  /// The meanings that the text has if its comma was left out: the last words are the county.
  var withoutComma: [PlaceName] {
    guard regions.isEmpty else { return [] }
    return key.indices.reversed().filter { key[$0] == PlaceKey.space }.map { place in
      PlaceName(
        key: Array(key[..<place]),
        regions: [String(decoding: key[(place + 1)...], as: UTF8.self)])
    }
  }

  /// Splits a name from its bracketed ending.
  package static func splitQualifier(_ text: String) -> (name: String, qualifier: String?) {
    let bytes = text.utf8
    guard bytes.last == UInt8(ascii: ")"), let open = bytes.lastIndex(of: UInt8(ascii: "(")),
      open > bytes.startIndex
    else { return (text, nil) }
    var name = text[..<open]
    while name.utf8.last == PlaceKey.space { name.removeLast() }
    let qualifier = text[bytes.index(after: open)...].dropLast()
    return (String(name), qualifier.isEmpty ? nil : String(qualifier))
  }
}
