/// Compares a list's stated length with the number of venues read: otherwise one page of several would pass
/// for the whole list.
struct ListTotals {
  /// Venues of the list that were read, valid or not.
  var read = 0
  private var total = 0
  private var pages = 0
  private var texts = 0
  /// Whether the last text has a next page: the pages of one list may follow each other in the input.
  private var goesOn = false

  mutating func beginText() {
    texts += 1
    goesOn = false
  }

  mutating func note(total count: Int) { total = max(total, count) }

  /// Takes a member of the object that holds the venues: `meta` of the hygiene ratings' API, the counts of
  /// OGC services and GeoServer, ArcGIS's sign that there is more, and links to the next page.
  mutating func take(_ key: JSONStringSpan, _ value: JSONSpan, _ cursor: JSONCursor) {
    let first = cursor.base[value.start]
    if cursor.string(key, is: "meta"), first == UInt8(ascii: "{") {
      cursor.forEachMember(of: value) { key, value in
        if cursor.string(key, is: "itemCount") || cursor.string(key, is: "totalCount") {
          note(total: cursor.count(value))
        } else if cursor.string(key, is: "totalPages") {
          pages = max(pages, cursor.count(value))
        }
      }
    } else if cursor.string(key, is: "numberMatched") || cursor.string(key, is: "totalFeatures") {
      note(total: cursor.count(value))
    } else if cursor.string(key, is: "exceededTransferLimit") {
      goesOn = goesOn || first == UInt8(ascii: "t")
    } else if cursor.string(key, is: "links"), first == UInt8(ascii: "[") {
      goesOn = goesOn || cursor.linksToNext(value)
    }
  }

  /// `nil` if everything was read, as far as the list shows.
  var note: String? {
    if read < total { return "the list is part of a longer one: it has \(read) of \(total) venues" }
    guard goesOn || texts < pages else { return nil }
    return "the list is part of a longer one: it has \(read) venues, and says that there are more"
  }
}

extension JSONCursor {
  /// A whole number, plain or as a string; otherwise 0.
  fileprivate func count(_ value: JSONSpan) -> Int {
    Int(String(decoding: rawBytes(idToken(value)), as: UTF8.self)) ?? 0
  }

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
