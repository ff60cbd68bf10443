/// Finds the dataset: from the option, else the environment, else the settings, else the installed one, else
/// the sample. The first that is named counts, whether or not it exists: a mistyped name must never lead to
/// other data.
package struct DatasetLocator: Sendable {
  package var environment: @Sendable (String) -> FilePath?
  /// The dataset named in the user's settings. Not called if the option or the environment names one.
  package var setting: @Sendable () throws -> FilePath?
  /// Folders that may hold the sample. Not called if another dataset is named.
  package var sampleFolders: @Sendable () -> [FilePath]

  package init(
    environment: @escaping @Sendable (String) -> FilePath?,
    setting: @escaping @Sendable () throws -> FilePath? = { nil },
    sampleFolders: @escaping @Sendable () -> [FilePath]
  ) {
    self.environment = environment
    self.setting = setting
    self.sampleFolders = sampleFolders
  }

  /// The content decides, not the name, but a packed file probably has the second one.
  private static let handPlacedNames = ["venues.geojson", "venues.geojson.gz"]
  static let sampleName = "venues.geojson.gz"

  package func locate(option: FilePath?) throws -> DatasetSource {
    if let option { return DatasetSource(named: option) }
    if let path = nonEmpty("FINDER_DATA") {
      return DatasetSource(kind: path == "-" ? .stdin : .environment, path: path)
    }
    if let path = try setting() { return DatasetSource(kind: .config, path: path) }
    if let path = try installedPath() { return DatasetSource(kind: .installed, path: path) }
    let sampleFolders = sampleFolders()
    for folder in sampleFolders {
      let path: FilePath = "\(folder)/\(Self.sampleName)"
      if path.isAccessible() { return DatasetSource(kind: .sample, path: path) }
    }
    throw DatasetError.nothingToRead(looked: sampleFolders.map(\.description))
  }

  /// The dataset recorded by `data install`, or else a file that the user put there.
  private func installedPath() throws(DatasetError) -> FilePath? {
    guard let folder = dataFolder else { return nil }
    return try InstalledDataset.path(in: folder)
      ?? Self.handPlaced(in: folder)
  }

  /// A file that the user put into the data folder. Queries use it if nothing is installed.
  package static func handPlaced(in folder: FilePath) -> FilePath? {
    handPlacedNames.lazy.map { "\(folder)/\($0)" }.first { $0.isAccessible() }
  }

  /// The folder for the installed dataset, whether or not there is one.
  package var dataFolder: FilePath? {
    // The XDG specification says to ignore a relative path.
    if let folder = nonEmpty("XDG_DATA_HOME"), folder.hasPrefix("/") { return "\(folder)/finder" }
    return nonEmpty("HOME").map { "\($0)/.local/share/finder" }
  }

  private func nonEmpty(_ name: String) -> FilePath? {
    environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
