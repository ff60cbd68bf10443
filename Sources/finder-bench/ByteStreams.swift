// Whole files in, long streams out.

import FinderEngine

func readFile(_ path: String) throws -> [UInt8] {
  do {
    let bytes = try FileReading.contents(ofFile: FilePath(path))
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

func printOutput(_ text: String) throws { try writeFile(nil) { try $0.write(text) } }

func printError(_ text: String) {
  var sink = ByteSink(descriptor: STDERR_FILENO)
  try? sink.write(text)
  try? sink.flush()
}

/// Bytes gathered on their way to a file descriptor. Whoever writes must `flush` at the end.
struct ByteSink: ~Copyable {
  private let descriptor: CInt
  private var pending = ByteBuffer(capacity: 1 << 17)

  init(descriptor: CInt) { self.descriptor = descriptor }

  mutating func write(_ append: (inout ByteBuffer) -> Void) throws {
    append(&pending)
    if pending.count >= 1 << 16 { try flush() }
  }

  mutating func write(_ text: String) throws { try write { $0.append(text: text) } }

  mutating func flush() throws {
    guard FileWriting.all(UnsafeRawBufferPointer(pending.bytes), to: descriptor) else {
      throw Problem(message: "cannot write: \(systemMessage(errno))", status: ExitStatus.ioError)
    }
    pending.truncate()
  }

  /// Points to ask from, as `finder bulk` reads them.
  mutating func write(points: some Sequence<Coordinate>) throws {
    try write("id,lat,lon\n")
    for (id, point) in points.enumerated() {
      try write("\(id),\(point.latitude),\(point.longitude)\n")
    }
  }
}
