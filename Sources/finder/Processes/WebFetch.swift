import CommandLineKit
import FinderEngine

/// A file fetched, or a request made, with the system's `curl`. The answer is kept in memory, or passed on as
/// it arrives.
struct WebFetch {
  let address: WebAddress
  /// The request, if it is more than a file.
  var question: Question?
  /// Header lines that say which state of a file is wanted.
  var conditions: [String] = []
  /// In seconds, for the whole fetch.
  let timeout: Double
  /// In bytes as received; `nil` if the receiver sets a limit.
  let mostBytes: Int?

  /// A request to a server that the user chose. It must go to that server only.
  struct Question {
    let headers: [String]
    /// The body to send by POST; `nil` for GET.
    let body: String?
    /// What is missing without an answer, for the beginning of messages: the address may contain a key.
    let lacks: String
    /// Whether the server is on this machine, where no proxy would find it.
    let isLocal: Bool
    /// In seconds; earlier requests may have used part of the time.
    let limit: Double
    /// How many seconds connecting may take; `nil` for all of them.
    var connectTimeout: Int?
  }

  // curl applies these limits itself; finder's own apply if it does not.
  static let connectTimeout = 10
  static let redirects = 5
  static let slowest = 1000
  static let slowSeconds = 20
  /// How many seconds over its time curl may take before it is killed.
  private static let grace = 5.0

  /// The server's answer, of any kind. `tick` is called while it arrives.
  func answer(_ tick: (FetchAnswer) -> Void = { _ in }) throws -> FetchAnswer {
    let (end, answer) = try exchange(FetchAnswer(mostBytes: mostBytes ?? .max), tick)
    try refuse(end, answer)
    return answer
  }

  /// Passes the answer's body to `take`, with the header so far. `take` returns whether it wants more.
  func exchange(
    _ tick: (FetchAnswer) -> Void, take: @escaping (Bytes, ResponseHeaders) -> Bool
  ) throws -> (ChildProgram.End, FetchAnswer) {
    try exchange(FetchAnswer(mostBytes: .max, take), tick)
  }

  private func exchange(
    _ empty: FetchAnswer, _ tick: (FetchAnswer) -> Void
  ) throws -> (ChildProgram.End, FetchAnswer) {
    guard let curl = ChildProgram.search("curl") else { throw noCurl }
    let program = ChildProgram(
      path: curl, arguments: Self.arguments, environment: Self.environment,
      input: Array(configuration.utf8))
    var answer = empty
    let end = program.run(seconds: timeout + Self.grace) { stream, bytes in
      answer.take(stream, bytes)
    } tick: {
      tick(answer)
    }
    guard let end else { throw notStarted(curl, errno) }
    return (end, answer)
  }

  // MARK: curl's configuration

  /// Other users can see the command line, so everything else goes to standard input. The user's own curl
  /// configuration is not read.
  private static let arguments = ["-q", "--config", "-"]

