import TestSupport
import Testing

@testable import FinderEngine

/// A text with the place of its error marked: `{"a":▸}`. The mark is not part of the text.
struct MarkedText: CustomStringConvertible, Sendable {
  let bytes: [UInt8]
  let mark: Int

  init(_ text: String) {
    let parts = Array(text.utf8).split(
      separator: Array("▸".utf8), maxSplits: 1, omittingEmptySubsequences: false)
    precondition(parts.count == 2, "\(text) has no mark")
    bytes = Array(parts.joined())
    mark = parts[0].count
  }

  var description: String { String(decoding: bytes, as: UTF8.self) }
}

/// The error in the bytes as one JSON text, if there is one.
func jsonError(_ bytes: some Collection<UInt8>) -> ParseError? {
  let text = guarded(bytes)
  defer { withExtendedLifetime(text) {} }
  var cursor = JSONCursor(text)
  do throws(ParseError) {
    cursor.skipWhitespace()
    try cursor.skipValue()
  } catch {
    return error
  }
  return cursor.isAtEnd() ? nil : cursor.failure("expected nothing more")
}

func jsonError(_ text: String) -> ParseError? { jsonError(Array(text.utf8)) }

/// The text of a JSON string token, given with its quotes.
func decodedString(_ token: String) throws -> [UInt8] {
  let text = guarded(Array(token.utf8))
  defer { withExtendedLifetime(text) {} }
  var cursor = JSONCursor(text)
  let span = try cursor.readString()
  let isWhole = cursor.isAtEnd()
  try #require(isWhole)
  return cursor.decoded(span)
}
