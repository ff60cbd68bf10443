/// Why a dataset could not be read.
package enum DatasetError: Error, Sendable {
  case file(FileError)
  /// A file that the environment or the settings name.
  case named(FileError, by: DatasetSource.Kind)
  /// Not JSON, or not GeoJSON.
  case malformed(path: String, at: TextPosition, problem: String, hint: String?)
  /// The record of what is installed cannot be read.
  case damagedRecord(path: String, at: TextPosition, problem: String)
  /// No dataset was named, none is installed, and the sample is missing.
  case nothingToRead(looked: [String])

  /// One line for people, without the program's name.
  package var message: String {
    switch self {
    case .file(let error), .named(let error, _): error.message
    case .malformed(let path, let place, let problem, _),
      .damagedRecord(let path, let place, let problem):
      "\(path): \(place): \(problem)"
    case .nothingToRead(let looked):
      "no dataset: none was named with --data or FINDER_DATA, none is installed, and the sample "
        + "is not in \(looked.joined(separator: " or "))"
    }
  }
}
