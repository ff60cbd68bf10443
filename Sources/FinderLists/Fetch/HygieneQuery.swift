import FinderEngine

/// A request to the hygiene ratings' API: one business type, around a point or of an authority, page by page.
package struct HygieneQuery: Equatable, Sendable {
  enum Place: Equatable, Sendable {
    case area(FetchArea)
    /// By its number.
    case authority(Int)
  }

  private let businessType: Int
  let place: Place

  /// More are allowed, but smaller pages arrive sooner and cost less to repeat.
  static let pageSize = 500
  private static let metresInMile = 1609.344
  private static let headers = ["x-api-version: 2", "Accept: application/json"]

  /// The areas, then the authorities; for each, one business type after another.
  package static func all(_ request: FetchRequest, authorities: [Int]) -> [HygieneQuery] {
    let places = request.areas.map { Place.area($0) } + authorities.map { Place.authority($0) }
    let types = request.kinds.map(\.businessType)
    let each = types.indices.filter { types.firstIndex(of: types[$0]) == $0 }.map { types[$0] }
    return places.flatMap { place in
      each.map { HygieneQuery(businessType: $0, place: place) }
    }
  }

  package func message(page: Int, to server: WebAddress) -> FetchMessage? {
    let query = "\(placeText)&businessTypeId=\(businessType)&pageNumber=\(page)"
    return Self.message("/Establishments", "\(query)&pageSize=\(Self.pageSize)", server)
  }

  package static func authorities(of server: WebAddress) -> FetchMessage? {
    message("/Authorities", "", server)
  }

  private static func message(
    _ path: String, _ query: String, _ server: WebAddress
  ) -> FetchMessage? {
    // Users may give the address of one of the API's lists.
    let server = server.removing(endings: ["/establishments", "/authorities"])
    return server.appending(path: path, query: query).map {
      FetchMessage(source: .hygiene, address: $0, headers: headers, form: nil, query: nil)
    }
  }

  /// The API takes whole miles.
  private var placeText: String {
    switch place {
    case .authority(let number): return "localAuthorityId=\(number)"
    case .area(let area):
      let (center, radius) = area.circle
      let miles = max(1, Int((FetchArea.asked(radius) / Self.metresInMile).rounded(.up)))
      return "latitude=\(plain(center.latitude))&longitude=\(plain(center.longitude))"
        + "&maxDistanceLimit=\(miles)"
    }
  }

  /// The area that the venues must be in: the circle asked for is larger.
  var area: FetchArea? { if case .area(let area) = place { area } else { nil } }
}
