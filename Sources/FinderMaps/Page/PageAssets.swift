import FinderEngine

/// What every page has: the body's markup, the style and the script. They are the caller's files; a
/// page holds them as they are.
package struct PageAssets: Sendable {
  package let body: [UInt8]
  package let style: [UInt8]
  package let script: [UInt8]

  /// Line breaks are LF: browsers make others LF, and then the hashes would not match.
  package init(body: [UInt8], style: [UInt8], script: [UInt8]) {
    (self.body, self.style, self.script) = (body, style, script)
  }

  /// Nothing may be loaded or run but this style and this script, and the icon, which is in the page.
  var policy: String {
    let (script, style) = (Self.digest(script), Self.digest(style))
    return "default-src 'none'; script-src 'sha256-\(script)'; style-src 'sha256-\(style)'; "
      + "img-src data:; base-uri 'none'; form-action 'none'"
  }

  /// SHA-256 in base 64.
  private static func digest(_ bytes: [UInt8]) -> String {
    let hex = bytes.withUnsafeBufferPointer { Array(SHA256.hex(of: $0).utf8) }
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var bits = hex.flatMap { digit in
      let value = digit < 0x3A ? digit - 0x30 : digit - 0x57
      return (0..<4).map { value >> (3 - UInt8($0)) & 1 }
    }
    while bits.count % 6 != 0 { bits.append(0) }
    var text = stride(from: 0, to: bits.count, by: 6).map { start in
      digits[Int(bits[start..<start + 6].reduce(0) { $0 << 1 | $1 })]
    }
    while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }
}
