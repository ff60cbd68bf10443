import FinderEngine

/// One request to a server, whole.
package struct FetchMessage: Equatable, Sendable {
  package let source: FetchSource
  package let address: WebAddress
  /// Beside those that every request of finder has.
  package let headers: [String]
  /// The form that is sent by POST; `nil` for GET.
  package let form: String?
  /// What the form says, for people.
  package let query: String?
}

extension WebAddress {
  /// The same server, at a path below. What follows a `?`, such as a key, goes along. `nil` where the
  /// whole is longer than an address may be.
  func appending(path: String = "", query: String = "") -> WebAddress? {
    let whole = text.prefix { $0 != "#" }
    var base = whole.prefix { $0 != "?" }
    let kept = whole[base.endIndex...].dropFirst()
    while !path.isEmpty, base.last == "/" { base.removeLast() }
    let queries = [String(kept), query].filter { !$0.isEmpty }.joined(separator: "&")
    return WebAddress(base + path + (queries.isEmpty ? "" : "?" + queries))
  }

  /// Without slashes at the end of its path, nor one of these endings before them, in small letters.
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

  /// What stands behind the host, without a query.
  var path: Substring {
    shown.dropFirst((isSecure ? "https://" : "http://").count + host.count).prefix {
      $0 != "?" && $0 != "#"
    }
  }
}
