/// Why a file or a stream could not be read, unpacked or written.
package enum FileError: Error, Sendable {
  /// Missing or not readable, with the system's error number.
  case unreadable(path: String, errno: CInt)
  /// The gzip data is cut short or wrong.
  case damagedArchive(path: String, atByte: Int, problem: String)
  /// A zip archive, or a member of one, is cut short, wrong or hostile.
  case damagedZip(path: String, problem: String)
  case tooLarge(path: String, limit: Int)
  /// It has more bytes than any file of its kind.
  case longer(path: String, limit: Int)
  case cannotCreate(path: String, errno: CInt)
  case cannotWrite(path: String, errno: CInt)
  /// Another process held the folder's lock for longer than this one waits.
  case busy(folder: String)
  /// The lock is a link. finder never uses one as a lock.
  case lockIsLink(path: String)

  /// One line for people, without the program's name.
  package var message: String {
    switch self {
    case .unreadable(let path, let errno):
      "cannot read \(path.isEmpty ? "''" : path): \(systemMessage(errno))"
    case .damagedArchive(let path, let byte, let problem):
      "\(path): gzip data is damaged at byte \(byte): \(problem)"
    case .damagedZip(let path, let problem): "\(path): the zip archive cannot be used: \(problem)"
    case .tooLarge(let path, let limit):
      "\(path): unpacks to more than \(limit >> 30) GiB, the most that finder unpacks; "
        + "unpack it to a file first"
    case .longer(let path, let limit): "\(path): larger than \(limit >> 20) MB"
    case .cannotCreate(let path, let errno): "cannot create \(path): \(systemMessage(errno))"
    case .cannotWrite(let path, let errno): "cannot write \(path): \(systemMessage(errno))"
    case .busy(let folder): "another finder is changing what is in \(folder)"
    case .lockIsLink(let path):
      "\(path) is a symbolic link, not a file that can be locked; delete it"
    }
  }
}

/// The C library's text for an error number.
package func systemMessage(_ errno: CInt) -> String { String(cString: strerror(errno)) }
