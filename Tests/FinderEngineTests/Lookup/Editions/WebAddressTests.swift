import Testing

@testable import FinderEngine

/// Web addresses, and servers' headers.
@Suite("Web addresses and headers") struct WebAddressTests {
  @Test(arguments: [
    ("https://example.org/a.gz", "example.org", "https://example.org/a.gz", nil as String?, true),
    ("HTTP://Example.org", "Example.org", "HTTP://Example.org", nil, false),
    (
      "http://127.0.0.1:80/?a=b%40c#d", "127.0.0.1:80", "http://127.0.0.1:80/?a=b%40c#d", nil, false
    ),
    ("https://h/@a/b@1.2?c@d", "h", "https://h/@a/b@1.2?c@d", nil, true),
    ("http://h:/x:y", "h:", "http://h:/x:y", nil, false),
    ("http://h:65535/", "h:65535", "http://h:65535/", nil, false),
    ("http://[::1]:8080/é{1,2}[3]", "[::1]:8080", "http://[::1]:8080/é{1,2}[3]", nil, false),
    ("https://me:pa@ss@h/x%40y", "h", "https://h/x%40y", "me:pa@ss", true),
    ("https://me:pw@\u{301}h/\u{301}x", "\u{301}h", "https://\u{301}h/\u{301}x", "me:pw", true),
    ("https://me@h?x", "h", "https://h?x", "me", true),
    ("https://@h/", "h", "https://h/", "", true),
  ])
  func addresses(text: String, host: String, shown: String, secret: String?, isSecure: Bool) {
    let address = WebAddress(text)
    #expect(address?.host == host && address?.shown == shown && address?.text == text)
    #expect(address?.credentials == secret && address?.isSecure == isSecure)
  }

