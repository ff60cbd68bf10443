import CommandLineKit
import FinderEngine

/// The options by which venues are in the order of the walks to them, which a router tells.
enum RouteOptions {
  static let router = Option(
    "router", value: "URL",
    summary: "order by walking distances, which this Valhalla or OSRM server is asked for",
    group: "Routes", otherWords: "valhalla osrm routing routing-server server")
  static let route = Option(
    "route", summary: "the same, asking the server that is set as router", group: "Routes",
    otherWords: "walk walking foot by-foot")
  static let timeout = Option(
    "timeout", value: "SECONDS", summary: "go on without the server after this time",
    group: "Routes", defaultText: "10")
  static let strict = Option(
    "strict", summary: "exit with 69 if the server does not answer, and estimate nothing",
    group: "Routes")

  static let all = [router, route, timeout, strict]
}

/// `--router` or `--route`, with what goes with them; `nil` where no router is asked, and nothing is sent
/// anywhere.
final class RouterRequest: Sendable {
  /// `nil` for the one that is set.
  private let address: RouterAddress?
  private let timeout: Double
  private let isStrict: Bool

  init?(_ invocation: Invocation) throws {
    guard invocation.has(RouteOptions.router) || invocation.has(RouteOptions.route) else {
      for option in [RouteOptions.timeout, RouteOptions.strict] where invocation.has(option) {
        throw invocation.error(option, "has no effect without --router or --route")
      }
      return nil
    }
    guard !invocation.has(Options.count) else {
      let option =
        invocation.has(RouteOptions.router) ? RouteOptions.router : RouteOptions.route
      throw invocation.error(option, "has no effect with --count")
    }
    address = try Self.givenAddress(invocation)
    timeout = try invocation.seconds(RouteOptions.timeout, default: 10)
    isStrict = invocation.has(RouteOptions.strict)
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

  /// Reads the settings, if need be.
  func router(_ invocation: Invocation) throws -> Router {
    Router(
      try address ?? Self.setAddress(invocation), timeout: timeout, isStrict: isStrict)
  }

  private static func setAddress(_ invocation: Invocation) throws -> RouterAddress {
    guard let text = try invocation.settings().router else {
      throw invocation.error(
        RouteOptions.route,
        "needs a router, and none is set; 'finder config set router URL' does so")
    }
    guard let address = RouterAddress(text) else {
      let shown = UsageError.show(WebAddress.withoutCredentials(text))
      throw invocation.error(
        RouteOptions.route, "cannot ask \(shown), which 'finder config' has as router")
    }
    return address
  }
}
