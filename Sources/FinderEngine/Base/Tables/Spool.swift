/// A temporary file without a name: it is gone when the process is.
final class Spool {
  private let descriptor: CInt
  private let folder: FilePath

  init() throws(ListError) {
    let named = getenv("TMPDIR").map { FilePath($0) }
    folder = named.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let file = TemporaryFile(in: "\(folder)/", mode: 0o600)
    descriptor = file?.descriptor ?? -1
    guard let file else { throw failure }
    file.path.removeFile()
    file.hasNoNameAnyMore()
  }

  private var failure: ListError { .notKept(folder: "\(folder)", errno: errno) }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func keep(_ bytes: UnsafeBufferPointer<UInt8>) throws(ListError) {
    guard FileWriting.all(UnsafeRawBufferPointer(bytes), to: descriptor) else { throw failure }
  }

  func rewind() throws(ListError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure }
  }

  func read(into space: UnsafeMutableBufferPointer<UInt8>) throws(ListError) -> Int {
    let got = FileReading.some(of: descriptor, into: space)
    guard got >= 0 else { throw failure }
    return got
  }
}
