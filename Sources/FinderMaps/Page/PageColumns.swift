import FinderEngine

/// Texts of the venues, one line each, in the page's order. Tidied texts have no line breaks or tabs.
struct PageColumns: ~Copyable {
  private(set) var names: ByteBuffer
  /// The part before the last space of each postcode, then the part after it: 'SW1A', which neighbours share,
  /// and '1AA'. Packed that way, a postcode takes two bytes.
  private(set) var postcodes: ByteBuffer
  /// Other properties of each venue, in words where there are words for them.
  private(set) var properties: ByteBuffer
  /// How many venues have more properties in the dataset than there was room for.
  private(set) var venuesCutShort = 0

  /// The most bytes of other properties in a page. It is for browsing; the dataset has the rest.
  static let mostPropertyBytes = 4 << 20

  init(_ store: VenueStore, _ rows: [Int]) {
    names = ByteBuffer(capacity: rows.count * 24)
    postcodes = ByteBuffer(capacity: rows.count * 10)
    properties = ByteBuffer(capacity: rows.count + 64)
    var inwards = ByteBuffer(capacity: rows.count * 4)
    for (place, row) in rows.enumerated() {
      let venue = store.venue(ofRow: row)
      if place > 0 { addLine(&inwards) }
      venue.withName { names.append($0) }
      venue.withPostcode { postcode in
        let space = postcode.lastIndex(of: 0x20) ?? postcode.count
        postcodes.append(UnsafeBufferPointer(rebasing: postcode[..<space]))
        inwards.append(UnsafeBufferPointer(rebasing: postcode[min(space + 1, postcode.count)...]))
      }
      addProperties(of: venue)
    }
    postcodes.append("\n")
    postcodes.append(inwards.bytes)
  }

  private mutating func addLine(_ inwards: inout ByteBuffer) {
    names.append("\n")
    postcodes.append("\n")
    properties.append("\n")
    inwards.append("\n")
  }

  private mutating func addProperties(of venue: Venue) {
    guard venue.tokens.hasOtherProperties else { return }
    guard properties.count < Self.mostPropertyBytes else {
      venuesCutShort += 1
      return properties.append("Other\t(more in the dataset)")
    }
    let words = VenueWords(of: venue)
    for (place, row) in (words.phrases + words.others).enumerated() {
      if place > 0 { properties.append("\t") }
      properties.append(text: row.name)
      properties.append("\t")
      properties.append(text: row.text)
    }
  }
}
