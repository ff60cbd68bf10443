/// Why nothing was installed.
package enum InstallError: Error, Sendable {
  /// Neither XDG_DATA_HOME nor HOME is set.
  case noDataFolder
  case nothingBefore(folder: String)
  /// An edition's file is not what was installed.
  case damagedEdition(path: String)
  case webPage(name: String)
  case noVenue(name: String, features: Int)

  /// One line for people, without the program's name.
  package var message: String {
    switch self {
    case .noDataFolder: "no data folder: neither XDG_DATA_HOME nor HOME is set"
    case .nothingBefore(let folder):
      "nothing to go back to: no dataset is kept in \(folder) from before the present one"
    case .damagedEdition(let path): "\(path) is damaged: it is not what was installed"
    case .webPage(let name): "\(name) is a web page or other markup, not GeoJSON"
    case .noVenue(let name, let features):
      features == 0
        ? "\(name) has no venue" : "\(name) has no venue that can be used, of \(features) features"
    }
  }
}
