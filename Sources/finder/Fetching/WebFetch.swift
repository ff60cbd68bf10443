import CommandLineKit
import FinderEngine

/// A file fetched by the system's `curl`, into memory: nothing of it touches the disk before it is
/// known to be whole and to be a dataset.
struct WebFetch {
  let address: WebAddress
  /// What the server called the edition that is there; it answers 304 where it has no other.
  var etag: String?
  var lastModified: String?
  /// Seconds, for all of it.
  let timeout: Double
  /// Bytes, as they come.
  let mostBytes: Int

  enum Outcome {
    case fetched(PaddedBytes, ResponseHeaders)
    case notModified
  }

  // curl's own limits; ours stand behind them.
  private static let connectTimeout = 10
  private static let redirects = 5
  private static let slowest = 1000
  private static let slowSeconds = 20
  /// Seconds that curl may take beyond its time before it is killed.
  private static let grace = 5.0

  func run(_ progress: inout FetchProgress) throws -> Outcome {
    guard let curl = ChildProgram.search("curl") else {
      throw Failure(
        .unavailable, "curl is not installed, and finder fetches by it",
        hint:
          "  install curl; or fetch the file by other means, and then 'finder data install FILE'")
    }
    let program = ChildProgram(
      path: curl, arguments: Self.arguments, environment: Self.environment,
      input: Array(configuration.utf8))
    var answer = Answer(mostBytes: mostBytes)
    defer { progress.clear() }
    let end = program.run(seconds: timeout + Self.grace) { stream, bytes in
      answer.take(stream, bytes)
    } tick: {
      progress.show(answer.received, of: answer.headers.length)
    }
    guard let end else {
      throw Failure(.unavailable, "cannot start \(curl): \(systemMessage(errno))")
    }
    try refuse(end, answer)
    return try outcome(answer)
  }

  // MARK: What curl is told

  /// On its command line, which others can see, nothing but this: no settings file of the user's, and
  /// the rest on standard input.
  private static let arguments = ["-q", "--config", "-"]

  /// What curl needs of the environment, in plain English, and nothing else.
  private static var environment: [String] {
    let names = [
      "PATH", "HOME", "TMPDIR", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy",
      "ALL_PROXY", "no_proxy", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE",
      "NIX_SSL_CERT_FILE", "LD_LIBRARY_PATH",
    ]
    return names.compactMap { name in finder.environment(name).map { "\(name)=\($0)" } }
      + ["LC_ALL=C"]
  }

