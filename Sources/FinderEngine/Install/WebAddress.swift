/// An `http` or `https` address, with what must never be shown or written down told apart.
public struct WebAddress: Equatable, Sendable {
  /// As it is used.
  public let text: String
  /// Without a user's name and password.
  public let shown: String
  /// The name and password as they stood; `nil` where there are none.
  public let credentials: String?
  public let isSecure: Bool
  /// Host and port.
  public let host: String

  /// `nil` for anything else than a whole http or https address.
  public init?(_ text: String) {
    guard let schemeEnd = Self.end(ofScheme: text) else { return nil }
    guard text.utf8.count <= 8192, text.unicodeScalars.allSatisfy({ $0.value > 0x20 }),
      !text.utf8.contains(0x7F)
    else { return nil }
    let rest = text[schemeEnd...]
    let authority = rest.prefix { !"/?#\\".contains($0) }
    let at = authority.lastIndex(of: "@")
    host = String(at.map { authority[authority.index(after: $0)...] } ?? authority)
    credentials = at.map { String(authority[..<$0]) }
    isSecure = text.prefix(5).lowercased() == "https"
    guard !host.isEmpty, !host.hasPrefix(":") else { return nil }
    self.text = text
    shown = String(text[..<schemeEnd]) + host + rest[authority.endIndex...]
  }

  private static func end(ofScheme text: String) -> String.Index? {
    for scheme in ["http://", "https://"] {
      let prefix = text.prefix(scheme.count)
      if prefix.lowercased() == scheme { return prefix.endIndex }
    }
    return nil
  }

  /// Another program's words about it, without the name and password.
  public func redacted(_ words: String) -> String {
    guard let credentials, !credentials.isEmpty else { return words }
    let secret = Array((credentials + "@").utf8)
    var kept: [UInt8] = []
    var rest = Array(words.utf8)[...]
    while let first = rest.first {
      if rest.starts(with: secret) {
        rest = rest.dropFirst(secret.count)
      } else {
        kept.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }
}
