import CommandLineKit
import FinderEngine
import FinderLists

extension Invocation {
  /// The router that the settings name, for `--route`.
  func setRouter() throws -> RouterAddress {
    guard let text = try settings().router else {
      throw error(
        RouteOptions.route,
        "needs a router, and none is set; 'finder config set router URL' does so")
    }
    guard let address = RouterAddress(text) else {
      let shown = UsageError.show(WebAddress.withoutCredentials(text))
      throw error(RouteOptions.route, "cannot ask \(shown), which 'finder config' has as router")
    }
    return address
  }
}
