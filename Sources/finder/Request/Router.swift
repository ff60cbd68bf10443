import CommandLineKit
import FinderEngine
import FinderLists
import FinderOwn

/// The requests that one answer makes to a router, over HTTP with `curl`. All requests for a query share one
/// time limit; after that there are only estimates, or a straight line.
final class RouterSession {
  private let router: Router
  /// `nil` until the router has answered, unless its address says.
  private var kind: RouterAddress.Kind?
  private var deadline = 0.0
  private var splits = 0
  /// What a failure's message says is missing.
  private var wanted = "walking distances"
  /// Notes on an answer.
  private(set) var notes: [String] = []

  /// Finding a target that the router refuses costs about 14 more requests.
  private static let mostSplits = 40

  init(_ router: Router) {
    self.router = router
    kind = router.address.kind
  }

  /// The query's venues in order of the walks to them, if the lengths are in range. If the router does not
  /// answer, estimates in order of straight-line distance.
  func hits(
    of query: Query, in store: VenueStore, lengths: ClosedRange<Double> = 0...Double.infinity,
    factor: Double, longestFirst: Bool = false
  ) throws -> [WalkedHit] {
    var all = query
    if longestFirst { all.limit = nil }
    var order = WalkOrder(store, all, lengths: lengths, factor: factor)
    (notes, splits, deadline) = ([], 0, monotonicSeconds() + router.timeout)
    do {
      while let request = order.next() { order.take(try ways(request)) }
    } catch let failure as Failure {
      guard !router.isStrict else { throw failure }
      let what = longestFirst ? "" : ", in straight-line order"
      notes = ["\(failure.message); these walks are estimates\(what)"]
      let hits = order.estimates()
      return longestFirst ? Self.longestFirst(hits, query.limit).map { hits[$0] } : hits
    }
    let hits = order.hits()
    let places = longestFirst ? Self.longestFirst(hits, query.limit) : Array(hits.indices)
    let estimates = places.filter { $0 >= order.known }
    let unknown = estimates.count { order.hasAsked(for: hits[$0]) }
    note(
      order, unknown, notAsked: estimates.count - unknown, isKnown: estimates.count < places.count,
      comeLast: !longestFirst)
    return places.map { hits[$0] }
  }

  /// Walks of equal length keep their order.
  private static func longestFirst(_ hits: [WalkedHit], _ limit: Int?) -> [Int] {
    let order = hits.indices.sorted { a, b in
      let (first, second) = (hits[a].walk.metres, hits[b].walk.metres)
      return first != second ? first > second : a < b
    }
    return Array(order.prefix(limit ?? .max))
  }

  /// `estimates` venues of the answer have no route, the router was not asked about `notAsked`, and `isKnown`
  /// says whether any have a route.
  private func note(
    _ order: WalkOrder, _ estimates: Int, notAsked: Int, isKnown: Bool, comeLast: Bool
  ) {
    let router = "the router at \(self.router.address.shown)"
    if order.hasUnmeasuredSteps, isKnown {
      notes.append(
        "\(router) does not say how far its streets are from the points: these walks are estimates")
    }
    func fate(_ count: Int) -> String {
      let one = comeLast ? "which comes last with an estimate" : "whose walk is an estimate"
      let several = comeLast ? "which come last with an estimate" : "whose walks are estimates"
      return count == 1 ? one : several
    }
    if estimates > 0 {
      notes.append(
        "\(router) found no route to \(counted(estimates, "venue")), \(fate(estimates))")
    }
    if notAsked > 0, !order.gaveUp {
      let kilometres = Int(WalkOrder.farthest / 1000)
      notes.append(
        "\(router) was not asked for \(counted(notAsked, "venue")) more than \(kilometres) km away, "
          + fate(notAsked))
    }
    if order.leftOut > 0 {
      notes.append(
        "\(router) found no route to \(counted(order.leftOut, "nearer venue")), "
          + "\(order.leftOut == 1 ? "which is" : "which are") left out")
    }
    if order.gaveUp {
      notes.append(
        "\(router) was asked for the nearest \(order.asked) venues only, since it found no route to most"
          + (notAsked > 0 ? "; not for \(counted(notAsked, "other")), \(fate(notAsked))" : ""))
    } else if order.foundNoRoute, order.asked > 0, estimates == 0 {
      let which = order.asked == 1 ? "the one venue" : "any of the \(order.asked) venues"
      notes.append("\(router) found no route to \(which) that it was asked for")
    }
  }

