import FinderEngine

/// Why a file of the user's own could not be used. Whatever the reason, it was left as it is.
package enum OwnFileError: Error, Sendable {
  /// Neither XDG_DATA_HOME nor HOME is set.
  case noFolder
  case file(FileError)
  /// A folder, a device or a pipe.
  case notRegular(path: String)
  case damaged(path: String, line: Int, column: Int, problem: String)
  case newer(path: String, line: Int, column: Int, version: Int)
  /// Neither XDG_CONFIG_HOME nor HOME is set.
  case noConfigFolder
  case badSetting(path: String, line: Int, problem: String)
  /// A text in the form of such a file, which is none.
  indirect case imported(OwnFileError)

  /// One line for people, without the program's name.
  package var message: String {
    switch self {
    case .noFolder: "no folder for files of your own: neither XDG_DATA_HOME nor HOME is set"
    case .file(let error): error.message
    case .notRegular(let path): "cannot read \(path): it is not a regular file"
    case .damaged(let path, let line, let column, let problem):
      "\(path): line \(line), column \(column): \(problem)"
    case .newer(let path, let line, let column, let version):
      "\(path): line \(line), column \(column): expected version \(version); a newer finder wrote this"
    case .noConfigFolder: "no folder for settings: neither XDG_CONFIG_HOME nor HOME is set"
    case .badSetting(let path, let line, let problem): "\(path): line \(line): \(problem)"
    case .imported(let error): error.message
    }
  }

  /// What to do about it.
  package var hint: String? {
    switch self {
    case .damaged:
      "  finder does not change a file that it cannot read; correct it there, or move it away to begin anew"
    case .newer: "  use that finder, or move the file away to begin anew"
    case .badSetting: "  'finder config edit' opens the file"
    default: nil
    }
  }
}
