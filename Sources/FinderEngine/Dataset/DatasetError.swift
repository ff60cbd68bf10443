/// Why a dataset could not be had.
public enum DatasetError: Error, Sendable {
  /// Missing, or not readable: the system's error number.
  case unreadable(path: String, errno: CInt)
  /// Not JSON, or not GeoJSON.
  case malformed(path: String, at: TextPosition, problem: String)
  /// The record of what is installed is there and is none.
  case damagedRecord(path: String, at: TextPosition, problem: String)
  /// Not gzip to the end.
  case damagedArchive(path: String, atByte: Int, problem: String)
  case tooLarge(path: String, limit: Int)
  /// No dataset was named, none is installed, and the sample is not where it should be.
  case nothingToRead(looked: [String])

  /// One line for people, without the program's name.
  public var message: String {
    switch self {
    case .unreadable(let path, let errno):
      "cannot read \(path.isEmpty ? "''" : path): \(systemMessage(errno))"
    case .malformed(let path, let place, let problem),
      .damagedRecord(let path, let place, let problem):
      "\(path): \(place): \(problem)"
    case .damagedArchive(let path, let byte, let problem):
      "\(path): gzip data is damaged at byte \(byte): \(problem)"
    case .tooLarge(let path, let limit):
      "\(path): unpacks to more than \(limit >> 30) GiB, the most that finder unpacks; "
        + "unpack it to a file first"
    case .nothingToRead(let looked):
      "no dataset: none was named with --data or FINDER_DATA, none is installed, and the sample "
        + "is not in \(looked.joined(separator: " or "))"
    }
  }
}

/// What the C library says of an error number.
public func systemMessage(_ errno: CInt) -> String { String(cString: strerror(errno)) }
