// Whole files in, long streams out.

import FinderEngine

/// The bytes of the file at `path`.
func readFile(_ path: String) throws -> [UInt8] {
  do {
    let bytes = try FileReading.contents(ofFile: path)
    return withExtendedLifetime(bytes) { Array(bytes.bytes) }
  } catch {
    throw Problem(message: error.message, status: ExitStatus.noInput)
  }
}

/// Has `body` write a file, or standard output where there is no path.
func writeFile(_ path: String?, _ body: (inout ByteSink) throws -> Void) throws {
  let descriptor = path.map { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o600) } ?? STDOUT_FILENO
  guard descriptor >= 0 else {
    throw Problem(message: "cannot create \(path ?? "")", status: ExitStatus.ioError)
  }
  defer { if path != nil { close(descriptor) } }
  var sink = ByteSink(descriptor: descriptor)
  try body(&sink)
  try sink.flush()
}

func printOutput(_ text: String) throws { try writeFile(nil) { try $0.write(text.utf8) } }

func printError(_ text: String) {
  var sink = ByteSink(descriptor: STDERR_FILENO)
  try? sink.write(text.utf8)
  try? sink.flush()
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
    guard pending.withUnsafeBytes({ FileWriting.all($0, to: descriptor) }) else {
      throw Problem(message: "cannot write: \(systemMessage(errno))", status: ExitStatus.ioError)
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Points to ask from, as `finder bulk` reads them.
  mutating func write(points: some Sequence<Coordinate>) throws {
    try write("id,lat,lon\n".utf8)
    for (id, point) in points.enumerated() {
      try write("\(id),\(point.latitude),\(point.longitude)\n".utf8)
    }
  }
}
