package struct DatasetSource: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case option
    case environment
    /// The user's settings.
    case config
    case installed
    case sample
    case stdin
  }

  package var kind: Kind
  package var path: FilePath

  package init(kind: Kind, path: FilePath) {
    self.kind = kind
    self.path = path
  }

  /// As named by an option or an argument; `-` is standard input.
  package init(named path: FilePath) { self.init(kind: path == "-" ? .stdin : .option, path: path) }

  /// Whether it is a file that finder installed and never changes, not one of the user's.
  var isEdition: Bool {
    kind == .installed && path.folder?.name == FilePath(InstalledDataset.editions)
      && InstalledDataset.isEditionName("\(path.name)")
  }

  package var displayName: String { kind == .stdin ? "standard input" : "\(path)" }

  /// When the file was last written, in seconds since 1970; `nil` if it is not a file.
  package var modified: Int? {
    guard kind != .stdin, let status = stat(ofFile: path), status.isRegular else { return nil }
    return status.modificationTime.tv_sec
  }
}
