import CommandLineKit
import FinderEngine

/// A file fetched, or a question asked, by the system's `curl`, the answer in memory. Nothing is written
/// to disk before it is known to be whole and to be a dataset.
struct WebFetch {
  let address: WebAddress
  /// What is asked, where it is more than a file.
  var question: Question?
  /// What the server called the installed edition. It answers 304 if it has no other.
  var etag: String?
  var lastModified: String?
  /// In seconds, for the whole fetch.
  let timeout: Double
  /// In bytes, as they arrive.
  let mostBytes: Int

  /// A question to a server that the user chose. It goes there and nowhere else.
  struct Question {
    /// Beside those of every fetch.
    let headers: [String]
    /// What is sent by POST; `nil` for GET.
    let body: String?
    /// What there is not without an answer, as messages begin: the address may hold a key.
    let lacks: String
    /// No proxy would find a server on this machine.
    let isLocal: Bool
    /// Seconds, of which questions before it may have taken some.
    let limit: Double
    /// How many seconds it may take to reach the server; `nil` for all that there are.
    var connectTimeout: Int?
  }

  enum Outcome {
    case fetched(PaddedBytes, ResponseHeaders)
    case notModified
  }

  // curl keeps these limits itself; ours apply if it does not.
  static let connectTimeout = 10
  static let redirects = 5
  static let slowest = 1000
  static let slowSeconds = 20
  /// How many seconds over its time curl may take before it is killed.
  private static let grace = 5.0

  func run(_ progress: Progress) throws -> Outcome {
    defer { progress.wipe() }
    return try outcome(answer { progress.show(received: $0.received, of: $0.headers.length) })
  }

  /// What the server sent, whatever it is. `tick` is called while it arrives.
  func answer(_ tick: (FetchAnswer) -> Void = { _ in }) throws -> FetchAnswer {
    guard let curl = ChildProgram.search("curl") else { throw noCurl }
    let program = ChildProgram(
      path: curl, arguments: Self.arguments, environment: Self.environment,
      input: Array(configuration.utf8))
    var answer = FetchAnswer(mostBytes: mostBytes)
    let end = program.run(seconds: timeout + Self.grace) { stream, bytes in
      answer.take(stream, bytes)
    } tick: {
      tick(answer)
    }
    guard let end else { throw notStarted(curl, errno) }
    try refuse(end, answer)
    return answer
  }

  // MARK: What curl is asked to do

  /// Other users can see the command line, so everything else goes to standard input. The user's
  /// own settings file is not read.
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
      // A secure address must not lead to one whose answer anybody on the way could change.
      "proto-redir = \"\(address.isSecure ? "=https" : "=http,https")\"",
      "max-redirs = \(Self.redirects)", "max-time = \(timeout)", "max-filesize = \(mostBytes)",
      "suppress-connect-headers",
      "dump-header = \"/dev/fd/\(ChildProgram.Stream.headers.rawValue)\"", "output = \"-\"",
      "user-agent = \"finder/\(Program.version)\"",
    ]
    if let question {
      // A server may think for as long as it is given: the time for all is its only limit.
      lines += question.lines
    } else {
      lines += [
        "location", "connect-timeout = \(Self.connectTimeout)", "speed-limit = \(Self.slowest)",
        "speed-time = \(Self.slowSeconds)",
      ]
    }
    if let etag { lines.append("header = \(Self.quoted("If-None-Match: \(etag)"))") }
    if let lastModified {
      lines.append("header = \(Self.quoted("If-Modified-Since: \(lastModified)"))")
    }
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

  private func outcome(_ answer: FetchAnswer) throws -> Outcome {
    let headers = answer.headers
    switch headers.status {
    case 200:
      try refuseOtherLength(answer)
      return .fetched(answer.bytes, headers)
    case 304 where etag != nil || lastModified != nil: return .notModified
    case 0: throw failure(Self.noAnswer)
    default:
      throw failure("the server answered \(UsageError.escape(Self.words(for: headers)))")
    }
  }

  /// curl checks this too. It is checked again because a dataset that is cut off between two features
  /// may look whole.
  func refuseOtherLength(_ answer: FetchAnswer) throws {
    guard let length = answer.headers.length, length != answer.received else { return }
    throw failure("received \(answer.received) bytes, but the server announced \(length)")
  }
}

extension WebFetch.Question {
  /// Of curl's configuration.
  fileprivate var lines: [String] {
    var lines = isLocal ? ["noproxy = \"*\""] : []
    lines += headers.map { "header = \(WebFetch.quoted($0))" }
    if let connectTimeout { lines.append("connect-timeout = \(connectTimeout)") }
    if let body {
      // Some servers leave curl waiting for their leave to send it.
      lines += ["header = \"Expect:\"", "data = \(WebFetch.quoted(body))"]
    }
    return lines
  }
}
