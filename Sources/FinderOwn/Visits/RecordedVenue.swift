import FinderEngine

/// The venue of a record, as it was when the record was made. Editions of a dataset move and rename venues,
/// which changes most ids, so the name and the position are kept beside the id.
package struct RecordedVenue: Hashable, Sendable {
  package let id: String
  package let name: String?
  package let postcode: String?
  package let coordinate: Coordinate
  var others = OtherMembers()

  package init(id: String, name: String?, postcode: String?, coordinate: Coordinate) {
    (self.id, self.name, self.postcode, self.coordinate) = (id, name, postcode, coordinate)
  }

  package init(_ venue: Venue, id: String) {
    let name = venue.name
    self.init(
      id: id, name: name.isEmpty ? nil : name, postcode: venue.postcode,
      coordinate: venue.coordinate)
  }

  /// For people. Never empty, and tidied, since the file may be edited or forged.
  package var shown: String {
    TidyText.string(name ?? "").orNoName
  }

  private static let mostText = 1000

  /// In words: the limit that makes every export importable.
  package static let limit = "whose id, name and postcode have at most \(mostText) bytes each"

  package var isShort: Bool {
    [id, name ?? "", postcode ?? ""].allSatisfy { $0.utf8.count <= Self.mostText }
  }

  // Members that this finder does not know do not identify the venue.
  package static func == (a: RecordedVenue, b: RecordedVenue) -> Bool {
    (a.id, a.name, a.postcode) == (b.id, b.name, b.postcode) && a.coordinate == b.coordinate
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(coordinate)
  }

  init(_ cursor: inout JSONCursor) throws(ParseError) {
    let start = cursor.position
    var (id, name, postcode): (String?, String?, String?)
    var (latitude, longitude): (Double?, Double?)
    var others = OtherMembers()
    try cursor.readMembers { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "id") {
        id = try cursor.readTextOrNull()
      } else if cursor.string(key, is: "name") {
        name = try cursor.readTextOrNull()
      } else if cursor.string(key, is: "postcode") {
        postcode = try cursor.readTextOrNull()
      } else if cursor.string(key, is: "lat") {
        latitude = try cursor.readDouble()
      } else if cursor.string(key, is: "lon") {
        longitude = try cursor.readDouble()
      } else {
        try others.take(key, &cursor)
      }
    }
    guard let id, !id.isEmpty else { throw ParseError(start, "expected a venue with an \"id\"") }
    guard let latitude, let longitude,
      let coordinate = Coordinate(validLatitude: latitude, longitude: longitude)
    else { throw ParseError(start, "expected a venue with \"lat\" and \"lon\" in range") }
    self.init(id: id, name: name, postcode: postcode, coordinate: coordinate)
    self.others = others
  }

  func append(to output: inout ByteBuffer) {
    output.appendObject { output in
      output.append(key: "id", string: id)
      output.append(key: "name", string: name)
      output.append(key: "postcode", string: postcode)
      output.append(placeOf: coordinate)
      others.append(to: &output)
    }
  }
}
