import CommandLineKit
import FinderEngine

/// The dataset of a query, found and read when it is first needed, and once: some points need it (a
/// postcode, a venue), and the query does anyway.
///
///     let data = QueryData(invocation)
///     let point = try invocation.point(data)       // reads it only if it must
///     let output = try Output(invocation, inputs: [try data.source().path])
///     var loaded = try data.load()
final class QueryData {
  private let invocation: Invocation
  private var located: Located?
  private var loaded: Loaded?

  /// In classes: the runtime takes long to describe what may be a large struct or nothing.
  private final class Located {
    let source: DatasetSource
    init(_ source: DatasetSource) { self.source = source }
  }

  private final class Loaded {
    var data: LoadedData
    init(_ data: LoadedData) { self.data = data }
  }

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// What was loaded already.
  init(_ invocation: Invocation, _ data: LoadedData) {
    self.invocation = invocation
    located = Located(data.source)
    loaded = Loaded(data)
  }

  /// Where the data comes from. Nothing is read yet.
  func source() throws -> DatasetSource {
    if let located { return located.source }
    let source = try invocation.dataSource()
    located = Located(source)
    return source
  }

  func load() throws -> LoadedData {
    if let loaded { return loaded.data }
    return try LoadedData(try source(), invocation)
  }

  /// What `work` finds in the data before there is an answer.
  func look<Result>(_ work: (inout LoadedData) throws -> Result) throws -> Result {
    let loaded = try self.loaded ?? Loaded(try load())
    self.loaded = loaded
    return try loaded.data.lookAgain(work)
  }

  /// `sample` or `dataset`.
  func origin() throws -> String { try source().kind == .sample ? "sample" : "dataset" }
}
