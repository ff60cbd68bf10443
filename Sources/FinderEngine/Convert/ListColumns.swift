/// The columns that somebody named, and for what.
package struct ListColumns: Sendable {
  package var latitude: String?
  package var longitude: String?
  package var name: String?
  package var postcode: String?

  package init(
    latitude: String? = nil, longitude: String? = nil, name: String? = nil, postcode: String? = nil
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.name = name
    self.postcode = postcode
  }
}
