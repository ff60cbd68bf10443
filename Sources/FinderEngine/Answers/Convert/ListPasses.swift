/// Passes the records of a list from their reader to a writer: in one pass, or in two if CSV turns out to
/// need all its columns before its first row.
package final class ListPasses {
  /// How many faults are reported one by one; more are only counted.
  package static let mostReported = 10

  private let stream: ListStream
  private let output: ListOutput
  private let mayComeTwice: Bool
  private let progress: ((Double?, Int) -> Void)?
  /// How many records have been read in this pass.
  @exclusivity(unchecked) package var taken = 0

  /// To be created before reading begins. `progress` is called during reading, with the share of the work
  /// that is done (`nil` for a pipe) and the number of records so far.
  package init(_ stream: ListStream, _ output: ListOutput, _ progress: ((Double?, Int) -> Void)?) {
    self.stream = stream
    self.output = output
    self.progress = progress
    mayComeTwice = output.format == .csv && !output.sorts && output.spreadSeed == nil
    if mayComeTwice { stream.prepareToReadAgain() }
  }

  /// `read` passes all records to the writer. It may be called a second time.
  package func run(
    write: @escaping RecordWriter.Write, read: (RecordWriter, _ isAgain: Bool) throws -> Void
  ) throws -> ListTally {
    let writer = RecordWriter(output, comesTwice: mayComeTwice, write: write)
    defer { stream.beforeReading = nil }
    watch(writer, pass: 0)
    try read(writer, false)
    try writer.finish()
    if writer.needsThemAgain {
      try stream.readAgain()
      try writer.begin()
      watch(writer, pass: 1)
      try read(writer, true)
      try writer.finish()
    }
    return writer.tally
  }

  /// The same for a writer that takes other lists too; the caller finishes it.
  func runOnce<Result>(_ writer: RecordWriter, _ read: () throws -> Result) throws -> Result {
    defer { stream.beforeReading = nil }
    watch(writer, pass: 0)
    return try read()
  }

  /// Before the stream waits, the output so far is written.
  private func watch(_ writer: RecordWriter, pass: Double) {
    taken = 0
    let passes = mayComeTwice ? 2.0 : 1
    stream.beforeReading = { [unowned self] in
      try writer.flush()
      progress?(stream.share.map { ($0 + pass) / passes }, taken)
    }
  }
}

package struct ListTally: Equatable, Sendable {
  package var written = 0
  package var withoutPosition = 0
  package var duplicates = 0
  package var moved = 0
  /// Members of GeoJSON features other than properties, for which the format has no place.
  package var membersLost = 0

  package init() {}
}
