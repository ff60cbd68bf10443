import FinderEngine

/// What has arrived of a server's answer so far, and curl's own messages.
struct FetchAnswer {
  let mostBytes: Int
  private(set) var headers = ResponseHeaders([])
  private var headerBytes: [UInt8] = []
  private var body: [UInt8] = []
  private var errors: [UInt8] = []

  /// No server has reason to send more.
  private static let mostHeaderBytes = 1 << 18

  init(mostBytes: Int) { self.mostBytes = mostBytes }

  var received: Int { body.count }
  var bytes: PaddedBytes { PaddedBytes(copying: body) }

  /// curl's own message, without its name and number.
  var complaint: String? {
    let line = errors.split(separator: 0x0A).last.map { String(decoding: $0, as: UTF8.self) }
    guard let line, line.hasPrefix("curl: (") else { return line }
    return line.firstIndex(of: ")").map { trimmed(line[line.index(after: $0)...]) }
  }

  mutating func take(
    _ stream: ChildProgram.Stream, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    switch stream {
    case .headers:
      guard headerBytes.count < Self.mostHeaderBytes else { break }
      headerBytes += bytes.prefix(Self.mostHeaderBytes - headerBytes.count)
      headers = ResponseHeaders(headerBytes)
    case .errors: errors += bytes.prefix(1 << 14 - errors.count)
    case .output:
      // The page of an error is dropped later: it may arrive before its status.
      guard body.count + bytes.count <= mostBytes else { return false }
      body += bytes
    }
    return true
  }
}