  @Test(arguments: [
    "", "example.org", "ftp://x/y", "file:///etc/passwd", "http:/x", "http://", "http:///x",
    "https://:80/", "https://me:pass@", "http://a b", "http://a\nurl = x", "http://a\u{7F}",
    "http://me:pa/ss@h/x", "http://me:1/2@h/x", "http://me:1?2@h/x", "http://me:1#2@h/x",
    "https://me:pa@ss/word@h/x", "https://me/you:pw@h/x", "http://me\\x:pw@h/x", "http://h:8x/",
    "http://h:65536/", "http://h:0/", "http://h:99999999999999999999/", "http://h:80:80/",
    "http://[::1]:a/", "http://127.0.0.1:80/?a=b@c#d", "https://me@h/x@y",
    " http://a", "http://a\t", "-http://a", "https://\(String(repeating: "a", count: 9000))",
  ])
  func textsThatAreNotAddresses(text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test func secretsAreTakenOut() {
    let address = WebAddress("https://me:pa@ss@h/x")
    #expect(address?.redacted("no https://me:pa@ss@h/x, or me:pa@ss@h") == "no https://h/x, or h")
    #expect(WebAddress("https://@h")?.redacted("a@b") == "a@b")
    #expect(WebAddress("https://h")?.redacted("a@b") == "a@b")
  }

  /// Of any text, an address or not, nothing is shown that may be part of a password.
  @Test(arguments: [
    ("http://me:pa/s3cret@h/x", "http://h/x"), ("ftp://me:s3cret@h/x@y", "ftp://y"),
    ("https://me:s3 cret@h/x", "https://h/x"), ("me:s3cret@h//x", "h//x"),
    ("http:/me:s3cret@h", "h"), ("http:///me:s3cret@h", "http://h"),
    ("http://me:s3//cret@h", "http://h"), ("http://me:s3cret@\u{301}h", "http://\u{301}h"),
    ("ftp://h/x", "ftp://h/x"), ("", ""), ("@", ""), ("http://@", "http://"), ("//", "//"),
  ])
  func anyTextIsShownSafely(text: String, shown: String) {
    #expect(WebAddress.withoutCredentials(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
  }

  private func headers(_ text: String) -> ResponseHeaders { ResponseHeaders(Array(text.utf8)) }

  @Test func theLastAnswerCounts() {
    let said = headers(
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 302 Found\r\nETag: \"old\"\r\nLocation: /b\r\n"
        + "Content-Length: 5\r\n\r\nHTTP/2 200 \r\netag: W/\"new\"\r\nLAST-MODIFIED:\tToday \r\n\r\n"
    )
    #expect(said.status == 200 && said.reason == "" && said.location == nil)
    #expect(said.etag == "W/\"new\"" && said.lastModified == "Today" && said.length == nil)
    let moved = headers("HTTP/1.1 404 Not  Found at all\r\ncontent-length: 12\n\n")
    #expect(moved.status == 404 && moved.reason == "Not  Found at all" && moved.length == 12)
  }

  /// An answer in pieces has no valid length, whichever comes first.
  @Test func inPieces() {
    let (length, pieces) = ("Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n")
    #expect(headers("HTTP/1.1 200 OK\r\n\(length)").length == 5)
    #expect(headers("HTTP/1.1 200 OK\r\n\(length)\(pieces)").length == nil)
    #expect(headers("HTTP/1.1 200 OK\r\n\(pieces)\(length)").length == nil)
    let moved = "HTTP/1.1 302 Found\r\n\(pieces)\r\nHTTP/1.1 200 OK\r\n\(length)"
    #expect(headers(moved).length == 5)
  }

  @Test func partsOfAFile() {
    func range(_ text: String) -> ResponseHeaders.ContentRange? {
      headers("HTTP/1.1 206 X\r\nContent-Range: \(text)\r\n").contentRange
    }
    let part = range("bytes 5-9/20")
    #expect(part?.first == 5 && part?.last == 9 && part?.length == 20)
    #expect(range("Bytes 0-0/*")?.length == nil && range("bytes 0-0/*")?.last == 0)
    for wrong in [
      "", "bytes", "bytes */20", "bytes 9-5/20", "bytes 5-9", "bytes 5-9/9", "bytes 5-20/20",
      "bytes -5-9/20", "bytes 5-9/x", "lines 5-9/20", "bytes 5-9/20/30", "bytes 5-9/20, 11-12/20",
      "bytes 5-99999999999999999999/*", "bytes 0-9223372036854775807/*",
    ] { #expect(range(wrong) == nil, "\(wrong)") }
  }

  /// What follows the header, as in an answer in pieces, is not part of any header.
  @Test func endOfTheHeader() {
    let first = "HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\n"
    #expect(headers(first).isWhole && !headers(first).isFinal)
    #expect(!headers(first + "HTTP/1.1 200 OK\r\n").isWhole)
    let all = headers(first + "HTTP/1.1 200 OK\r\nDate: now\r\n\r\nETag: \"late\"\r\n")
    #expect(all.isFinal && all.etag == nil && all.date == "now")
    #expect(!headers("HTTP/1.1 100 Continue\r\n\r\n").isFinal && !headers("\r\n").isWhole)
  }

  /// Half a line is not a line, and what cannot be sent back unchanged is not kept.
  @Test func refusedHeaders() {
    #expect(headers("HTTP/1.1 200 OK\r\nETag: \"ab").etag == nil)
    #expect(headers("HTTP/1.1 200 OK\r\nETag: \"\u{1}\"\r\n").etag == nil)
    #expect(headers("HTTP/1.1 200 OK\r\nETag: \"é\"\r\n").etag == nil)
    #expect(headers("HTTP/1.1 200 OK\r\nETag:  \r\n").etag == nil)
    let long = String(repeating: "e", count: 2000)
    #expect(headers("HTTP/1.1 200 OK\r\nETag: \(long)\r\n").etag == nil)
    for length in ["-1", "x", "1x", "99999999999999999999"] {
      #expect(headers("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n").length == nil)
    }
    for text in ["", "\n", ":", "HTTP/", "HTTP/1.1\r\n", "HTTP/1.1 abc\r\n", "\u{0}\u{FFFD}\n"] {
      #expect(headers(text).status == 0)
    }
  }
}
