import FinderEngine

extension NewsScope {
  /// By what the two editions were fetched with. Files, and what a URL has, are compared with each other as
  /// a whole; neither is compared with a fetch, which knows only its area.
  package init(old: EditionRecord, new: EditionRecord) {
    guard old.request != new.request else {
      self = .all
      return
    }
    guard let first = old.request.flatMap(FetchRequest.init(text:)),
      let second = new.request.flatMap(FetchRequest.init(text:)),
      first.sources == second.sources, first.kinds == second.kinds
    else {
      self = .nothing
      return
    }
    guard !first.asksForTheSamePlaces(as: second) else {
      self = .all
      return
    }
    // Nobody here knows where an authority ends.
    guard first.authorities.isEmpty, second.authorities.isEmpty else {
      self = .nothing
      return
    }
    let tests = [first, second].map { $0.areas.map { FetchAreaTest($0) } }
    self = .places { place in
      tests.allSatisfy { areas in areas.contains { $0.contains(place) } }
    }
  }
}

extension FetchRequest {
  /// In whatever order, and of whichever servers.
  fileprivate func asksForTheSamePlaces(as other: FetchRequest) -> Bool {
    areas.allSatisfy(other.areas.contains) && other.areas.allSatisfy(areas.contains)
      && Set(authorities) == Set(other.authorities)
  }
}
