// Whole files in, long streams out, without Foundation.

import FinderEngine

/// The bytes of the file at `path`.
func readFile(_ path: String) throws -> [UInt8] {
  let descriptor = open(path, O_RDONLY)
  guard descriptor >= 0 else { throw unreadable(path) }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    guard count >= 0 else { throw unreadable(path) }
    if count == 0 { return bytes }
    bytes += chunk[..<count]
  }
}

private func unreadable(_ path: String) -> Problem {
  Problem(
    message: "cannot read \(path): \(String(cString: strerror(errno)))",
    status: ExitStatus.noInput)
}

/// Bytes gathered on their way to a file descriptor. Whoever writes must `flush` at the end.
struct ByteSink {
  let descriptor: Int32
  private var pending: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  mutating func write(_ bytes: some Sequence<UInt8>) throws {
    pending.append(contentsOf: bytes)
    if pending.count >= 1 << 16 { try flush() }
  }

  mutating func flush() throws {
    var rest = pending[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { FinderEngine.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else {
        throw Problem(
          message: "cannot write: \(String(cString: strerror(errno)))", status: ExitStatus.ioError)
      }
      rest = rest.dropFirst(count)
    }
    pending.removeAll(keepingCapacity: true)
  }
}

func printError(_ text: String) {
  var sink = ByteSink(descriptor: STDERR_FILENO)
  try? sink.write(text.utf8)
  try? sink.flush()
}