  /// The route from one point to another, which messages call `name`. If it is `nil`, a note says why.
  func path(from point: Coordinate, to target: Coordinate, named name: String) throws -> RoutedPath?
  {
    (notes, deadline, wanted) = ([], monotonicSeconds() + router.timeout, "walk")
    guard Geodesic.distance(from: point, to: target) <= WalkOrder.farthest else {
      notes = ["\(name) is more than 100 km away, and the router was not asked"]
      return nil
    }
    do {
      if let path = try ask(PathRequest(from: point, to: target)) { return path }
    } catch RouteFault.partly {
    } catch let failure as Failure {
      guard !router.isStrict else { throw failure }
      notes = ["\(failure.message); the line is straight"]
      return nil
    }
    notes = [
      "the router at \(router.address.shown) found no route to \(name); the line is straight"
    ]
    return nil
  }

  /// Asks in parts if the router does not answer the whole request.
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

  /// An answer that is neither Valhalla nor OSRM.
  private struct Misunderstanding: Error {
    let words: String
    /// The answer that the request got.
    let answer: String
  }

  /// Finds out which protocol the router speaks, if that is not known.
  private func ask<Question: RouterQuestion>(_ question: Question) throws -> Question.Answer {
    if let kind {
      do { return try ask(question, as: kind) } catch let fault as Misunderstanding {
        throw failure(fault.words)
      }
    }
    let first: String
    do { return try ask(question, as: .valhalla) } catch let fault as Misunderstanding {
      first = fault.answer
    }
    do {
      return try ask(question, as: .osrm)
    } catch let fault as Misunderstanding {
      throw failure(
        first == fault.answer
          ? "the Valhalla and the OSRM request both got \(first)"
          : "the Valhalla request got \(first); the OSRM request got \(fault.answer)")
    } catch let failure as Failure {
      guard kind == nil else { throw failure }
      throw Failure(
        failure.code,
        "\(failure.message), for the OSRM request; the Valhalla request got \(first)")
    }
  }

  /// Any valid answer settles the protocol.
  private func ask<Question: RouterQuestion>(
    _ question: Question, as language: RouterAddress.Kind
  ) throws -> Question.Answer {
    let answer = try fetch(question.message(to: router.address, as: language), Question.mostBytes)
    do throws(RouteFault) {
      let result = try question.answer(
        in: answer.bytes, status: answer.headers.status, from: language)
      kind = language
      return result
    } catch {
      switch error {
      case .otherLanguage, .status, .nonsense:
        throw misunderstanding(error, language, answer.headers)
      case .partly:
        kind = language
        throw error
      case .refused(let reason):
        let asked = kind == nil ? "asked as \(language.title), " : ""
        kind = language
        throw failure(asked + Self.said(reason, answer.headers))
      }
    }
  }

  private func fetch(
    _ message: (address: String, body: String?), _ mostBytes: Int
  ) throws -> FetchAnswer {
    guard let target = WebAddress(message.address) else { throw failure("its address is too long") }
    let left = deadline - monotonicSeconds()
    guard left > 0.001 else { throw failure("it took longer than \(shown(router.timeout)) s") }
    let question = WebFetch.Question(
      headers: message.body == nil ? [] : ["Content-Type: application/json"], body: message.body,
      lacks: lacks, isLocal: router.address.isLocal,
      limit: router.timeout)
    return try WebFetch(
      address: target, question: question, timeout: left, mostBytes: mostBytes
    ).answer()
  }

  // MARK: Failures

  private func failure(_ reason: String) -> Failure { Failure(.unavailable, "\(lacks): \(reason)") }

  private var lacks: String { "no \(wanted) from the router at \(router.address.shown)" }

  private static func said(_ words: String, _ headers: ResponseHeaders? = nil) -> String {
    let status = headers.flatMap { $0.status == 200 ? nil : WebFetch.words(for: $0) }
    return (status.map { "it answered \($0) and says" } ?? "it says")
      + " \(UsageError.quote(words))"
  }

