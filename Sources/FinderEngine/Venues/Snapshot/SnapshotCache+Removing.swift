/// What is removed, and when: a snapshot always with what lies beside it.
extension SnapshotCache {
  func remove(for identity: DatasetIdentity) {
    // The companion first: one without its snapshot would be of no use.
    companion(for: identity).removeFile()
    path(for: identity).removeFile()
  }

  private func remove(_ entry: Entry) -> Bool {
    companion(of: entry.name).removeFile()
    return FilePath("\(folder)/\(entry.name)").removeFile()
  }

  /// Companions whose snapshot is gone: a process was stopped, or two got in each other's way.
  private func removeOrphans() {
    for name in Folder.names(in: folder)
    where name.hasSuffix(Self.companionEnding)
      && stat(ofLink: "\(folder)/\(name.stem)\(Self.ending)") == nil
    {
      FilePath("\(folder)/\(name)").removeFile()
    }
  }

  /// Removes all of them, and returns how many there were.
  package func clear() -> Int {
    TemporaryFile.sweep(folder, olderThan: nil)
    for name in Folder.names(in: folder) where name.hasSuffix(Self.tooLargeEnding) {
      FilePath("\(folder)/\(name)").removeFile()
    }
    defer { removeOrphans() }
    return entries.reduce(0) { $0 + (remove($1) ? 1 : 0) }
  }

  func removeOldest(keeping stem: FilePath, _ limit: Int) {
    removeOrphans()
    let all = entries
    var total = all.reduce(0) { $0 + $1.bytes }
    for entry in all where total > limit && entry.name.stem != stem {
      _ = remove(entry)
      total -= entry.bytes
    }
  }
}
