import CommandLineKit
import FinderEngine
import FinderLists

/// Makes requests to public servers, one after another. If one is busy, it is asked again later: after as
/// long as it says, and each time after a longer wait. There is a time limit for all of it together.
final class RetryingServer {
  private let timeout: Double
  private let mostBytes: Int
  private let progress: Progress
  private let deadline: Double

  /// Statuses with which a server asks to be left alone for a while.
  private static let busy = [429, 503, 504]
  private static let connectTimeout = 20

  init(timeout: Double, mostBytes: Int, _ progress: Progress) {
    (self.timeout, self.mostBytes, self.progress) = (timeout, mostBytes, progress)
    deadline = monotonicSeconds() + timeout
  }

  /// The whole answer, unpacked. `what` names the request, for example `page 2 of 3`.
  func answer(to message: FetchMessage, _ what: String) throws -> PaddedBytes {
    var waits = FetchWaits()
    while true {
      let fetch = try fetch(message)
      let answer = try fetch.answer {
        progress.show(what, received: $0.received, of: $0.headers.length)
      }
      progress.wipe()
      let status = answer.headers.status
      guard status != 200 else {
        try fetch.refuseOtherLength(answer)
        do throws(FetchFault) {
          return try PackedAnswer.text(of: answer.bytes, mostBytes: mostBytes)
        } catch { throw fetch.failure(error.message) }
      }
      guard Self.busy.contains(status) else { throw fetch.failure(Self.words(for: answer.headers)) }
      try wait(&waits, answer.headers, fetch)
    }
  }

  /// The result of reading answers, or a failure that names the server.
  func reading<Result>(
    _ message: FetchMessage, _ body: () throws(FetchFault) -> Result
  ) throws -> Result {
    do throws(FetchFault) {
      return try body()
    } catch {
      throw Failure(.unavailable, "\(Self.lacks(message)): \(error.message)")
    }
  }

  private func fetch(_ message: FetchMessage) throws -> WebFetch {
    let left = deadline - monotonicSeconds()
    guard left > 0.001 else {
      throw Failure(
        .unavailable,
        "\(Self.lacks(message)): it took longer than \(shown(timeout)) s; --timeout allows more")
    }
    let question = WebFetch.Question(
      headers: message.headers + ["Accept-Encoding: gzip"], body: message.form,
      lacks: Self.lacks(message), isLocal: message.address.isLocal, limit: timeout,
      connectTimeout: Self.connectTimeout)
    return WebFetch(
      address: message.address, question: question, timeout: left, mostBytes: mostBytes)
  }

  private static func lacks(_ message: FetchMessage) -> String {
    let address = message.address
    return "nothing fetched from \(message.source.title) at "
      + "\(address.isSecure ? "https" : "http")://\(address.host)"
  }

  private static func words(for headers: ResponseHeaders) -> String {
    guard headers.status > 0 else { return WebFetch.noAnswer }
    guard headers.isRedirect else {
      return "it answered \(UsageError.escape(WebFetch.words(for: headers)))"
    }
    let target = headers.location.map { UsageError.show(WebAddress.withoutCredentials($0)) }
    return "it redirects to \(target ?? "elsewhere"), which is not followed; --server asks another"
  }

  private func wait(
    _ waits: inout FetchWaits, _ headers: ResponseHeaders, _ fetch: WebFetch
  ) throws {
    let words = Self.words(for: headers)
    let asked = headers.retryAfter.flatMap { RetryAfter.seconds($0, now: Int(time(nil))) }
    guard let seconds = waits.next(askedFor: asked) else {
      throw fetch.failure("\(words), \(waits.tries) times; try again later")
    }
    let end = monotonicSeconds() + seconds
    guard end < deadline else {
      let times = waits.tries == 1 ? "" : ", \(waits.tries) times"
      throw fetch.failure(
        "\(words)\(times); the next try would be in \(shown(seconds.rounded())) s, after the "
          + "\(shown(timeout)) s that --timeout allows")
    }
    while case let left = end - monotonicSeconds(), left > 0 {
      progress.show("\(words); trying again in \(Int(left.rounded(.up))) s")
      usleep(UInt32(min(left, 0.1) * 1e6))
    }
    progress.wipe()
  }
}
