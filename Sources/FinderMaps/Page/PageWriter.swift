import FinderEngine

/// Writes venues as a page: one HTML file with a map, a search and a list, which needs nothing else and makes
/// no requests.
///
///     PageWriter(store, rows).write(contents, assets, to: &output)
///
/// The contents of a page of 54,754 venues, 940 KB in all:
///
///     body, style, script     unchanged, with a policy that allows only this style and script, by hash
///     data-facts              JSON: the title, limits of the view, the base map, names of places
///     data-positions          keys of cells in order, each as the difference from the one before
///     data-names              one line each, in the same order
///     data-postcodes          all first parts, one line each, then all second parts
///     data-properties         other properties, one line each: key, value, key, value, with tabs
///     data-food               JSON: what can be filtered by, and opening hours, where venues have some
///
/// The data is packed by zlib, which browsers unpack with `DecompressionStream`, and written in 85
/// characters, so no name can end its element. The script's comments describe how it is read.
package struct PageWriter: ~Copyable {
  private let store: VenueStore
  private let order: PageOrder

  /// A page of these rows, or of all.
  package init(_ store: VenueStore, rows: [Int]? = nil) {
    self.store = store
    order = PageOrder(store, rows: rows)
  }

  /// O(n log n) for n venues.
  @discardableResult package func write(
    _ contents: PageContents, _ assets: PageAssets, to output: inout ByteBuffer
  ) -> PageReport {
    let columns = PageColumns(store, order.rows)
    let facts = PageFacts(contents, order)
    let food = PageFood(store, order.rows, contents.hours)
    var texts = [
      facts.text.bytes, order.positions.bytes, columns.names.bytes, columns.postcodes.bytes,
      columns.properties.bytes,
    ]
    if food.text.count > 0 { texts.append(food.text.bytes) }
    let packed = ZlibStream.pack(texts)
    output.reserve(packed.reduce(1 << 17) { $0 + $1.count * 5 / 4 })
    appendHead(contents, assets, to: &output)
    output.append(assets.body)
    let ids: [StaticString] = [
      "data-facts", "data-positions", "data-names", "data-postcodes", "data-properties",
      "data-food",
    ]
    for (id, bytes) in zip(ids, packed) {
      output.append("<script type=\"application/octet-stream\" id=\"")
      output.append(id)
      output.append("\">")
      output.append(base85: bytes)
      output.append("</script>\n")
    }
    output.append("<script type=\"module\">")
    output.append(assets.script)
    output.append("</script>\n</body>\n</html>\n")
    return PageReport(
      baseBytes: packed[0].count * 5 / 4, venuesCutShort: columns.venuesCutShort)
  }

  private func appendHead(
    _ contents: PageContents, _ assets: PageAssets, to output: inout ByteBuffer
  ) {
    output.append("<!DOCTYPE html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\">\n")
    output.append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
    output.append(text: assets.policy)
    output.append("\">\n<meta name=\"referrer\" content=\"no-referrer\">\n")
    output.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    // Without an icon, browsers request /favicon.ico from the page's server.
    output.append("<link rel=\"icon\" href=\"data:image/svg+xml,")
    // A URL cannot contain white space.
    output.append("%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2016%2016'%3E")
    output.append("%3Ccircle%20cx='8'%20cy='8'%20r='7'%20fill='%230b6e4f'/%3E")
    output.append("%3Ccircle%20cx='8'%20cy='8'%20r='3'%20fill='%23fff'/%3E%3C/svg%3E\">\n<title>")
    output.append(htmlText: contents.title)
    output.append("</title>\n<style>")
    output.append(assets.style)
    output.append("</style>\n</head>\n<body>\n<noscript><p class=\"notice\">This page is a map of ")
    output.append(integer: order.rows.count)
    output.append(order.rows.count == 1 ? " venue" : " venues")
    output.append(
      ". It needs JavaScript to show it, and makes no requests.</p></noscript>\n")
  }
}

extension ByteBuffer {
  /// Escapes text for use between tags and in quoted attributes.
  fileprivate mutating func append(htmlText text: String) {
    for byte in TidyText.string(text).utf8 {
      switch byte {
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "\""): append("&quot;")
      default: append(byte)
      }
    }
  }

  /// Writes four bytes as five characters, the largest of the five digits first: '(' for 0 up to '|' for 84,
  /// except '}' for '<', so the text cannot end its element. If there are fewer bytes at the end, it writes
  /// one character more than there are bytes.
  ///
  /// This adds a quarter to the size; base 64, which browsers decode themselves, adds a third: 47 KB of a
  /// page's 940.
  mutating func append(base85 bytes: [UInt8]) {
    reserve(bytes.count / 4 * 5 + 16)
    bytes.withUnsafeBufferPointer { bytes in
      for start in stride(from: 0, to: bytes.count, by: 4) {
        let present = min(4, bytes.count - start)
        var word: UInt32 = 0
        for place in 0..<4 {
          word = word << 8 | (place < present ? UInt32(bytes[start + place]) : 0)
        }
        append(word, characters: present + 1)
      }
    }
  }

  @inline(__always) private mutating func append(_ word: UInt32, characters: Int) {
    var divisor: UInt32 = 85 * 85 * 85 * 85
    for _ in 0..<characters {
      let digit = UInt8(truncatingIfNeeded: word / divisor % 85)
      divisor /= 85
      let character = UInt8(ascii: "(") + digit
      appendReserved(character == UInt8(ascii: "<") ? UInt8(ascii: "}") : character)
    }
  }
}

/// Statistics of a written page.
package struct PageReport: Equatable, Sendable {
  /// How many bytes of the page are the base map and the names of places.
  package let baseBytes: Int
  /// How many venues have other properties that are not in the page.
  package let venuesCutShort: Int
  package let mostPropertyBytes = PageColumns.mostPropertyBytes
}

/// What every page has: the body's markup, the style and the script. They are the caller's files, and are
/// written unchanged.
package struct PageAssets: Sendable {
  package let body: [UInt8]
  package let style: [UInt8]
  package let script: [UInt8]

  /// Line breaks must be LF: browsers convert others to LF, and then the hashes would not match.
  package init(body: [UInt8], style: [UInt8], script: [UInt8]) {
    (self.body, self.style, self.script) = (body, style, script)
  }

  /// Allows nothing to be loaded or run except this style, this script and the icon, which is part of the
  /// page.
  var policy: String {
    let (script, style) = (Self.digest(script), Self.digest(style))
    return "default-src 'none'; script-src 'sha256-\(script)'; style-src 'sha256-\(style)'; "
      + "img-src data:; base-uri 'none'; form-action 'none'"
  }

  /// SHA-256 in base 64.
  private static func digest(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let digest = bytes.withUnsafeBufferPointer { SHA256.bytes(of: $0) }
    var text: [UInt8] = []
    for start in stride(from: 0, to: digest.count, by: 3) {
      let group = digest[start..<min(start + 3, digest.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0...3 {
        text.append(place > group.count ? UInt8(ascii: "=") : digits[bits >> (18 - 6 * place) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
