/// Takes the records of a list from their reader to a writer: in one pass, or in two where CSV turns
/// out to need all its columns before its first row.
package final class ListPasses {
  /// Faults are reported one by one up to here, and then only counted.
  package static let mostReported = 10

  private let stream: ListStream
  private let output: ListOutput
  private let mayComeTwice: Bool
  private let progress: ((Double?, Int) -> Void)?
  /// Records that were read in this pass.
  @exclusivity(unchecked) package var taken = 0

  /// To be made before anything is read. `progress` is called as reading goes on, with the share of
  /// the work that is done (`nil` of a pipe) and the number of records so far.
  package init(_ stream: ListStream, _ output: ListOutput, _ progress: ((Double?, Int) -> Void)?) {
    self.stream = stream
    self.output = output
    self.progress = progress
    mayComeTwice = output.format == .csv && !output.sorts && output.spreadSeed == nil
    if mayComeTwice { stream.prepareToReadAgain() }
  }

  /// `read` takes all records to the writer. It may be called a second time.
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

  /// The same into a writer that takes other lists too; the caller finishes it.
  func runOnce<Result>(_ writer: RecordWriter, _ read: () throws -> Result) throws -> Result {
    defer { stream.beforeReading = nil }
    watch(writer, pass: 0)
    return try read()
  }

  /// Before the stream waits, what was made so far is on its way.
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
  /// Members beside the properties of GeoJSON features, for which the format has no place.
  package var membersLost = 0

  package init() {}
}
