/// Why nothing was installed.
public enum InstallError: Error, Sendable {
  /// Neither XDG_DATA_HOME nor HOME says where.
  case noDataFolder
  case cannotCreate(path: String, errno: CInt)
  case cannotWrite(path: String, errno: CInt)
  /// Another process is at it, and was for longer than one waits.
  case busy(folder: String)
  /// The record of what is installed is there and cannot be read.
  case damagedRecord(DatasetError, path: String)
  case nothingBefore(folder: String)
  /// An edition's file is not what was installed.
  case damagedEdition(path: String)
  case webPage(name: String)
  case noVenue(name: String, features: Int)

  /// One line for people, without the program's name.
  public var message: String {
    switch self {
    case .noDataFolder: "no data folder: neither XDG_DATA_HOME nor HOME is set"
    case .cannotCreate(let path, let errno): "cannot create \(path): \(systemMessage(errno))"
    case .cannotWrite(let path, let errno): "cannot write \(path): \(systemMessage(errno))"
    case .busy(let folder): "another finder is changing the dataset in \(folder)"
    case .damagedRecord(let error, _): error.message
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
