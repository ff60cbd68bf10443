import CommandLineKit
import FinderChanges
import FinderEngine
import FinderOwn

extension Invocation {
  var diagnostics: Diagnostics { Diagnostics(command: path, isQuiet: has(Options.quiet)) }

  func path(_ option: Option) -> FilePath? { word(option).map { FilePath(bytes: $0.bytes) } }

  func path(_ argument: Argument) -> FilePath? { word(argument).map { FilePath(bytes: $0.bytes) } }

  func paths(_ option: Option) -> [FilePath] { words(option).map { FilePath(bytes: $0.bytes) } }

  /// The cache of snapshots; `nil` if it is turned off.
  var cache: SnapshotCache? {
    has(Options.noCache)
      ? nil
      : SnapshotCache(environment: environment, size: Quantity.bytesOrNone)
  }

  var locator: DatasetLocator {
    DatasetLocator(
      environment: environment, setting: { try self.settings().dataPath },
      sampleFolders: { SampleFolders.all })
  }

  /// Where the data comes from. Reads nothing yet, but refuses a terminal.
  func dataSource(argument: FilePath? = nil) throws -> DatasetSource {
    let source = try locator.locate(option: path(Options.data) ?? argument)
    if source.kind == .stdin { try refuseTerminal() }
    return source
  }

  /// For a command about to read `input` from standard input, which the dataset must then not come from.
  func claimStandardInput(for input: String) throws {
    guard try locator.locate(option: path(Options.data)).kind != .stdin else {
      throw error("the \(input) and the dataset cannot both come from standard input")
    }
    try refuseTerminal()
  }

  /// Files that results must not overwrite, for a command that may not read a dataset: any that is named
  /// counts, read or not.
  func inputs(_ source: DatasetSource?) -> [FilePath] {
    [source?.path, path(Options.data), environment("FINDER_DATA"), (try? settings())?.dataPath]
      .compactMap { $0 }
  }

  /// If standard input is a terminal, the user would not know that finder is waiting for input.
  func refuseTerminal() throws {
    guard Terminal.isTerminal(STDIN_FILENO) else { return }
    throw Failure(
      .usage, "expected input on standard input, which is a terminal",
      hint: Program.help(for: path, .short, width: Terminal.width(of: STDERR_FILENO)))
  }

  func exitCode(found: Int) -> ExitCode {
    found == 0 && has(Options.exitStatus) ? .nothingFound : .success
  }
}

// Shared by commands about the user's own files.

extension Invocation {
  /// The folder of the user's own files, whether or not it exists.
  func ownFolder() throws -> FilePath {
    guard let folder = locator.dataFolder else { throw OwnFileError.noFolder }
    return folder
  }

  /// The user's own files that finder keeps, whether or not they exist.
  var ownFiles: [FilePath] {
    var files: [FilePath] = []
    if let folder = locator.dataFolder {
      files = [
        Favourites.fileName, SavedPoints.fileName, LocateSettings.fileName, VisitLog.fileName,
      ].map { "\(folder)/\($0)" }
      files += [NewsJournal.path(in: folder), NewsFoods.path(in: folder)]
    }
    if case .file(let file) = SettingsFile.place(environment) { files.append(file.path) }
    return files
  }

  /// The text to import: from a file, or from standard input for `-`. `isWanted` is given its beginning.
  func textToImport(
    _ path: FilePath, upTo most: Int = OwnFile.mostBytes,
    while isWanted: @escaping FileReading.Judge
  ) throws -> PaddedBytes {
    guard path == "-" else {
      return try FileReading.contents(ofFile: path, upTo: most, while: isWanted)
    }
    try refuseTerminal()
    return try FileReading.contents(
      of: STDIN_FILENO, named: "standard input", upTo: most, while: isWanted)
  }

  var noteWaiting: () -> Void {
    let diagnostics = diagnostics
    return { diagnostics.note("waiting for another finder that is changing the same files") }
  }
}

/// Where the sample may be: next to the folder of the installed binary, else in the package that the binary
/// was built from.
enum SampleFolders {
  static var all: [FilePath] {
    let folder = FilePath.ofProgram?.folder
    let installed: [FilePath]? = folder.map {
      ["\($0)/../share/finder/Data", "\($0)/../share/finder"]
    }
    return (installed ?? []) + ["\(packageFolder)/Data"]
  }

  /// This file is three folders below the package.
  private static var packageFolder: String {
    var path = Substring(#filePath)
    for _ in 0..<4 { path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }
    return String(path)
  }
}
