import FinderEngine
import FinderChanges
import FinderLists

/// The venues of a dataset as two registers write them, with the ids and properties that `data fetch`
/// gives them: one knows ten in eleven of them, the other too (50,000 each of the sample's 55,000). Both
/// measure positions anew, by some metres. The first lacks every other postcode, and names every fifth
/// venue's number in the other; the second has names in capitals, with legal endings, with words of trade
/// or with a letter missing, and postcodes in other spellings.
struct TwoRegisters {
  let sources: [VenueMerge.Source]
  /// Of each.
  let count: Int

  init(_ store: VenueStore) {
    var random = SplitMix64(seed: 2026, stream: 0)
    var first = ByteBuffer(capacity: 1 << 24)
    var second = ByteBuffer(capacity: 1 << 24)
    first.append("{\"type\":\"FeatureCollection\",\"features\":[")
    second.append("{\"type\":\"FeatureCollection\",\"features\":[")
    count = store.count * 10 / 11
    var (firstDue, secondDue) = (count, count)
    for row in 0..<store.count {
      let venue = store.venue(ofRow: row)
      let left = UInt64(store.count - row)
      if random.next() % left < firstDue {
        Self.appendMapped(venue, row, &random, to: &first)
        firstDue -= 1
      }
      if random.next() % left < secondDue {
        Self.appendRated(venue, row, &random, to: &second)
        secondDue -= 1
      }
    }
    sources = [
      Self.source("osm", first), Self.source("hygiene", second, links: .hygiene),
    ]
  }

  private static func source(
    _ name: String, _ text: borrowing ByteBuffer, links: SourceLinks.Form? = nil
  ) -> VenueMerge.Source {
    VenueMerge.Source(
      name: name, text: PaddedBytes(copying: Array(text.bytes) + Array("]}".utf8)), links: links)
  }

  private static func appendMapped(
    _ venue: Venue, _ number: Int, _ random: inout SplitMix64, to output: inout ByteBuffer
  ) {
    let postcode = random.next() & 1 == 0 ? venue.postcode : nil
    append(venue, id: "osm:node/\(number)", &random, to: &output) { output in
      output.append(key: "name", string: venue.name)
      if let postcode { output.append(key: "addr:postcode", string: postcode) }
      output.append(key: "amenity", string: "restaurant")
      output.append(key: "cuisine", string: "pizza")
      output.append(key: "opening_hours", string: "Mo-Su 11:00-23:00")
      output.append(key: "phone", string: "+44 20 7946 \(1000 + number % 9000)")
      output.append(key: "addr:street", string: "High Street")
      if number % 5 == 0 { output.append(key: "fhrs_id", string: "\(number)") }
    }
  }

  private static func appendRated(
    _ venue: Venue, _ number: Int, _ random: inout SplitMix64, to output: inout ByteBuffer
  ) {
    let name = rated(venue.name, random.next() % 8)
    let isClosedUp = random.next() % 3 == 0
    append(venue, id: "fhrs:\(number)", &random, to: &output) { output in
      output.append(key: "BusinessName", string: name)
      output.append(
        key: "PostCode", string: isClosedUp ? venue.postcode?.filter { $0 != " " } : venue.postcode)
      output.append(key: "FHRSID", integer: number)
      output.append(key: "BusinessType", string: "Restaurant/Cafe/Canteen")
      output.append(key: "RatingValue", string: "\(number % 6)")
      output.append(key: "RatingDate", string: "2026-03-01")
      output.append(key: "AddressLine1", string: "\(number % 200) High Street")
    }
  }

  private static func rated(_ name: String, _ kind: UInt64) -> String {
    switch kind {
    case 0: name.uppercased()
    case 1: name + " Ltd"
    case 2: name + " Restaurant"
    case 3: String(name.prefix(name.count / 2) + name.dropFirst(name.count / 2 + 1))
    default: name
    }
  }

  private static func append(
    _ venue: Venue, id: String, _ random: inout SplitMix64, to output: inout ByteBuffer,
    properties: (inout ByteBuffer) -> Void
  ) {
    func metres() -> Double { Double(random.next() % 41) - 20 }
    // As exactly as OpenStreetMap has them.
    func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
    output.appendComma()
    output.append(text: "{\"type\":\"Feature\",\"id\":\"\(id)\"")
    output.append(key: "properties", object: properties)
    output.append(",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
    output.append(number: rounded(venue.coordinate.longitude + metres() / 70_000))
    output.append(",")
    output.append(number: rounded(venue.coordinate.latitude + metres() / 111_000))
    output.append("]}}")
  }
}
