import FinderEngine

/// Why an answer cannot be used, as a clause for people: `its answer is cut short`. Then nothing of it
/// is.
package struct FetchFault: Error, Equatable, Sendable {
  package let message: String

  init(_ message: String) { self.message = message }

  static func unreadable(_ error: ParseError, _ text: PaddedBytes) -> FetchFault {
    withExtendedLifetime(text) {
      let first = text.bytes.first { !$0.isBlank }
      if first == nil { return FetchFault("its answer is empty") }
      if first == UInt8(ascii: "<") { return FetchFault("it sent a web page instead of data") }
      guard error.offset < text.count else {
        return FetchFault("its answer is cut short: it ends after \(text.count) bytes")
      }
      let place = TextPosition(of: error.offset, in: text.bytes)
      let problem = error.description(in: text.bytes)
      return FetchFault("its answer is not what was asked for: \(place): \(problem)")
    }
  }

  static func twice(_ id: String) -> FetchFault {
    FetchFault(
      "\(id) is in its answer twice: the data may have changed while it was read; try again")
  }
}
