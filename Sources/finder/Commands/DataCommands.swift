import CommandLineKit
import FinderEngine

/// `finder data …`: what is done with datasets themselves.
enum DataCommands {
  static let file = Argument(
    "FILE", kind: .path, isRequired: false,
    summary: "the dataset; the one that queries use where none is named")

  static let group = Command(
    "data", summary: "look into datasets, and make them",
    examples: [
      Example("finder data info", "which dataset queries use, and what is in it"),
      Example("finder data validate venues.geojson", "every feature that cannot be used, and why"),
      Example("finder data diff old.geojson new.geojson", "what changed from one to the other"),
      Example("finder data convert venues.csv --output venues.geojson", "a list as a dataset"),
      Example(
        "finder data import list.csv --positions postcodes.csv --output venues.geojson",
        "a list with postcodes alone as a dataset"),
      Example("finder data cache", "what is kept to make later queries quick"),
    ],
    subcommands: [
      DataInfo.command, DataValidate.command, DataDiff.command, DataConvert.command,
      DataImport.command, DataInstall.command, DataRollback.command, DataUpdate.command,
      DataCache.command,
    ])

  static func source(_ invocation: Invocation) throws -> DatasetSource {
    let path = invocation[file]
    guard path == nil || !invocation.has(Options.data) else {
      throw invocation.error("name the dataset once: \(UsageError.show(path ?? "")) or --data")
    }
    return try invocation.dataSource(argument: path)
  }
}
