import CommandLineKit
import FinderEngine

// How a fetch can fail, in words.

extension WebFetch {
  static let noAnswer = "the answer is not HTTP"

  func failure(_ reason: String) -> Failure {
    let what = question?.lacks ?? "cannot fetch \(address.shown)"
    return Failure(.unavailable, "\(what): \(reason)")
  }

  /// By itself, or because the system has no memory, processes or descriptors left.
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

  private var tooLarge: Failure {
    guard question == nil else { return failure("more than \(shown(bytes: mostBytes))") }
    return Failure(
      .badData,
      "\(address.shown) is larger than \(shown(bytes: mostBytes)), the limit",
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

  /// In plain words for most of curl's exit codes, otherwise in curl's own.
  private func reason(_ code: CInt, _ answer: FetchAnswer) -> String {
    let words = answer.complaint.map { address.redacted($0) } ?? "curl's error \(code)"
    switch code {
    case 5: return "the proxy named in the environment does not exist"
    case 6: return "no host has this name"
    case 7: return "nothing answers at \(address.host)"
    case 1 where (300..<400).contains(answer.headers.status):
      let target = answer.headers.location.map { Self.target($0) } ?? "elsewhere"
      return "it redirects to \(UsageError.show(target)), which is not followed: "
        + (address.isSecure ? "https may only redirect to https" : "only http and https are")
    case 1 where answer.complaint?.hasPrefix("Received HTTP/0.9") == true: return Self.noAnswer
    case 18:
      let whole = answer.headers.length.map { " of \($0)" } ?? ""
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

  /// `404 Not Found`, in the server's words if it has any.
  static func words(for headers: ResponseHeaders) -> String {
    let reason = headers.reason.isEmpty ? reason(headers.status) : headers.reason
    return [String(headers.status), String(reason.prefix(60))].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// Where the server gives no reason of its own.
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
}
