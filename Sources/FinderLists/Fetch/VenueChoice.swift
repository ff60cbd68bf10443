import FinderEngine

/// Which venues are taken from a source that has everything, such as an extract of OpenStreetMap, and how a
/// list is read. If any of this changes, the same source makes another edition.
package struct VenueChoice: Sendable {
  package var kinds: [FetchKind]
  package var box: BoundingBox?
  package var polygon: Polygon?
  /// The text of the polygon. A copy is kept beside an edition.
  package var polygonText: PaddedBytes?
  /// Whether to include canteens and clubs, with `access=private` or `access=no`.
  package var includesPrivate: Bool
  /// Recorded separately (`EditionRecord.reading`), since it applies to lists too.
  package var reading = ReadingOptions()

  package init(
    kinds: [FetchKind] = FetchKind.usual, box: BoundingBox? = nil, polygon: Polygon? = nil,
    includesPrivate: Bool = false
  ) {
    (self.kinds, self.box, self.polygon) = (kinds, box, polygon)
    self.includesPrivate = includesPrivate
  }

  package var hasArea: Bool { box != nil || polygon != nil }

  package func contains(_ point: Coordinate) -> Bool {
    (box?.contains(point) ?? true) && (polygon?.contains(point) ?? true)
  }
}

// A choice as text, for the record of the edition made with it: all that is needed to make another edition in
// the same way.
//
//     osm&kinds=cafe,pub&box=-0.2,51.4,0,51.6&polygon=2c26b46b68ffc68ff99b453c1d304134&private

extension VenueChoice {
  /// `isOpenStreetMap` is for an extract, whose venues are those of a fetch.
  package func text(isOpenStreetMap: Bool) -> String {
    var parts = isOpenStreetMap ? ["osm"] : []
    let kinds = FetchKind.allCases.filter(kinds.contains)
    parts.append("kinds=" + kinds.text)
    if let box {
      parts.append(FetchArea.box(box).text)
    }
    if let polygonText { parts.append("polygon=\(SHA256.hex(of: polygonText.bytes).prefix(32))") }
    if includesPrivate { parts.append("private") }
    return parts.joined(separator: "&")
  }

  /// An edition's choice, with the copy of the polygon kept beside it; `nil` for anything that `text` does
  /// not write, or if the polygon is a different one.
  package init?(text: String, polygon: PaddedBytes?) {
    self.init(kinds: [])
    var parts = text.split(separator: "&", omittingEmptySubsequences: false)[...]
    if parts.first == "osm" { parts.removeFirst() }
    for part in parts {
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = words.count == 2 ? String(words[1]) : nil
      switch (words[0], value) {
      case ("kinds", let value?):
        guard let named = [FetchKind](text: value) else { return nil }
        kinds = named
      case ("box", let value?):
        guard case .box(let area)? = FetchArea("box", value) else { return nil }
        box = area
      case ("polygon", let value?):
        guard let polygon, SHA256.hex(of: polygon.bytes).hasPrefix(value), value.utf8.count == 32,
          let area = try? Polygon.read(polygon)
        else { return nil }
        (self.polygon, polygonText) = (area, polygon)
      case ("private", nil): includesPrivate = true
      default: return nil
      }
    }
    guard !kinds.isEmpty else { return nil }
  }

  /// Whether an edition was made with the same choice. An edition without a choice was made from a list,
  /// where only an area can be chosen.
  package func isThat(of edition: EditionRecord) -> Bool {
    guard edition.reading == reading.text else { return false }
    guard let choice = edition.choice else { return !hasArea }
    return [true, false].contains { text(isOpenStreetMap: $0) == choice }
  }
}

/// How the columns and text of a list are read, if the user says so.
///
///     name=Pub&encoding=latin1
package struct ReadingOptions: Sendable {
  package var columns = ListInput()
  package var encoding = TextSource.Encoding.utf8

  package init() {}

  /// `nil` if the user said nothing.
  package var text: String? {
    var parts: [String] = []
    func add(_ key: String, _ value: String?) {
      if let value { parts.append("\(key)=\(PercentCode.encoded(value))") }
    }
    add("lat", columns.position.latitude)
    add("lon", columns.position.longitude)
    add("name", columns.name)
    add("postcode", columns.postcode)
    for type in columns.businessTypes { add("type", type) }
    if encoding == .latin1 { add("encoding", "latin1") }
    if columns.hasEscapes { parts.append("escapes") }
    return parts.isEmpty ? nil : parts.joined(separator: "&")
  }

  /// `nil` for anything that `text` does not write.
  package init?(text: String) {
    var (latitude, longitude) = (String?.none, String?.none)
    for part in text.split(separator: "&", omittingEmptySubsequences: false) {
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = words.count == 2 ? PercentCode.decoded(words[1]) : nil
      switch (words[0], value) {
      case ("lat", let value?): latitude = value
      case ("lon", let value?): longitude = value
      case ("name", let value?): columns.name = value
      case ("postcode", let value?): columns.postcode = value
      case ("type", let value?): columns.businessTypes.append(value)
      case ("encoding", "latin1"): encoding = .latin1
      case ("escapes", nil) where words.count == 1: columns.hasEscapes = true
      default: return nil
      }
    }
    columns.position = PositionNames(latitude: latitude, longitude: longitude)
  }
}