  /// Only what curl needs of the environment, with messages in plain English.
  private static var environment: [FilePath] {
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
      "url = \(Self.quoted(address.text))", "globoff", "silent", "show-error",
      "proto = \"=http,https\"",
      // A secure address must not redirect to an insecure one, whose answer could be changed on the way.
      "proto-redir = \"\(address.isSecure ? "=https" : "=http,https")\"",
      "max-redirs = \(Self.redirects)", "max-time = \(timeout)", "suppress-connect-headers",
      "dump-header = \"/dev/fd/\(ChildProgram.Stream.headers.rawValue)\"", "output = \"-\"",
      "user-agent = \"finder/\(Program.version)\"",
    ]
    if let question {
      // A server may compute for all of the time allowed, so that is the only limit.
      lines += question.lines
    } else {
      lines += [
        "location", "connect-timeout = \(Self.connectTimeout)", "speed-limit = \(Self.slowest)",
        "speed-time = \(Self.slowSeconds)",
      ]
    }
    if let mostBytes { lines.append("max-filesize = \(mostBytes)") }
    lines += conditions.map { "header = \(Self.quoted($0))" }
    return lines.joined(separator: "\n") + "\n"
  }

  fileprivate static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  // MARK: The outcome

  /// An answer with another status than expected.
  func refused(_ headers: ResponseHeaders) -> Failure {
    guard headers.status > 0 else { return failure(Self.noAnswer) }
    let failure = failure("the server answered \(UsageError.escape(Self.words(for: headers)))")
    guard headers.status == 401, address.credentials == nil else { return failure }
    return Failure(
      failure.code, failure.message,
      hint:
        "  if it needs a name and password: 'finder data update \(address.withPlaceForCredentials)'"
    )
  }

  /// curl checks this too. It is checked again because a dataset that is cut off between two features may
  /// look complete.
  func refuseOtherLength(_ answer: FetchAnswer) throws {
    guard let length = answer.headers.length, length != answer.received else { return }
    throw failure("received \(answer.received) bytes, but the server announced \(length)")
  }
}

extension WebFetch.Question {
  fileprivate var lines: [String] {
    var lines = isLocal ? ["noproxy = \"*\""] : []
    lines += headers.map { "header = \(WebFetch.quoted($0))" }
    if let connectTimeout { lines.append("connect-timeout = \(connectTimeout)") }
    if let body {
      // With this header, some servers would make curl wait for permission to send.
      lines += ["header = \"Expect:\"", "data = \(WebFetch.quoted(body))"]
    }
    return lines
  }
}

// How a fetch can fail, in words

extension WebFetch {
  static let noAnswer = "the answer is not HTTP"

  func failure(_ reason: String) -> Failure {
    let what = question?.lacks ?? "cannot fetch \(address.shown)"
    return Failure(.unavailable, "\(what): \(reason)")
  }

  /// curl itself is at fault, or the system has no memory, processes or descriptors left.
  func notStarted(_ curl: FilePath, _ error: CInt) -> Failure {
    let isRefused = [ENOMEM, EAGAIN, EMFILE, ENFILE].contains(error)
    let failure = failure("cannot start \(curl): \(systemMessage(error))")
    return Failure(isRefused ? .refused : failure.code, failure.message)
  }

  var noCurl: Failure {
    guard question == nil else { return failure("asking it needs curl, which is not installed") }
    return Failure(
      .unavailable, "updating needs curl, which is not installed",
      hint:
        "  install curl, or download the file in another way and run 'finder data install FILE'")
  }

  private var tooLarge: Failure { tooLarge(mostBytes ?? 0) }

  func tooLarge(_ limit: Int, _ which: String = "the limit") -> Failure {
    guard question == nil else { return failure("more than \(shown(bytes: limit))") }
    return Failure(
      .badData, "\(address.shown) is larger than \(shown(bytes: limit)), \(which)",
      hint: "  --max-size allows more")
  }

  func refuse(_ end: ChildProgram.End, _ answer: FetchAnswer) throws {
    switch end {
    case .exit(0): return
    case .exit(63): throw tooLarge
    case .exit(let code): throw failure(reason(code, answer))
    case .signal(let number): throw failure("curl was stopped by signal \(number)")
    case .unknown: throw failure("the system did not report how curl ended")
    case .outOfTime: throw failure("curl took longer than its limit of \(shown(limit)) s")
    case .unwanted: throw tooLarge
    }
  }

