import FinderEngine

/// A tool of the workshop: `finder-bench <name> [options]`.
struct Subcommand: Sendable {
  let name: String
  /// The options, as the usage text shows them.
  let synopsis: String
  let summary: String
  let run: @Sendable ([String]) throws -> Void
}

/// The dataset where none is named.
let sampleData = "Data/venues.geojson.gz"

func loadStore(_ path: String) throws -> VenueStore {
  do {
    return try DatasetLoader.load(DatasetSource(kind: .option, path: FilePath(path))).indexed()
  } catch {
    throw Problem(message: error.message, status: ExitStatus.noInput)
  }
}

/// The path of a program in this one's folder.
func programBeside(_ name: String) throws -> String {
  guard let folder = FilePath.ofProgram?.folder, case let path = "\(folder)/\(name)",
    access(path, X_OK) == 0
  else {
    throw Problem(message: "expected \(name) beside finder-bench", status: ExitStatus.noInput)
  }
  return path
}

func usage(of subcommands: [Subcommand]) -> String {
  var text = "usage: finder-bench <subcommand> [options]\n"
  for subcommand in subcommands {
    text += "\n  \(subcommand.name) \(subcommand.synopsis)\n      \(subcommand.summary)\n"
  }
  return text
}
