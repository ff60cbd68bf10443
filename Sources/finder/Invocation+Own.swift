import CommandLineKit
import FinderEngine

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

  var noteWaiting: () -> Void {
    let diagnostics = diagnostics
    return { diagnostics.note("waiting for another finder that is changing the same files") }
  }
}
