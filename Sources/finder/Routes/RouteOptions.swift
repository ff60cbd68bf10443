import CommandLineKit
import FinderEngine
import FinderLists

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

extension Invocation {
  /// The router to be asked; `nil` where none is, and nothing is sent anywhere.
  func router() throws -> Router? {
    guard has(RouteOptions.router) || has(RouteOptions.route) else {
      for option in [RouteOptions.timeout, RouteOptions.strict] where has(option) {
        throw error(option, "has no effect without --router or --route")
      }
      return nil
    }
    guard !has(Options.count) else {
      let option = has(RouteOptions.router) ? RouteOptions.router : RouteOptions.route
      throw error(option, "has no effect with --count")
    }
    return Router(
      try routerAddress(), timeout: try seconds(RouteOptions.timeout, default: 10),
      isStrict: has(RouteOptions.strict))
  }

  private func routerAddress() throws -> RouterAddress {
    guard let text = self[RouteOptions.router] else { return try setRouter() }
    guard !has(RouteOptions.route) else {
      throw error(RouteOptions.route, "cannot be combined with --router")
    }
    guard let address = RouterAddress(text) else {
      let shown = WebAddress.withoutCredentials(text)
      throw error(
        RouteOptions.router, "\(UsageError.show(shown)) is not an http or https address")
    }
    return address
  }
}
