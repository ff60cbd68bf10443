import CommandLineKit
import FinderEngine

/// A router of the user's, asked over HTTP by `curl`. All its answers to a query together may take so
/// long; then there are estimates.
final class Router {
  private let address: RouterAddress
  private let timeout: Double
  private let isStrict: Bool
  /// `nil` until it has answered, where its address does not tell.
  private var kind: RouterAddress.Kind?
  private var deadline = 0.0
  private var splits = 0
  /// What there is to say of an answer.
  private(set) var notes: [String] = []

  /// 100 targets with names and hints take 30 kB.
  private static let mostBytes = 1_000_000
  /// A target that a router will not hear of costs some 14 questions more until it is found.
  private static let mostSplits = 40

  init(_ address: RouterAddress, timeout: Double, isStrict: Bool) {
    (self.address, self.timeout, self.isStrict) = (address, timeout, isStrict)
    kind = address.kind
  }

  /// The query's venues in the order of the walks to them, only those with walks of such lengths;
  /// estimates in straight-line order where it does not answer.
  func hits(
    of query: Query, in store: VenueStore, lengths: ClosedRange<Double> = 0...Double.infinity,
    factor: Double = WalkedWay.usualFactor
  ) throws -> [WalkedHit] {
    var order = WalkOrder(store, query, lengths: lengths, factor: factor)
    (notes, splits, deadline) = ([], 0, monotonicSeconds() + timeout)
    do {
      while let request = order.next() { order.take(try ways(request)) }
    } catch let failure as Failure {
      guard !isStrict else { throw failure }
      notes = [failure.message + "; these walks are estimates, in straight-line order"]
      return order.estimates()
    }
    let hits = order.hits()
    note(order, hits.count { $0.walk.source == .estimate })
    return hits
  }

  private func note(_ order: WalkOrder, _ estimates: Int) {
    if order.lacksSteps {
      notes = [
        "the router at \(address.shown) does not say how far its streets are from the points: these "
          + "walks are estimates"
      ]
      return
    }
    guard estimates > 0 else { return }
    let which = estimates == 1 ? "to 1 venue, which comes" : "to \(estimates) venues, which come"
    notes = ["the router at \(address.shown) knows no way \(which) last with an estimate"]
    if order.gaveUp { notes.append("others that it knows a way to may have been left out") }
  }

  // MARK: Questions

  /// In parts, where it will not answer the whole.
  private func ways(_ request: RouteRequest) throws -> [RoutedWay] {
    do {
      return try ask(request)
    } catch RouteFault.partly(let reason) {
      guard request.targets.count > 1 else { return [.none] }
      splits += 1
      guard splits <= Self.mostSplits else { throw failure(Self.said(reason)) }
      return try request.halves.flatMap { try ways($0) }
    }
  }

  /// Finds out which language it speaks, if need be.
  private func ask(_ request: RouteRequest) throws -> [RoutedWay] {
    if let kind { return try ask(request, as: kind, isSure: true) }
    do {
      let ways = try ask(request, as: .valhalla, isSure: false)
      kind = .valhalla
      return ways
    } catch RouteFault.otherLanguage {
      let ways = try ask(request, as: .osrm, isSure: true)
      kind = .osrm
      return ways
    }
  }

  private func ask(
    _ request: RouteRequest, as kind: RouterAddress.Kind, isSure: Bool
  ) throws -> [RoutedWay] {
    let answer = try fetch(request.message(to: address, as: kind))
    do throws(RouteFault) {
      return try request.ways(in: answer.bytes, status: answer.headers.status, from: kind)
    } catch {
      switch error {
      case .partly: throw error
      case .otherLanguage, .status, .nonsense:
        guard isSure else { throw RouteFault.otherLanguage }
        throw failure(words(for: error, kind, answer.headers))
      case .refused(let reason): throw failure(Self.said(reason))
      }
    }
  }

  private func fetch(_ message: (address: String, body: String?)) throws -> FetchAnswer {
    guard let target = WebAddress(message.address) else { throw failure("its address is too long") }
    let left = deadline - monotonicSeconds()
    guard left > 0.001 else { throw failure("it took longer than \(shown(timeout)) s") }
    let question = WebFetch.Question(
      body: message.body, server: address.shown, isLocal: address.isLocal, limit: timeout)
    return try WebFetch(
      address: target, question: question, timeout: left, mostBytes: Self.mostBytes
    ).answer()
  }

  // MARK: Failures

  private func failure(_ reason: String) -> Failure {
    Failure(.unavailable, WebFetch.Question.problem(at: address.shown, reason))
  }

  private static func said(_ words: String) -> String { "it says \(UsageError.quote(words))" }

  private func words(
    for fault: RouteFault, _ asked: RouterAddress.Kind, _ headers: ResponseHeaders
  ) -> String {
    if (300..<400).contains(headers.status) { return "it redirects, which is not followed" }
    switch fault {
    case .nonsense(let problem): return "its answer is not one of a router: \(problem)"
    case .otherLanguage:
      let other = asked == .osrm ? RouterAddress.Kind.valhalla : .osrm
      return "it does not speak \(asked.rawValue); is it \(other.rawValue)?"
    default:
      let reason = headers.reason.isEmpty ? WebFetch.reason(headers.status) : headers.reason
      let words = [String(headers.status), String(reason.prefix(60))].filter { !$0.isEmpty }
      return "it answered \(words.joined(separator: " "))"
    }
  }
}
