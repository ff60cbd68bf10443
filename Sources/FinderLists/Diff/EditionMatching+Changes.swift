import FinderEngine

extension EditionMatching {
  typealias Change = DatasetComparison.Change

  /// What differs in pairs, and what is in one edition alone.
  func changes() -> (changes: [Change], unchanged: Int) {
    var changes = pairs.compactMap(change)
    let unchanged = pairs.count - changes.count
    changes += left.map { venue in
      venue.isNew ? change(.opened, nil, venue) : change(.closed, venue, nil)
    }
    return (changes, unchanged)
  }

  /// `nil` where nothing differs.
  private func change(of pair: Pair) -> Change? {
    let (old, new) = (pair.old, pair.new)
    switch pair.step {
    case .same:
      let fields = editions.differingFields(old, new)
      return fields.isEmpty ? nil : change(.changed, old, new, fields: fields)
    case .sameID: return changeByID(old, new)
    case .otherPostcode:
      return change(
        .changed, old, new, fields: ["postcode"] + editions.differingFields(old, new))
    case .renamed:
      return change(
        .renamed, old, new, isRenamed: true, fields: editions.differingFields(old, new))
    case .moved, .movedAndRenamed:
      let isRenamed = pair.step == .movedAndRenamed
      return change(
        .moved, old, new,
        path: Geodesic.inverse(from: editions.position(old), to: editions.position(new)),
        isRenamed: isRenamed,
        fields: (isRenamed ? ["name"] : [])
          + editions.differingFields(old, new, hasMoved: true))
    }
  }

  /// Name, postcode and position may all have changed.
  private func changeByID(_ old: EditionVenue, _ new: EditionVenue) -> Change {
    let isRenamed = !editions.agree(old, new, in: .name)
    let hasMoved = !editions.agree(old, new, in: .position)
    var fields = isRenamed && hasMoved ? ["name"] : []
    if !editions.agree(old, new, in: .postcode) { fields.append("postcode") }
    return change(
      hasMoved ? .moved : isRenamed ? .renamed : .changed, old, new,
      path: hasMoved
        ? Geodesic.inverse(from: editions.position(old), to: editions.position(new)) : nil,
      isRenamed: isRenamed,
      fields: fields + editions.differingFields(old, new, hasMoved: hasMoved))
  }

  private func change(
    _ kind: DatasetComparison.Kind, _ old: EditionVenue?, _ new: EditionVenue?,
    path: Geodesic.Path? = nil, isRenamed: Bool = false, fields: [String] = []
  ) -> Change {
    Change(
      kind: kind, old: old?.row, new: new?.row, path: path, isRenamed: isRenamed, fields: fields)
  }
}
