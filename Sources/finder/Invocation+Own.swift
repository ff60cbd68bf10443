import CommandLineKit
import FinderEngine
import FinderLists
import FinderOwn

// What commands about the user's own files have in common.

extension Invocation {
  /// The folder of the user's own files, whether or not it is there.
  func ownFolder() throws -> FilePath {
    guard let folder = locator.dataFolder else { throw OwnFileError.noFolder }
    return folder
  }

  /// The files of the user's own that finder keeps, there or not.
  var ownFiles: [FilePath] {
    var files: [FilePath] = []
    if let folder = locator.dataFolder {
      files = [
        Favourites.fileName, SavedPoints.fileName, LocateSettings.fileName, VisitLog.fileName,
      ].map { "\(folder)/\($0)" }
      files.append(NewsJournal.path(in: folder))
    }
    if case .file(let file) = SettingsFile.place(environment) { files.append(file.path) }
    return files
  }

  /// What is to be taken in: a file, or standard input for `-`. `isWanted` is told how it begins.
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
