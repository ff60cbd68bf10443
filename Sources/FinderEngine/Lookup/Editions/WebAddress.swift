/// An `http` or `https` address. A name and password in it, which must never be shown or stored, are kept
/// separately.
package struct WebAddress: Equatable, Sendable {
  /// The address for use.
  package let text: String
  /// The address without the user's name and password.
  package let shown: String
  /// The name and password as written; `nil` if there are none.
  package let credentials: String?
  package let isSecure: Bool
  /// Host and port.
  package let host: String

  /// `nil` unless this is a complete http or https address in which it is clear where a password ends. In
  /// `http://me:1/2@host/x` it is not: by the standard its host is `me` with port 1, which would be sent the
  /// rest of the password.
  package init?(_ text: String) {
    guard let schemeEnd = Self.end(ofScheme: text) else { return nil }
    guard text.utf8.count <= 8192, text.unicodeScalars.allSatisfy({ $0.value > 0x20 }),
      !text.utf8.contains(0x7F)
    else { return nil }
    // Compares scalars, as curl does: an "@" with an accent is still an "@".
    let rest = text.unicodeScalars[schemeEnd...]
    let authority = rest.prefix { !Self.endsAuthority($0) }
    let path = rest[authority.endIndex...]
    let at = authority.lastIndex(of: "@")
    host = String(at.map { authority[authority.index(after: $0)...] } ?? authority)
    credentials = at.map { String(authority[..<$0]) }
    isSecure = text.prefix(5).lowercased() == "https"
    guard !host.isEmpty, !host.hasPrefix(":"), Self.hasPlainPort(host) else { return nil }
    if let last = path.lastIndex(of: "@") {
      guard at == nil, !rest[..<last].contains(where: { $0 == ":" || $0 == "\\" }) else {
        return nil
      }
    }
    self.text = text
    shown = String(text[..<schemeEnd]) + host + String(path)
  }

  /// Identifies the user again later. It does not show the name, but anyone with a list of names can find it
  /// there. `nil` without a name: a password alone does not identify a user.
  package var user: String? {
    guard let name = credentials?.prefix(while: { $0 != ":" }), !name.isEmpty else { return nil }
    let text = PaddedBytes(copying: Array("\(name)@\(shown)".utf8))
    return String(SHA256.hex(of: text.bytes).prefix(16))
  }

  /// The address with an example of a name and a password.
  package var withPlaceForCredentials: String {
    let scheme = isSecure ? "https://" : "http://"
    return "\(scheme)NAME:PASSWORD@\(shown.dropFirst(scheme.count))"
  }

  /// Whether it is on this machine; then no proxy is used.
  package var isLocal: Bool {
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } : host.prefix { $0 != ":" }
    return name.lowercased() == "localhost" || name.hasPrefix("127.") || name == "[::1"
  }

  private static func endsAuthority(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "/" || scalar == "?" || scalar == "#" || scalar == "\\"
  }

  /// Whether there is no port, or a valid number.
  private static func hasPlainPort(_ host: String) -> Bool {
    let scalars = host.unicodeScalars
    let name = scalars.lastIndex(of: "]") ?? scalars.startIndex
    guard let colon = scalars[name...].firstIndex(of: ":") else { return true }
    let port = scalars[scalars.index(after: colon)...]
    guard port.allSatisfy({ ("0"..."9").contains($0) }) else { return false }
    return port.isEmpty || (Int(String(port)).map { 1...65_535 ~= $0 } ?? false)
  }

  private static func end(ofScheme text: String) -> String.Index? {
    for scheme in ["http://", "https://"] {
      let prefix = text.prefix(scheme.count)
      if prefix.lowercased() == scheme { return prefix.endIndex }
    }
    return nil
  }

  /// The part of a text, meant to be an address, that is safe to show. Anything between `//` and the last `@`
  /// may be part of a password.
  package static func withoutCredentials(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let at = scalars.lastIndex(of: "@") else { return text }
    let shown = scalars[scalars.index(after: at)...]
    var slashes = 0
    for i in scalars[..<at].indices {
      slashes = scalars[i] == "/" ? slashes + 1 : 0
      if slashes == 2 { return String(scalars[...i]) + String(shown) }
    }
    return String(shown)
  }

  /// Another program's message about the address, without the name and password.
  package func redacted(_ words: String) -> String {
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
