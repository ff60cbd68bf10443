import FinderEngine

/// Recognises files that finder does not read, most often OpenStreetMap's data in another form, and says what
/// to get instead.
enum ForeignFile {
  /// What to call a file that begins with these bytes; `nil` for any other.
  static func name(of head: Bytes) -> String? {
    if let form = forms.first(where: { head.starts(with: $0.magic) }) { return form.name }
    let start = head.lengthOfByteOrderMark
    let text = head[start...].drop(while: \.isBlank)
    if text.first == UInt8(ascii: "<"), let name = text.firstElement {
      if name.elementsEqual("osm".utf8) { return "OpenStreetMap XML; " + extract }
      return name.elementsEqual("osmChange".utf8)
        ? "a list of changes to OpenStreetMap; " + extract : nil
    }
    // An extract without its first four bytes, which are a length.
    if head.dropFirst(4).starts(with: [0x0A, 7] + "OSMData".utf8) {
      return "an extract of OpenStreetMap without its beginning; get it whole"
    }
    return ForeignFormat.name(of: head) ?? (isTile(head) ? "a vector tile; " + extract : nil)
  }

  private static let extract = "finder reads the .osm.pbf of the same area"

  private static let forms: [(magic: [UInt8], name: String)] = [
    ([0xFF, 0xE0, 4] + Array("o5".utf8), "OpenStreetMap data as o5m; " + extract),
    ([0, 0, 0x27, 0x0A], "a shapefile; " + extract),
    (Array("BZh".utf8), "packed with bzip2; unpack it first, or get the .osm.pbf of the same area"),
    (Array("PMTiles".utf8), "an archive of map tiles; " + extract),
  ]

  /// Checks for a layer and its length, followed by its version or its name.
  private static func isTile(_ head: Bytes) -> Bool {
    guard head.first == 0x1A else { return false }
    let layer = head.dropFirst().prefix(5).drop { $0 >= 0x80 }.dropFirst()
    return layer.starts(with: [0x78, 2]) || layer.starts(with: [0x78, 1]) || layer.first == 0x0A
  }
}

extension VenueInput {
  /// What it is and what to do about it, if it is a form that finder does not read.
  package var foreignName: String? {
    guard form.isRefused else { return nil }
    guard Gzip.isGzip(head.bytes) else { return ForeignFile.name(of: head.bytes) }
    return Gzip.head(ofBeginning: head.bytes).flatMap { ForeignFile.name(of: $0.bytes) }
  }

  /// Why such a file is refused, if its beginning shows that.
  package var refusal: ListError? {
    if let foreignName { return .foreign(path: name, what: foreignName) }
    guard form == .other, isBinary else { return nil }
    return .malformed(
      path: name, place: "", problem: "expected a dataset, an extract, a list or a zip", hint: nil)
  }
}

extension Slice<Bytes> {
  /// The name of the first element of XML; `nil` if the name does not end in these bytes.
  var firstElement: Slice<Bytes>? {
    var rest = self
    while let mark = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(mark + 1)...]
      guard let next = rest.first else { break }
      let isComment = rest.starts(with: "!--".utf8)
      if next == UInt8(ascii: "?") || next == UInt8(ascii: "!") {
        guard
          let end = rest.indices.first(where: { place in
            rest[place] == UInt8(ascii: ">")
              && (!isComment || rest[..<place].suffix(2).elementsEqual("--".utf8))
          })
        else { break }
        rest = rest[(end + 1)...]
        continue
      }
      let name = rest.prefix { !$0.isBlank && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
      if name.count == rest.count { break }
      return name
    }
    return nil
  }
}
