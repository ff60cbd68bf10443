import Foundation
import Testing

@testable import FinderEngine

/// The bytes with the padding that the reader may look into, and right behind that a page that
/// nobody may touch: a reader that goes too far ends the test run.
func guarded(_ bytes: some Collection<UInt8>) -> PaddedBytes {
  let page = Int(sysconf(Int32(_SC_PAGESIZE)))
  let needed = bytes.count + PaddedBytes.padding
  let usable = (needed + page - 1) / page * page
  let memory = mmap(nil, usable + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)!
  precondition(memory != MAP_FAILED && mprotect(memory + usable, page, PROT_NONE) == 0)
  let start = (memory + usable - needed).assumingMemoryBound(to: UInt8.self)
  _ = UnsafeMutableBufferPointer(start: start, count: bytes.count).update(fromContentsOf: bytes)
  let address = UInt(bitPattern: memory)
  return PaddedBytes(base: UnsafePointer(start), count: bytes.count) {
    munmap(UnsafeMutableRawPointer(bitPattern: address), usable + page)
  }
}

/// A text with the place of its error marked: `{"a":▸}`. The mark is no part of the text.
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

// MARK: - JSON

/// What is wrong with the bytes as one JSON text, or nothing.
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

/// What the JSON string token says, quotes and all its characters given.
func decodedString(_ token: String) throws -> [UInt8] {
  let text = guarded(Array(token.utf8))
  defer { withExtendedLifetime(text) {} }
  var cursor = JSONCursor(text)
  let span = try cursor.readString()
  let isWhole = cursor.isAtEnd()
  try #require(isWhole)
  return cursor.decoded(span)
}
