extension SnapshotCache {
  /// What became of a snapshot.
  package enum Outcome: Equatable, Sendable {
    case kept
    case notKept
    /// It would take more than the limit. `isNews` the first time that this is found of a dataset.
    case tooLarge(bytes: Int, limit: Int, isNews: Bool)
  }

  /// Keeps a store for the next query. The file appears whole or not at all.
  @discardableResult
  func keep(_ store: VenueStore, for identity: DatasetIdentity) -> Outcome {
    // Whatever rules it out is checked first, since arranging the rows takes as long as a query.
    guard onlyName != nil || identity.isSettled, makeFolder() else { return .notKept }
    let (limit, least) = (limit, SnapshotWriter.leastBytes(for: store, identity))
    guard least <= limit else { return tooLarge(least, limit, path(for: identity)) }
    guard let file = ReplacementFile(for: path(for: identity), mode: 0o600) else { return .notKept }
    let writer = SnapshotWriter(store, identity)
    guard let bytes = writer.fileBytes else { return .notKept }
    guard bytes <= limit else { return tooLarge(bytes, limit, path(for: identity)) }
    // What was made from an earlier one goes with it.
    companion(for: identity).removeFile()
    guard writer.write(to: file.descriptor), file.commit() == 0 else { return .notKept }
    makeRoom(keeping: path(for: identity), limit)
    return .kept
  }

  /// Keeps what was made from a snapshot beside it. It counts as part of that snapshot, and goes with it.
  func keepCompanion(
    for identity: DatasetIdentity, bytes: Int, _ write: (_ descriptor: CInt) -> Bool
  ) -> Outcome {
    let (snapshot, path) = (path(for: identity), companion(for: identity))
    guard makeFolder(), let status = stat(ofLink: snapshot) else { return .notKept }
    let (limit, all) = (limit, min(Int(status.st_size), 1 << 46) + bytes)
    guard all <= limit else { return tooLarge(all, limit, path) }
    guard let file = ReplacementFile(for: path, mode: 0o600), write(file.descriptor),
      file.commit() == 0
    else { return .notKept }
    makeRoom(keeping: path, limit)
    return .kept
  }

  private func makeRoom(keeping path: FilePath, _ limit: Int) {
    guard onlyName == nil else { return }
    sign(of: path).removeFile()
    removeOldest(keeping: path.name.stem, limit)
  }

  private func tooLarge(_ bytes: Int, _ limit: Int, _ path: FilePath) -> Outcome {
    let sign = sign(of: path).open(O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    if sign >= 0 { close(sign) }
    return .tooLarge(bytes: bytes, limit: limit, isNews: sign >= 0)
  }

  // MARK: The folder

  /// Makes the folder and the one above it. Returns false where others may write in it.
  private func makeFolder() -> Bool {
    if onlyName == nil {
      // No more than one: a missing home folder is meant to be missing.
      _ = folder.folder?.withCString { mkdir($0, 0o700) }
      _ = folder.withCString { mkdir($0, 0o700) }
    }
    return stat(ofLink: folder) != nil && refusal == nil
  }

  /// Why nothing is kept in the folder; `nil` where it is finder's own, or can still be made.
  package var refusal: String? {
    guard let status = stat(ofLink: folder) else { return nil }
    if !status.isFolder { return "it is not a folder" }
    if status.st_uid != geteuid() { return "it belongs to another user (\(status.st_uid))" }
    return PrivateFile.isOurs(status)
      ? nil : "others may write in it (mode \(String(status.st_mode & 0o777, radix: 8)))"
  }
}
