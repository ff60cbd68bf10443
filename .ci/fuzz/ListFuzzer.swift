/// Bytes as a list, behind one that chooses the form it is written in. What was read can be read again,
/// as many records of it; and CSV to CSV is the same.
func fuzzLists(_ bytes: UnsafeBufferPointer<UInt8>) {
  guard bytes.count >= 1 else { return }
  let choice = bytes[0]
  let format = ListFormat.allCases[Int(choice & 3)]
  var output = ListOutput(format: format)
  if choice >> 2 & 1 == 1 { output.precision = Int(choice >> 5) }
  output.sorts = choice >> 3 & 1 == 1
  output.dropsDuplicates = output.sorts
  if choice >> 4 & 1 == 1 { output.spreadSeed = 1 }
  let list = Array(bytes.dropFirst())
  guard let first = Converted(list, output, latin1: choice == 0xFF), first.written > 0 else {
    return
  }
  guard let again = Converted(first.output, ListOutput()) else {
    return expect(false, "\(format) is not read: \(String(decoding: first.output, as: UTF8.self))")
  }
  expect(
    again.written == first.written && again.faults == 0,
    "\(again.written) of \(first.written), \(again.faults) faults: "
      + String(decoding: first.output, as: UTF8.self))
  // The first time keys that stand twice in a feature are settled.
  var rows = again.output
  for _ in 0..<2 {
    guard let next = Converted(rows, ListOutput(format: .csv)) else {
      return expect(false, "no CSV of \(String(decoding: rows, as: UTF8.self))")
    }
    rows = next.output
  }
  let back = Converted(rows, ListOutput(format: .csv))
  expect(
    back?.output == rows,
    "\(String(decoding: rows, as: UTF8.self)) came back as "
      + String(decoding: back?.output ?? [], as: UTF8.self))
}

private struct Converted {
  let output: [UInt8]
  let written: Int
  let faults: Int

  /// One file for all, in memory where the system has such a folder.
  private static let file: (descriptor: CInt, path: String) = {
    var template = Array("/dev/shm/finder-fuzz-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    precondition(descriptor >= 0, "no file for lists")
    unlink(template)
    return (descriptor, "/proc/self/fd/\(descriptor)")
  }()

  /// `nil` where the list is refused as a whole.
  init?(_ list: [UInt8], _ settings: ListOutput, latin1: Bool = false) {
    ftruncate(Self.file.descriptor, 0)
    list.withUnsafeBytes { _ = pwrite(Self.file.descriptor, $0.baseAddress, $0.count, 0) }
    let gathered = Gathered()
    do {
      let stream = try ListStream(FilePath(Self.file.path), encoding: latin1 ? .latin1 : .utf8)
      let conversion = ListConversion(stream, ListInput(), settings)
      let summary = try conversion.run(write: { gathered.bytes += $0 }, fault: { _, _ in })
      (output, written, faults) = (gathered.bytes, summary.tally.written, summary.faults)
    } catch {
      expect(error is ListError || error is FileError, "\(error)")
      return nil
    }
  }

  private final class Gathered { var bytes: [UInt8] = [] }
}
