import FinderEngine

/// One complete request to a server.
package struct FetchMessage: Equatable, Sendable {
  package let source: FetchSource
  package let address: WebAddress
  /// Headers besides those that finder sends with every request.
  package let headers: [String]
  /// The form to send by POST; `nil` for GET.
  package let form: String?
  /// The query in the form, for people to read.
  package let query: String?
}

extension WebAddress {
  /// The same server, at a path below. Anything after a `?`, such as a key, is kept. `nil` if the result is
  /// too long for an address.
  func appending(path: String = "", query: String = "") -> WebAddress? {
    let whole = text.prefix { $0 != "#" }
    var base = whole.prefix { $0 != "?" }
    let kept = whole[base.endIndex...].dropFirst()
    while !path.isEmpty, base.last == "/" { base.removeLast() }
    let queries = [String(kept), query].filter { !$0.isEmpty }.joined(separator: "&")
    return WebAddress(base + path + (queries.isEmpty ? "" : "?" + queries))
  }

  /// The same address without slashes at the end of its path, and then without the first of `endings` that
  /// the path has. Endings are given in lower case.
  func removing(endings: [String] = []) -> WebAddress {
    let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
    var path = path
    let base = text[..<end].dropLast(path.count)
    while path.last == "/" { path.removeLast() }
    if let ending = endings.first(where: { path.lowercased().hasSuffix($0) }) {
      path.removeLast(ending.count)
    }
    return WebAddress(String(base + path + text[end...])) ?? self
  }

  /// The path after the host, without a query.
  var path: Substring {
    shown.dropFirst((isSecure ? "https://" : "http://").count + host.count).prefix {
      $0 != "?" && $0 != "#"
    }
  }
}
