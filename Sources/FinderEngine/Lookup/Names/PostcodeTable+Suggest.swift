extension PostcodeTable {
  /// Outward codes that begin with what was typed, then whole postcodes, whatever the case and the
  /// spaces. They come in order, or with a point the nearest first.
  package func suggest(
    _ text: String, from point: Coordinate? = nil, limit: Int?
  ) -> [Suggestion] {
    let limit = limit ?? .max
    let prefixes = Self.prefixes(of: text)
    let ranges = prefixes.map(range(beginningWith:))
    var found: [Suggestion] = []
    if let first = prefixes.first, !first.contains(0x20) {
      found = suggestions(outwardCodes(in: ranges[0]), isOutward: true, from: point, limit: limit)
    }
    guard found.count < limit else { return found }
    let units = ranges.lazy.flatMap { $0 }
      .filter { Self.postcode(keys[$0]).level == .postcode }.map { $0..<$0 + 1 }
    let most = point == nil ? limit - found.count : .max
    return found
      + suggestions(
        Array(units.prefix(most)), isOutward: false, from: point, limit: limit - found.count)
  }

  private func range(beginningWith prefix: [UInt8]) -> Range<Int> {
    let key = Self.key(prefix)
    let end = prefix.isEmpty ? .max : key &+ Self.step(after: prefix.count) &- 1
    let first = firstPlace(in: 0..<keys.count) { keys[$0] >= key }
    return first..<firstPlace(in: first..<keys.count) { keys[$0] > end }
  }

  private static func key(_ prefix: [UInt8]) -> UInt64 {
    prefix.enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(56 - 8 * $1.offset) }
  }

  /// The texts that a postcode may begin with. Without a space `sw11` is `SW11` or `SW1 1`.
  private static func prefixes(of text: String) -> [[UInt8]] {
    var words = text.split(whereSeparator: \.isWhitespace).map { word in
      String(word).withBytes { Array(PlainPostcode($0)) }
    }
    words.removeAll(where: \.isEmpty)
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || $0.isWhitespace }
    guard isPlain, words.count <= 2, words.reduce(1, { $0 + $1.count }) <= 8 else { return [] }
    if words.count == 2 { return [words[0] + [0x20] + words[1]] }
    let typed = words.first ?? []
    let divided = (2...4).filter { $0 < typed.count && typed.count - $0 <= 3 && typed[$0].isDigit }
    return [typed] + divided.map { Array(typed[..<$0]) + [0x20] + Array(typed[$0...]) }
  }

  private func outwardCodes(in range: Range<Int>) -> [Range<Int>] {
    var codes: [Range<Int>] = []
    var place = range.lowerBound
    while place < range.upperBound {
      let code = self.range(of: Self.postcode(keys[place]).outcode)
      // Only with a forged file.
      guard code.upperBound > place else { break }
      codes.append(code)
      place = code.upperBound
    }
    return codes
  }

  private func suggestions(
    _ ranges: [Range<Int>], isOutward: Bool, from point: Coordinate?, limit: Int
  ) -> [Suggestion] {
    let origin = point.map { GeodesicOrigin($0) }
    func suggestion(_ range: Range<Int>) -> Suggestion? {
      guard let mean = meanOfAll(in: range) else { return nil }
      let postcode = Self.postcode(keys[range.lowerBound])
      return Suggestion(
        text: (isOutward ? postcode.outcode : postcode).text, kind: .postcode,
        venues: mean.venues, distance: origin.map { $0.distance(to: mean.coordinate) })
    }
    guard origin != nil else { return ranges.prefix(limit).compactMap(suggestion) }
    let all = ranges.compactMap(suggestion)
    let nearest = all.sorted { ($0.distance ?? 0, $0.text) < ($1.distance ?? 0, $1.text) }
    return Array(nearest.prefix(limit))
  }
}
