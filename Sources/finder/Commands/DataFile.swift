import CommandLineKit
import FinderEngine

/// The dataset that `data info` and `data validate` look at.
enum DataFile {
  static let argument = Argument(
    "FILE", isRequired: false, isPath: true, completes: .datasets,
    summary: "the dataset; by default the one queries use")

  static func source(_ invocation: Invocation) throws -> DatasetSource {
    let path = invocation.path(argument)
    guard path == nil || !invocation.has(Options.data) else {
      throw invocation.error("name the dataset once: \(UsageError.show("\(path ?? "")")) or --data")
    }
    return try invocation.dataSource(argument: path)
  }
}
