import CommandLineKit
import FinderEngine

extension Invocation {
  var diagnostics: Diagnostics { Diagnostics(command: path, isQuiet: has(Options.quiet)) }

  /// The file that an option names.
  func path(_ option: Option) -> FilePath? { word(option).map { FilePath(bytes: $0.bytes) } }

  func path(_ argument: Argument) -> FilePath? { word(argument).map { FilePath(bytes: $0.bytes) } }

  func paths(_ option: Option) -> [FilePath] { words(option).map { FilePath(bytes: $0.bytes) } }

  /// The snapshots of datasets; `nil` where they are turned off.
  var cache: SnapshotCache? {
    has(Options.noCache)
      ? nil
      : SnapshotCache(environment: environment, size: Quantity.bytesOrNone)
  }

  var locator: DatasetLocator {
    DatasetLocator(environment: environment, sampleFolders: { SampleFolders.all })
  }

  /// Where the data comes from. Nothing is read yet, but a terminal is refused.
  func dataSource(argument: FilePath? = nil) throws -> DatasetSource {
    let source = try locator.locate(option: path(Options.data) ?? argument)
    if source.kind == .stdin { try refuseTerminal() }
    return source
  }

  /// What results must not overwrite, of a command that may not read a dataset: the one that was named
  /// all the same.
  func inputs(_ source: DatasetSource?) -> [FilePath] {
    [source?.path, path(Options.data), environment("FINDER_DATA")].compactMap { $0 }
  }

  /// Where standard input is needed, a person at a terminal would not know that finder waits.
  func refuseTerminal() throws {
    guard Terminal.isTerminal(STDIN_FILENO) else { return }
    throw Failure(
      .usage, "expected input on standard input, which is a terminal",
      hint: Program.help(for: path, width: Terminal.width(of: STDERR_FILENO)))
  }

  func exitCode(found: Int) -> ExitCode {
    found == 0 && has(Options.exitStatus) ? .nothingFound : .success
  }
}
