import CommandLineKit
import FinderEngine

/// A file fetched by the system's `curl` into memory. Nothing is written to disk before it is known to
/// be whole and to be a dataset.
struct WebFetch {
  let address: WebAddress
  /// What the server called the installed edition. It answers 304 if it has no other.
  var etag: String?
  var lastModified: String?
  /// In seconds, for the whole fetch.
  let timeout: Double
  /// In bytes, as they arrive.
  let mostBytes: Int

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
    guard let curl = ChildProgram.search("curl") else {
      throw Failure(
        .unavailable, "updating needs curl, which is not installed",
        hint:
          "  install curl, or download the file in another way and run 'finder data install FILE'")
    }
    let program = ChildProgram(
      path: curl, arguments: Self.arguments, environment: Self.environment,
      input: Array(configuration.utf8))
    var answer = FetchAnswer(mostBytes: mostBytes)
    defer { progress.wipe() }
    let end = program.run(seconds: timeout + Self.grace) { stream, bytes in
      answer.take(stream, bytes)
    } tick: {
      progress.show(received: answer.received, of: answer.headers.length)
    }
    guard let end else {
      let isRefused = errno == ENOMEM || errno == EAGAIN
      throw Failure(
        isRefused ? .refused : .unavailable, "cannot start \(curl): \(systemMessage(errno))")
    }
    try refuse(end, answer)
    return try outcome(answer)
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
      "url = \(Self.quoted(address.text))", "globoff", "silent", "show-error", "location",
      "proto = \"=http,https\"",
      // A secure address must not lead to one whose answer anybody on the way could change.
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
      let reason = headers.reason.isEmpty ? Self.reason(headers.status) : headers.reason
      let words = [String(headers.status), UsageError.escape(reason)].filter { !$0.isEmpty }
      throw failure("the server answered \(words.joined(separator: " "))")
    }
  }

  /// curl checks this too. It is checked again because a dataset that is cut off between two features
  /// may look whole.
  private func refuseOtherLength(_ answer: FetchAnswer) throws {
    guard let length = answer.headers.length, length != answer.received else { return }
    throw failure("received \(answer.received) bytes, but the server announced \(length)")
  }
}
