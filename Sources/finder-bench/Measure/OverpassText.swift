import FinderEngine
import FinderLists

/// An answer of Overpass as large as those of the largest fetches, made up: 50,000 elements, 30 MB, with
/// the line breaks and indents that Overpass writes.
enum OverpassText {
  static let elements = 50_000

  static func make() -> PaddedBytes {
    var text = ByteBuffer(capacity: 32 << 20)
    text.append(
      text: """
        {
          "version": 0.6,
          "generator": "Overpass API 0.7.62.4 2390de5a",
          "osm3s": {
            "timestamp_osm_base": "2026-11-24T10:00:00Z"
          },
          "elements": [

        {
          "type": "count",
          "id": 0,
          "tags": {
            "total": "\(elements)"
          }
        }
        """)
    for id in 1...elements { text.append(text: ",\n\(element(id))") }
    text.append("\n  ]\n}\n")
    return PaddedBytes(copying: text.bytes)
  }

  private static func element(_ id: Int) -> String {
    let position =
      "\"lat\": 51.\(1_000_000 + id * 71 % 900_000),\n  \"lon\": -0.\(1_000_000 + id * 37 % 900_000)"
    let place = id % 4 == 0 ? "\"center\": {\n    \(position)\n  }" : position
    return """
      {
        "type": "\(id % 4 == 0 ? "way" : "node")",
        "id": \(1_000_000_000 + id),
        \(place),
        "tags": {
          "addr:city": "London",
          "addr:housenumber": "\(id % 300)",
          "addr:postcode": "N\(id % 20) \(id % 10)AA",
          "addr:street": "Lower Marsh Street",
          "amenity": "restaurant",
          "check_date:opening_hours": "2024-05-\(10 + id % 20)",
          "contact:phone": "+44 20 7946 \(1000 + id % 9000)",
          "cuisine": "italian;pizza",
          "name": "Trattoria da Mario \(id)",
          "opening_hours": "Mo-Fr 12:00-15:00,17:30-23:00; Sa 12:00-23:30; Su 12:00-22:00",
          "outdoor_seating": "yes",
          "wheelchair": "limited",
          "website": "https://www.example.org/restaurants/mario-\(id)"
        }
      }
      """
  }

  /// Into a dataset; returns its size.
  static func convert(_ text: PaddedBytes) -> Int {
    var features = FetchedFeatures(of: .osm)
    do throws(FetchFault) {
      try OverpassAnswer.read(text, in: nil, into: &features)
    } catch {
      fatalError(error.message)
    }
    return features.document { $0.append(attribution: [.openStreetMap]) }.bytes.count
  }
}
