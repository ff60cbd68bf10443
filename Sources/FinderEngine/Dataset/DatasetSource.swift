/// Where a dataset comes from, and by whose word.
package struct DatasetSource: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case option
    case environment
    case installed
    case sample
    case stdin
  }

  package var kind: Kind
  package var path: String

  package init(kind: Kind, path: String) {
    self.kind = kind
    self.path = path
  }

  /// How messages name it.
  package var displayName: String { kind == .stdin ? "standard input" : path }
}

/// Finds the dataset: the option, else the environment, else the installed one, else the sample. The
/// first that is given holds, there or not: a name mistyped must never fall through to other data.
package struct DatasetLocator: Sendable {
  package var environment: @Sendable (String) -> String?
  /// Folders that may hold the sample; not asked for where another dataset is named.
  package var sampleFolders: @Sendable () -> [String]

  package init(
    environment: @escaping @Sendable (String) -> String?,
    sampleFolders: @escaping @Sendable () -> [String]
  ) {
    self.environment = environment
    self.sampleFolders = sampleFolders
  }

  /// Told apart by content, not by name; but a packed file is likely to be called so.
  static let handPlacedNames = ["venues.geojson", "venues.geojson.gz"]
  package static let sampleName = "venues.geojson.gz"

  package func locate(option: String?) throws(DatasetError) -> DatasetSource {
    if let option {
      return DatasetSource(kind: option == "-" ? .stdin : .option, path: option)
    }
    if let path = nonEmpty("FINDER_DATA") {
      return DatasetSource(kind: path == "-" ? .stdin : .environment, path: path)
    }
    if let path = try installedPath() { return DatasetSource(kind: .installed, path: path) }
    let sampleFolders = sampleFolders()
    for folder in sampleFolders {
      let path = folder + "/" + Self.sampleName
      if access(path, F_OK) == 0 { return DatasetSource(kind: .sample, path: path) }
    }
    throw .nothingToRead(looked: sampleFolders)
  }

  /// What `data install` put there, by its record; else a file that was put there by hand.
  private func installedPath() throws(DatasetError) -> String? {
    guard let folder = dataFolder else { return nil }
    return try InstalledDataset.path(in: folder)
      ?? Self.handPlacedNames.lazy.map { folder + "/" + $0 }.first { access($0, F_OK) == 0 }
  }

  /// Where an installed dataset lies, whether or not there is one.
  package var dataFolder: String? {
    // The XDG specification has a relative folder ignored.
    if let folder = nonEmpty("XDG_DATA_HOME"), folder.hasPrefix("/") { return folder + "/finder" }
    return nonEmpty("HOME").map { $0 + "/.local/share/finder" }
  }

  private func nonEmpty(_ name: String) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
