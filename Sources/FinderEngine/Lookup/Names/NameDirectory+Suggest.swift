extension NameDirectory {
  /// Names for a text that is being typed, the best fits first; see `SuggestionSearch`. `limit` is `nil`
  /// for all there are.
  package func suggest(
    _ text: String, from point: Coordinate? = nil, limit: Int?
  ) -> [Suggestion] {
    var search = SuggestionSearch(self, from: point, limit: limit)
    search.run(TypedText(text))
    return search.found.compactMap(suggestion)
  }

  private func suggestion(_ found: SuggestionSearch.Found) -> Suggestion? {
    guard let face = table.names.faces.value(at: found.name), face < store.count else { return nil }
    let row = Int(face)
    if case .chain = found.group, let chain = chain(ofRow: row) {
      return Suggestion(
        text: chain.name.withBytes(TidyName.string), kind: .chain, venues: chain.venues,
        distance: found.distance)
    }
    let venues = table.venues(of: found.name)
    return Suggestion(
      text: Venue(row: row, of: store).name, kind: .venue, venues: venues,
      row: venues == 1 ? row : nil, distance: found.distance)
  }
}
