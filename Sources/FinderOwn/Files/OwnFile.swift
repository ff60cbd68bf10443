import FinderEngine

/// A file that users keep for themselves: favourites, named points, where 'here' is.
///
///     {"version":1,
///      "favourites":[
///       {"position":1,"name":"Dishoom"}]}
///
/// It is JSON that a person can read and correct, in the data folder, readable only by its owner (0600). Each
/// change is made under a lock and replaces the file in one step, once it is on the disk. So fifty changes at
/// once are all kept, and a process that reads meanwhile gets the old file or the new one.
///
/// A file that cannot be read is never replaced, since its contents could not be recovered. Members that this
/// version does not know stay as they are: they may be a later finder's, or the user's notes. A change that
/// older versions must not ignore gets a new `version`, and a file with a later version is refused.
package enum OwnFile {
  /// In seconds. Even the last of many waiting processes gets its turn in this time.
  static let patience = 60.0
  private static let lockName = ".own.lock"
  /// No list of favourites is this large. A link to a dataset, made by mistake, may be.
  package static let mostBytes = 64 << 20

  /// The contents of the file, or the initial contents if there is no file.
  static func read<Contents: OwnContents>(in folder: FilePath) throws(OwnFileError) -> Contents {
    let path: FilePath = "\(folder)/\(Contents.fileName)"
    guard let status = try status(of: path, mostBytes: mostBytes) else { return Contents() }
    let text = try text(of: path)
    var contents = Contents()
    contents.willRead(fromOthers: status.mayBeOthers())
    return try Self.contents(of: text, named: "\(path)", addedTo: contents)
  }

  /// `nil` if there is no file. Throws if what is there cannot be one.
  static func status(of path: FilePath, mostBytes: Int) throws(OwnFileError) -> stat? {
    guard let status = stat(ofFile: path) else {
      guard stat(ofLink: path) == nil, errno == ENOENT || errno == ENOTDIR else {
        let error = errno == 0 ? ENOENT : errno
        throw .file(.unreadable(path: "\(path)", errno: error))
      }
      return nil
    }
    guard status.isRegular else { throw .notRegular(path: "\(path)") }
    guard status.st_size <= mostBytes else {
      throw .damaged(
        path: "\(path)", line: 1, column: 1, problem: "larger than \(mostBytes >> 20) MB")
    }
    return status
  }

  static func text(of path: FilePath) throws(OwnFileError) -> PaddedBytes {
    try OwnFileError.of { () throws(FileError) in try FileReading.contents(ofFile: path) }
  }

  /// Reads a text into `contents`. Errors call it `path`.
  static func contents<Contents: OwnContents>(
    of text: PaddedBytes, named path: String, addedTo contents: Contents = Contents()
  ) throws(OwnFileError) -> Contents {
    do throws(OwnText.Fault) {
      return try OwnText(text: text).add(to: contents)
    } catch {
      switch error {
      case .newer(let offset):
        let place = TextPosition(of: offset, in: text.bytes)
        throw .newer(
          path: path, line: place.line, column: place.column, version: Contents.version)
      case .malformed(let error):
        let place = TextPosition(of: error.offset, in: text.bytes)
        throw .damaged(
          path: path, line: place.line, column: place.column,
          problem: error.description(in: text.bytes))
      }
    }
  }

  /// Makes one change. `change` returns whether it changed anything. If not, or if it throws, nothing is
  /// written. It is called twice if the folder is missing.
  static func change<Contents: OwnContents>(
    in folder: FilePath, whenWaiting: () -> Void, _ change: (inout Contents) throws -> Bool
  ) throws {
    if !folder.isAccessible() {
      // A change that fails should not leave a new folder behind.
      var contents = Contents()
      guard try change(&contents) else { return }
    }
    let lock = try locked(folder, whenWaiting)
    defer { withExtendedLifetime(lock) {} }
    var contents: Contents = try read(in: folder)
    guard try change(&contents) else { return }
    try write(contents, in: folder)
  }

  /// Locks the folder for this process, and creates it if it is missing.
  static func locked(
    _ folder: FilePath, _ whenWaiting: () -> Void
  ) throws(OwnFileError) -> FolderLock {
    try OwnFileError.of { () throws(FileError) in
      try Folder.make(folder)
      return try FolderLock(
        folder, name: lockName, patience: patience, whenWaiting: whenWaiting)
    }
  }

  private static func write<Contents: OwnContents>(
    _ contents: Contents, in folder: FilePath
  ) throws(OwnFileError) {
    let path: FilePath = "\(folder)/\(Contents.fileName)"
    var text = ByteBuffer()
    OwnText.append(contents, to: &text)
    try OwnFileError.of { () throws(FileError) in
      // A link stays a link: some users keep such files together elsewhere.
      try ReplacementFile.write(text.bytes, to: path.resolved ?? path, mode: 0o600)
    }
  }
}

/// Why one of the user's own files could not be used. In every case the file is left unchanged.
package enum OwnFileError: Error, Sendable {
  /// Neither XDG_DATA_HOME nor HOME is set.
  case noFolder
  case file(FileError)
  /// A file of settings that FINDER_CONFIG names.
  case named(FileError)
  /// A folder, a device or a pipe.
  case notRegular(path: String)
  case damaged(path: String, line: Int, column: Int, problem: String)
  case newer(path: String, line: Int, column: Int, version: Int)
  /// Neither XDG_CONFIG_HOME nor HOME is set.
  case noConfigFolder
  /// `name` is the part before the `=`.
  case badSetting(path: String, line: Int, problem: String, name: String)
  /// A text to import that cannot be read.
  indirect case imported(OwnFileError)

  static func of<Result>(_ work: () throws(FileError) -> Result) throws(OwnFileError) -> Result {
    do throws(FileError) { return try work() } catch { throw .file(error) }
  }

  /// One line for people, without the program's name.
  package var message: String {
    switch self {
    case .noFolder: "no folder for files of your own: neither XDG_DATA_HOME nor HOME is set"
    case .file(let error), .named(let error): error.message
    case .notRegular(let path): "cannot read \(path): it is not a regular file"
    case .damaged(let path, let line, let column, let problem):
      "\(path): line \(line), column \(column): \(problem)"
    case .newer(let path, let line, let column, let version):
      "\(path): line \(line), column \(column): expected version \(version); a newer finder wrote this"
    case .noConfigFolder: "no folder for settings: neither XDG_CONFIG_HOME nor HOME is set"
    case .badSetting(let path, let line, let problem, _): "\(path): line \(line): \(problem)"
    case .imported(let error): error.message
    }
  }

  /// Whether a shell takes it without quotes.
  private static func isPlainWord(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { $0.isASCIILetter || $0.isDigit || $0 == UInt8(ascii: "-") }
    return isPlain && text.utf8.first?.isASCIILetter == true
  }

  /// What to do about it.
  package var hint: String? {
    switch self {
    case .damaged:
      "  finder does not change a file that it cannot read; correct it there, or move it away to "
        + "start again"
    case .named: "  FINDER_CONFIG names it"
    case .newer: "  use that finder, or move the file away to start again"
    case .badSetting(_, _, _, let name):
      (Self.isPlainWord(name) ? "  'finder config unset \(name)' removes the line, and " : "  ")
        + "'finder config edit' opens the file"
    default: nil
    }
  }
}
