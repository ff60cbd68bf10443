import FinderEngine

/// What a dataset can be filtered by beyond names and places: how many venues have a kind, a cuisine, a diet,
/// a feature or opening hours, and the commonest value.
///
/// Hours are not parsed, which takes ten times as long.
package struct DatasetFilters: Sendable {
  package struct Filter: Sendable {
    /// `nil` for opening hours.
    package let aspect: FoodAspect?
    package let venues: Int
    /// `pizza`; `nil` if no venue has any, and for hours.
    package let value: String?

    /// `cuisines` and so on. It is `with` for features, since a dataset's venues are called features too.
    package var name: String {
      aspect.map { $0 == .feature ? $0.name.description : "\($0.noun)s" } ?? "hours"
    }
  }

  package let filters: [Filter]

  package init(of store: VenueStore) {
    let columns = FoodColumns(of: store)
    let census = FoodCensus(of: 0..<store.count, columns)
    filters =
      FoodAspect.allCases.map { aspect in
        let venues = census.venues(having: aspect)
        return Filter(
          aspect: aspect, venues: venues,
          value: venues > 0 ? census.entries(aspect).first?.value : nil)
      } + [
        Filter(
          aspect: nil, venues: (0..<store.count).count(where: store.hasOpeningHours(ofRow:)),
          value: nil)
      ]
  }
}