  private func misunderstanding(
    _ fault: RouteFault, _ asked: RouterAddress.Kind, _ headers: ResponseHeaders
  ) -> Misunderstanding {
    if headers.isRedirect {
      return Misunderstanding(
        words: "it redirects, which is not followed", answer: "a redirect, which is not followed")
    }
    switch fault {
    case .nonsense(let problem):
      return Misunderstanding(
        words: "its answer is not a router's: \(problem)",
        answer: "an answer that is not a router's: \(problem)")
    case .otherLanguage:
      let other = asked == .osrm ? RouterAddress.Kind.valhalla : .osrm
      return Misunderstanding(
        words: "it does not speak \(asked.rawValue); is it \(other.rawValue)?",
        answer: "an answer in the form of \(other.title)")
    default:
      let status = WebFetch.words(for: headers)
      return Misunderstanding(words: "it answered \(status)", answer: status)
    }
  }
}

/// The options that sort venues by the walks to them, as a router reports them.
enum RouteOptions {
  static let router = Option(
    "router", value: "URL",
    summary: "order by walking distances from this Valhalla or OSRM server",
    group: "Routes", otherWords: "valhalla osrm routing routing-server server")
  static let route = Option(
    "route", summary: "the same, with the server that is set as router", group: "Routes",
    otherWords: "walk walking foot by-foot")
  static let timeout = Option(
    "timeout", value: "SECONDS", summary: "go on without the server after this time",
    group: "Routes", defaultText: "10")
  static let strict = Option(
    "strict", summary: "exit with 69 if the server does not answer, instead of estimating",
    group: "Routes")

  static let all = [router, route, timeout, strict]
}

/// The user's router, and how to ask it.
struct Router: Sendable {
  let address: RouterAddress
  let timeout: Double
  let isStrict: Bool
}

/// `--router` or `--route`, with the options that go with them.
final class RouterRequest: Sendable {
  /// `nil` for the router in the settings.
  private let address: RouterAddress?
  private let timeout: Double
  private let isStrict: Bool

  /// `nil` if no router is used; nothing is then sent anywhere.
  init?(_ invocation: Invocation) throws {
    guard invocation.has(RouteOptions.router) || invocation.has(RouteOptions.route) else {
      for option in [RouteOptions.timeout, RouteOptions.strict] where invocation.has(option) {
        throw invocation.error(option, "has no effect without --router or --route")
      }
      return nil
    }
    guard !invocation.has(Options.count) else {
      let option = invocation.has(RouteOptions.router) ? RouteOptions.router : RouteOptions.route
      throw invocation.error(option, "has no effect with --count")
    }
    address = try Self.givenAddress(invocation)
    timeout = try invocation.seconds(RouteOptions.timeout, default: 10)
    isStrict = invocation.has(RouteOptions.strict)
  }

  /// The address may come from the settings, which this reads.
  func router(_ invocation: Invocation) throws -> Router {
    Router(
      address: try address ?? Self.setAddress(invocation), timeout: timeout, isStrict: isStrict)
  }

  private static func givenAddress(_ invocation: Invocation) throws -> RouterAddress? {
    guard let text = invocation[RouteOptions.router] else { return nil }
    guard !invocation.has(RouteOptions.route) else {
      throw invocation.error(RouteOptions.route, "cannot be combined with --router")
    }
    guard let address = RouterAddress(text) else {
      let shown = WebAddress.withoutCredentials(text)
      throw invocation.error(
        RouteOptions.router, "\(UsageError.show(shown)) is not an http or https address")
    }
    return address
  }

  private static func setAddress(_ invocation: Invocation) throws -> RouterAddress {
    guard let text = try invocation.settings().router else {
      throw invocation.error(
        RouteOptions.route,
        "needs a router, and none is set; 'finder config set router URL' sets one")
    }
    guard let address = RouterAddress(text) else {
      let shown = UsageError.show(WebAddress.withoutCredentials(text))
      throw invocation.error(
        RouteOptions.route, "cannot ask \(shown), which 'finder config' has as router")
    }
    return address
  }
}
