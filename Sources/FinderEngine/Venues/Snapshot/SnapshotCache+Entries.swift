/// What lies in the folder.
extension SnapshotCache {
  package struct Entry: Sendable {
    package let name: FilePath
    /// With what lies beside it.
    package let bytes: Int
    /// Of what lies beside it.
    package let companionBytes: Int
    let lastUse: Int
  }

  /// Oldest use first.
  package var entries: [Entry] {
    Folder.names(in: folder).compactMap(entry)
      .sorted { ($0.lastUse, $0.name.description) < ($1.lastUse, $1.name.description) }
  }

  private func entry(_ name: FilePath) -> Entry? {
    guard name.hasSuffix(Self.ending), let status = stat(ofLink: "\(folder)/\(name)") else {
      return nil
    }
    // A file full of holes can claim so much that a sum of sizes would overflow.
    let beside = stat(ofLink: companion(of: name)).map { min(Int($0.st_size), 1 << 46) } ?? 0
    return Entry(
      name: name, bytes: min(Int(status.st_size), 1 << 46) + beside, companionBytes: beside,
      lastUse: status.modificationTime.tv_sec)
  }
}
