/// The last response's status and the header fields that finder uses.
package struct ResponseHeaders: Equatable, Sendable {
  package private(set) var status = 0
  /// As in `Not Found`; empty if the server gives none, as in HTTP/2.
  package private(set) var reason = ""
  package private(set) var etag: String?
  package private(set) var lastModified: String?
  private var statedLength: Int?
  private var isInPieces = false
  package private(set) var location: String?
  /// Unparsed, for `RetryAfter`.
  package private(set) var retryAfter: String?

  /// When the server sent it.
  package private(set) var date: String?
  package private(set) var contentRange: ContentRange?
  /// Whether the empty line after the header has come.
  package private(set) var isWhole = false

  /// `bytes 100-199/200` (RFC 9110, 14.4). The length may be unknown.
  package struct ContentRange: Equatable, Sendable {
    package let first: Int
    package let last: Int
    package let length: Int?

    /// `nil` if it is not a range of bytes.
    init?(_ text: String) {
      let words = text.split(separator: " ")
      guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
      let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
      let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]),
        first >= 0, first <= last, last < Int.max
      else { return nil }
      (self.first, self.last) = (first, last)
      length = Int(parts[1])
      guard length.map({ $0 > last }) ?? (parts[1] == "*") else { return nil }
    }
  }

  /// Whether this is the final answer, not a step on the way to it.
  package var isFinal: Bool { isWhole && status >= 200 && !isRedirect }

  /// 304 is not one: it says that there is nothing new, and leads nowhere.
  package var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }

  /// The length of the file as it is sent. For a chunked response it is not known: a Content-Length has no
  /// meaning there.
  package var length: Int? { isInPieces ? nil : statedLength }

  /// Reads the headers of all responses received so far. A redirect's are followed by those of the next
  /// response.
  package init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      read(String(decoding: line, as: UTF8.self))
    }
  }

  private mutating func read(_ line: String) {
    if line.hasPrefix("HTTP/") {
      let words = line.split(maxSplits: 2, omittingEmptySubsequences: true) { " \r".contains($0) }
      let reason = words.count > 2 ? Self.trimmed(words[2]) : ""
      self = ResponseHeaders([])
      status = words.count > 1 ? Int(words[1]) ?? 0 : 0
      self.reason = reason
      return
    }
    // Swift treats "\r\n" as one character, so a line may be just "\r".
    if line.isEmpty || line == "\r" { isWhole = status > 0 }
    guard !isWhole, let colon = line.firstIndex(of: ":") else { return }
    let value = Self.trimmed(line[line.index(after: colon)...])
    switch line[..<colon].lowercased() {
    case "etag": etag = EditionRecord.validator(value)
    case "last-modified": lastModified = EditionRecord.validator(value)
    case "transfer-encoding": isInPieces = true
    case "content-length": statedLength = Int(value).flatMap { $0 >= 0 ? $0 : nil }
    case "location": location = value
    case "date": date = EditionRecord.validator(value)
    case "content-range": contentRange = ContentRange(value)
    case "retry-after": retryAfter = value
    default: break
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var scalars = text.unicodeScalars.drop { $0.value <= 0x20 }
    while let last = scalars.last, last.value <= 0x20 { scalars.removeLast() }
    return String(scalars)
  }
}
