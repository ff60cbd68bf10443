/// Why a list that could be read as a file (see `FileError`) could not be read to its end.
package enum ListError: Error, Sendable {
  /// What stands there makes no sense, so nothing after it can be read. `place` may be empty.
  case malformed(path: String, place: String, problem: String, hint: String?)
  /// JSON is UTF-8 by its standard, and was said to be in another encoding.
  case isUTF8(path: String)
  /// A pipe that is read twice is kept in a temporary file, which could not be made or used.
  case notKept(folder: String, errno: CInt)

  /// One line for people, without the program's name.
  package var message: String {
    switch self {
    case .malformed(let path, let place, let problem, _):
      "\(path): \(place.isEmpty ? "" : place + ": ")\(problem)"
    case .isUTF8(let path): "\(path): --encoding latin1 is not for JSON, which is UTF-8"
    case .notKept(let folder, let errno):
      "cannot keep standard input in \(folder) to read it twice: \(systemMessage(errno))"
    }
  }

  package var hint: String? {
    if case .malformed(_, _, _, let hint) = self { hint } else { nil }
  }
}
