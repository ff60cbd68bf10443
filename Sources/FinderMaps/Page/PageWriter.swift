import FinderEngine

/// Writes venues as a page: one HTML file with a map, a search and a list, that needs nothing else and
/// asks nobody for anything.
///
///     PageWriter(store, rows).write(contents, assets, to: &output)
///
/// What a page of 54,754 venues holds, of 940 KB:
///
///     body, style, script     as they are, with a policy that allows only these two by their hashes
///     data-facts              JSON: the title, limits of the view, the base map, names of places
///     data-positions          keys of cells in their order, each as the difference to the one before
///     data-names              a line each, in the same order
///     data-postcodes          all first parts, a line each, then all second parts
///     data-properties         the other properties, a line each: key, value, key, value, by tabs
///
/// The data is packed by zlib, which `DecompressionStream` of browsers unpacks, and written in 85
/// characters, so that no name can end its element. The script says how it reads them.
package struct PageWriter: ~Copyable {
  private let store: VenueStore
  private let order: PageOrder

  /// Of these rows, or of all.
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
    let packed = ZlibStream.pack([
      facts.text.bytes, order.positions.bytes, columns.names.bytes, columns.postcodes.bytes,
      columns.properties.bytes,
    ])
    output.reserve(packed.reduce(1 << 17) { $0 + $1.count * 5 / 4 })
    appendHead(contents, assets, to: &output)
    output.append(assets.body)
    let ids: [StaticString] = [
      "data-facts", "data-positions", "data-names", "data-postcodes", "data-properties",
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
    // Without one, browsers ask the page's server for /favicon.ico.
    output.append("<link rel=\"icon\" href=\"data:image/svg+xml,")
    output.append("%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E")
    output.append("%3Ccircle cx='8' cy='8' r='7' fill='%230b6e4f'/%3E")
    output.append("%3Ccircle cx='8' cy='8' r='3' fill='%23fff'/%3E%3C/svg%3E\">\n<title>")
    output.append(htmlText: contents.title)
    output.append("</title>\n<style>")
    output.append(assets.style)
    output.append("</style>\n</head>\n<body>\n<noscript><p class=\"notice\">This page is a map of ")
    output.append(integer: order.rows.count)
    output.append(order.rows.count == 1 ? " venue" : " venues")
    output.append(
      ". It needs JavaScript to show it, and asks nobody for anything.</p></noscript>\n")
  }
}

extension ByteBuffer {
  /// Text that stays text between tags and in quoted attributes.
  fileprivate mutating func append(htmlText text: String) {
    for byte in TidyName.string(text).utf8 {
      switch byte {
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "\""): append("&quot;")
      default: append(byte)
      }
    }
  }
}