  private var configuration: String {
    var lines = [
      "url = \(Self.quoted(address.text))", "globoff", "silent", "show-error", "location",
      "proto = \"=http,https\"",
      // A secure address is not to end in one that anybody on the way can change.
      "proto-redir = \"\(address.isSecure ? "=https" : "=http,https")\"",
      "max-redirs = \(Self.redirects)", "connect-timeout = \(Self.connectTimeout)",
      "speed-limit = \(Self.slowest)", "speed-time = \(Self.slowSeconds)",
      "max-time = \(timeout)", "max-filesize = \(mostBytes)", "suppress-connect-headers",
      "dump-header = \"/dev/fd/\(ChildProgram.Stream.headers.rawValue)\"", "output = \"-\"",
      "user-agent = \"finder/\(Program.version)\"",
    ]
    if let etag { lines.append("header = \(Self.quoted("If-None-Match: \(etag)"))") }
    if let lastModified {
      lines.append("header = \(Self.quoted("If-Modified-Since: \(lastModified)"))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  // MARK: What comes of it

  private func outcome(_ answer: Answer) throws -> Outcome {
    let headers = answer.headers
    switch headers.status {
    case 200:
      try refuseOtherLength(answer)
      return .fetched(answer.bytes, headers)
    case 304 where etag != nil || lastModified != nil: return .notModified
    case 0: throw failure(Self.noAnswer)
    default:
      let reason = headers.reason.isEmpty ? Self.reason(headers.status) : headers.reason
      let words = [String(headers.status), UsageError.escape(reason)].filter { !$0.isEmpty }
      throw failure("the server answered \(words.joined(separator: " "))")
    }
  }

  /// curl looks at this too. It is looked at once more because a dataset that is cut where a feature
  /// ends may look like a whole one.
  private func refuseOtherLength(_ answer: Answer) throws {
    guard let length = answer.headers.length, length != answer.received else { return }
    throw failure("\(answer.received) bytes came where the server named \(length)")
  }

  private static let noAnswer = "it is no HTTP answer"

  /// Where the server's own words are missing.
  private static func reason(_ status: Int) -> String {
    switch status {
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 410: "Gone"
    case 429: "Too Many Requests"
    case 500: "Internal Server Error"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    default: ""
    }
  }

  private func failure(_ reason: String) -> Failure {
    Failure(.unavailable, "cannot fetch \(address.shown): \(reason)")
  }

  private var tooLarge: Failure {
    Failure(
      .badData,
      "\(address.shown) is larger than \(ByteSize.text(mostBytes)), the most that is fetched",
      hint: "  --max-size allows more")
  }

  private func refuse(_ end: ChildProgram.End, _ answer: Answer) throws {
    switch end {
    case .exit(0): return
    case .exit(63): throw tooLarge
    case .exit(let code): throw failure(reason(code, answer))
    case .signal(let number): throw failure("curl was stopped by signal \(number)")
    case .unknown: throw failure("the system does not say how curl ended")
    case .outOfTime: throw failure("curl took longer than the \(shown(timeout)) s that it may")
    case .unwanted: throw tooLarge
    }
  }

  /// By curl's exit codes, in plain words; its own where there are none better.
  private func reason(_ code: CInt, _ answer: Answer) -> String {
    let words = answer.complaint.map { address.redacted($0) } ?? "curl's error \(code)"
    switch code {
    case 5: return "there is no proxy of the name that the environment gives"
    case 6: return "no host has this name"
    case 7: return "nothing answers at \(address.host)"
    case 1 where (300..<400).contains(answer.headers.status):
      let target = answer.headers.location.map { Self.target($0) } ?? "elsewhere"
      return "it leads to \(UsageError.show(target)), which is not followed: "
        + (address.isSecure ? "only https is, from https" : "only http and https are")
    case 1 where answer.complaint?.hasPrefix("Received HTTP/0.9") == true: return Self.noAnswer
    case 18:
      let whole = answer.headers.length.map { " of \($0)" } ?? ""
      return "the connection was cut after \(answer.received)\(whole) bytes"
    case 28: return timeoutReason(answer)
    case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91:
      return "no secure connection: \(words)"
    case 47: return "it leads on and on: more than \(Self.redirects) redirects"
    case 52: return "the server closed the connection without an answer"
    case 55, 56: return "the connection broke: \(words)"
    default: return answer.complaint == nil ? words : "curl's error \(code): \(words)"
    }
  }

  private static func target(_ location: String) -> String {
    WebAddress(location)?.shown ?? WebAddress.withoutCredentials(location)
  }

  private func timeoutReason(_ answer: Answer) -> String {
    if answer.complaint?.hasPrefix("Operation too slow") == true {
      return "for \(Self.slowSeconds) s less than \(Self.slowest) bytes a second came"
    }
    if answer.complaint?.hasPrefix("Operation") == false {
      return "no connection within \(shown(min(timeout, Double(Self.connectTimeout)))) s"
    }
    return "it took longer than \(shown(timeout)) s; --timeout allows more"
  }

  /// What has come of the answer so far.
  private struct Answer {
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

    /// curl's own words, without its name and number.
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
        // A page about an error is not kept; it may come before the word that it is one.
        guard body.count + bytes.count <= mostBytes else { return false }
        body += bytes
      }
      return true
    }
  }
}
