/// Compares the length that a list states with the number of venues read. Otherwise one page of several would
/// pass for the whole list.
struct ListTotals {
  /// Venues read, valid or not.
  var read = 0
  /// How many venues the whole list has, as it says.
  private var total = 0
  /// How many pages it has, as it says; each is a text.
  private var pages = 0
  private var texts = 0
  /// Whether the last text names a next page. Only the last counts: pages may follow each other in the input.
  private var hasNextPage = false

  mutating func beginText() {
    texts += 1
    hasNextPage = false
  }

  mutating func record(total count: Int) { total = max(total, count) }

  /// Reads a member beside the list if it states a length or a next page: `meta` of the hygiene ratings' API,
  /// the counts of OGC services and GeoServer, ArcGIS's flag for more, and links to the next page.
  mutating func take(_ key: JSONStringSpan, _ value: JSONSpan, _ cursor: JSONCursor) {
    let first = cursor.base[value.start]
    if cursor.string(key, is: "meta"), first == UInt8(ascii: "{") {
      cursor.forEachMember(of: value) { key, value in
        if cursor.string(key, is: "itemCount") || cursor.string(key, is: "totalCount") {
          record(total: cursor.integer(value) ?? 0)
        } else if cursor.string(key, is: "totalPages") {
          pages = max(pages, cursor.integer(value) ?? 0)
        }
      }
    } else if cursor.string(key, is: "numberMatched") || cursor.string(key, is: "totalFeatures") {
      record(total: cursor.integer(value) ?? 0)
    } else if cursor.string(key, is: "exceededTransferLimit") {
      hasNextPage = hasNextPage || first == UInt8(ascii: "t")
    } else if cursor.string(key, is: "links"), first == UInt8(ascii: "[") {
      hasNextPage = hasNextPage || cursor.linksToNext(value)
    }
  }

  /// `nil` if the list says nothing of venues that were not read.
  var note: String? {
    if read < total { return "the list is part of a longer one: it has \(read) of \(total) venues" }
    guard hasNextPage || texts < pages else { return nil }
    return "the list is part of a longer one: it has \(read) venues, and says that there are more"
  }
}

extension JSONCursor {
  /// Whether one of the links has `"rel":"next"`.
  fileprivate func linksToNext(_ links: JSONSpan) -> Bool {
    var cursor = moved(to: links.start)
    var isNext = false
    try? cursor.readArray { (cursor) throws(ParseError) in
      guard cursor.byte == UInt8(ascii: "{") else { return try cursor.skipValue() }
      try cursor.readObject { (key, cursor) throws(ParseError) in
        let value = try cursor.spanOfValue()
        if cursor.string(key, is: "rel"), cursor.bytes(of: value).equals("\"next\"") {
          isNext = true
        }
      }
    }
    return isNext
  }
}