  /// In plain words for most of curl's exit codes, otherwise in curl's own words.
  private func reason(_ code: CInt, _ answer: FetchAnswer) -> String {
    let words = answer.complaint.map { address.redacted($0) } ?? "curl's error \(code)"
    switch code {
    case 5: return "the proxy named in the environment does not exist"
    case 6: return "no host has this name"
    case 7: return "nothing answers at \(address.host)"
    case 1 where answer.headers.isRedirect:
      let target = answer.headers.location.map { Self.target($0) } ?? "elsewhere"
      return "it redirects to \(UsageError.show(target)), which is not followed: "
        + (address.isSecure ? "https may only redirect to https" : "only http and https are")
    case 1 where answer.complaint?.hasPrefix("Received HTTP/0.9") == true: return Self.noAnswer
    case 18:
      let whole = answer.length.map { " of \($0)" } ?? ""
      return "the connection was cut after \(answer.received)\(whole) bytes"
    case 28: return timeoutReason(answer)
    case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91:
      return "no secure connection: \(words)"
    case 47: return "more than \(Self.redirects) redirects"
    case 52: return "the server closed the connection without an answer"
    case 55, 56: return "the connection broke: \(words)"
    default: return answer.complaint == nil ? words : "curl's error \(code): \(words)"
    }
  }

  private static func target(_ location: String) -> String {
    WebAddress(location)?.shown ?? WebAddress.withoutCredentials(location)
  }

  private func timeoutReason(_ answer: FetchAnswer) -> String {
    if answer.complaint?.hasPrefix("Operation too slow") == true {
      return "less than \(Self.slowest) bytes a second for \(Self.slowSeconds) s"
    }
    if answer.complaint?.hasPrefix("Operation") == false {
      let usual = question == nil ? Self.connectTimeout : question?.connectTimeout
      let most = usual.map { min(limit, Double($0)) } ?? limit
      return "no connection within \(shown(most)) s"
    }
    return "it took longer than \(shown(limit)) s; --timeout allows more"
  }

  private var limit: Double { question?.limit ?? timeout }

  /// `404 Not Found`, with the server's reason if it has one.
  static func words(for headers: ResponseHeaders) -> String {
    let reason = headers.reason.isEmpty ? reasons[headers.status] ?? "" : headers.reason
    return [String(headers.status), String(reason.prefix(60))].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// Used if the server gives no reason of its own.
  private static let reasons = [
    401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 410: "Gone", 429: "Too Many Requests",
    500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout",
  ]
}

/// The part of a server's answer that has arrived so far, and curl's own messages.
struct FetchAnswer {
  let mostBytes: Int
  private(set) var headers = ResponseHeaders([])
  private var headerBytes: [UInt8] = []
  private var body: [UInt8] = []
  private var errors: [UInt8] = []
  private let taker: ((Bytes, ResponseHeaders) -> Bool)?
  /// How many bytes of the file have arrived.
  var received = 0
  /// The length of the file; `nil` if the server does not state it.
  var length: Int?

  /// No server has reason to send more.
  private static let mostHeaderBytes = 1 << 18

  init(mostBytes: Int, _ taker: ((Bytes, ResponseHeaders) -> Bool)? = nil) {
    (self.mostBytes, self.taker) = (mostBytes, taker)
  }

  var bytes: PaddedBytes { PaddedBytes(copying: body) }

  /// curl's own message, without its name and number.
  var complaint: String? {
    let line = errors.split(separator: 0x0A).last.map { String(decoding: $0, as: UTF8.self) }
    guard let line, line.hasPrefix("curl: (") else { return line }
    return line.firstIndex(of: ")").map { trimmed(line[line.index(after: $0)...]) }
  }

  mutating func take(_ stream: ChildProgram.Stream, _ bytes: Bytes) -> Bool {
    switch stream {
    case .headers:
      guard headerBytes.count < Self.mostHeaderBytes else { break }
      headerBytes += bytes.prefix(Self.mostHeaderBytes - headerBytes.count)
      headers = ResponseHeaders(headerBytes)
      length = headers.length
    case .errors: errors += bytes.prefix(1 << 14 - errors.count)
    case .output:
      if let taker { return taker(bytes, headers) }
      // The page of an error is dropped later: it may arrive before its status.
      guard body.count + bytes.count <= mostBytes else { return false }
      body += bytes
      received = body.count
    }
    return true
  }
}
