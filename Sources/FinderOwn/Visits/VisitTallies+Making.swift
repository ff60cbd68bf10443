import FinderEngine

extension VisitTallies {
  /// What is kept for this store and the log as it is now, which needs no names; `nil` where nothing is.
  package static func kept(for store: VenueStore, in folder: FilePath) -> VisitTallies? {
    guard let found = Found(for: store, in: folder), found.rest == nil else { return nil }
    return found.tallies
  }

  /// As it is kept, with what was added to the log since, or else worked out. Rows are those of `names`.
  package static func current(
    _ names: NameDirectory, in folder: FilePath
  ) throws(OwnFileError) -> VisitTallies {
    if let found = Found(for: names.store, in: folder) {
      guard let rest = found.rest else { return found.tallies }
      if let all = VisitTallies(found.tallies, with: rest, names, in: folder) { return all }
    }
    return try VisitTallies(names, in: folder)
  }

  /// Worked out, of the log as it is now.
  package convenience init(_ names: NameDirectory, in folder: FilePath) throws(OwnFileError) {
    let identity = DatasetIdentity(ofFile: "\(folder)/\(VisitLog.fileName)")
    let settled = VisitLogState.settledIdentity(identity)
    let log = try VisitLog(in: folder)
    let ids = log.records.map { Self.hash($0.id) }
    self.init(
      TalliedRecord.all(of: log, from: 0, RecordMatching(names)), ids: ids,
      VisitLogState(log.contents, faults: log.faults.count, identity: settled),
      target: identity == nil ? nil : Target(names.store, in: folder))
  }

  /// What is kept, with the lines behind it; `nil` where those are not to be read by themselves.
  private convenience init?(
    _ kept: VisitTallies, with rest: Found.Rest, _ names: NameDirectory, in folder: FilePath
  ) {
    let start = kept.state.bytes
    let (all, new) = (rest.text.bytes, rest.text.bytes[start...])
    // The last line may go on in the new ones, and a byte order mark is none but in front.
    guard start == 0 || all[start - 1] == UInt8(ascii: "\n"),
      UnsafeBufferPointer(rebasing: new).lengthOfByteOrderMark == 0
    else { return nil }
    let log = VisitLog(PaddedBytes(copying: new), "\(folder)/\(VisitLog.fileName)")
    let ids = log.records.map { Self.hash($0.id) }
    // Of two records with one id the second counts as a fault.
    guard !ids.contains(where: kept.mayHave(id:)) else { return nil }
    let records =
      kept.records.values + TalliedRecord.all(of: log, from: start, RecordMatching(names))
    let allIDs = kept.ids.values + ids
    guard !kept.isDamaged else { return nil }
    self.init(
      records, ids: allIDs,
      VisitLogState(
        all, faults: min(kept.faults, all.count) + log.faults.count, identity: rest.identity),
      target: Target(names.store, in: folder))
  }

  private convenience init(
    _ records: [TalliedRecord], ids: [UInt64], _ state: VisitLogState, target: Target?
  ) {
    let records = records.sorted { $0.row == $1.row ? $0.start < $1.start : $0.row < $1.row }
    let ids = ids.sorted()
    self.init(
      Column(count: records.count) { records[$0] }, ids: Column(count: ids.count) { ids[$0] },
      state, target: target)
  }

  private static func hash(_ id: String) -> UInt64 {
    var hash = StableHash()
    id.withBytes { hash.add($0) }
    return hash.value
  }
}

/// What is kept, if it is of the log as it is now, or as it was before it grew.
private struct Found {
  let tallies: VisitTallies
  /// `nil` where the log has nothing new.
  var rest: Rest?

  struct Rest {
    /// All of the log.
    let text: PaddedBytes
    /// `nil` where it may still change unnoticed.
    let identity: [UInt64]?
  }

  init?(for store: VenueStore, in folder: FilePath) {
    let path: FilePath = "\(folder)/\(VisitLog.fileName)"
    guard let target = VisitTallies.Target(store, in: folder),
      let kept = VisitTallies(target, for: store),
      let identity = DatasetIdentity(ofFile: path), identity.size <= VisitLog.mostBytes
    else { return nil }
    if kept.state.identity == identity.words {
      tallies = kept
      return
    }
    let settled = VisitLogState.settledIdentity(identity)
    guard identity.size == kept.state.bytes else {
      guard let text = try? FileReading.contents(ofFile: path),
        text.count > kept.state.bytes, kept.state.isBeginning(of: text.bytes)
      else { return nil }
      (tallies, rest) = (kept, Rest(text: text, identity: settled))
      return
    }
    guard kept.state.isAll(ofFile: path) else { return nil }
    tallies = settled.map { kept.settled(as: $0, target) } ?? kept
  }
}

extension TalliedRecord {
  /// Those whose venues are there. `from` is where the log's text begins in the file.
  fileprivate static func all(
    of log: VisitLog, from: Int, _ matching: RecordMatching
  ) -> [TalliedRecord] {
    zip(log.records, log.rangesOfRecords).compactMap { record, range in
      matching.place(of: record.venue).row.map {
        TalliedRecord(record, row: $0, from + range.lowerBound..<from + range.upperBound)
      }
    }
  }
}
