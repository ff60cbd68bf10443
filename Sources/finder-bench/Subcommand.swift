import FinderEngine

struct Subcommand: Sendable {
  let name: String
  let synopsis: String
  let summary: String
  let run: @Sendable ([String]) throws -> Void
}

let sampleData = "Data/venues.geojson.gz"

func loadStore(_ path: String) throws -> VenueStore {
  do {
    return try DatasetLoader.load(DatasetSource(kind: .option, path: FilePath(path))).indexed()
  } catch {
    throw Problem(message: error.message, status: ExitStatus.noInput)
  }
}

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
