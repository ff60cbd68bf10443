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
    guard let folder = locator.dataFolder else { return [] }
    return [Favourites.fileName, SavedPoints.fileName, LocateSettings.fileName].map {
      "\(folder)/\($0)"
    } + [NewsJournal.path(in: folder)]
  }

  var noteWaiting: () -> Void {
    let diagnostics = diagnostics
    return { diagnostics.note("waiting for another finder that is changing the same files") }
  }
}
