import FinderEngine

/// Collects features as text, and writes them in order of their ids, each id once. So the same venues give
/// the same bytes, however areas overlap and servers sort.
package struct FetchedFeatures: ~Copyable {
  private struct Entry: BitwiseCopyable {
    let id: UInt64
    let start: Int
    let end: Int
  }

  package let source: FetchSource
  package var tally = FetchTally()
  private var text = ByteBuffer(capacity: 1 << 16)
  private var entries: [Entry] = []
  /// Where the features are in the document, in its order.
  private(set) var places: [(id: UInt64, place: Range<Int>)] = []
  /// Where the current part begins: an answer, or all pages of one.
  private var partStart = 0
  private let mostBytes: Int

  /// Room for two million venues of a few hundred bytes. A server that never stopped sending would fill the
  /// memory, answer by answer.
  package static let mostBytes = 1_000_000_000

  package init(of source: FetchSource, mostBytes: Int = Self.mostBytes) {
    (self.source, self.mostBytes) = (source, mostBytes)
  }

  package var count: Int { entries.count }

  /// To be called after each answer, even if more pages belong to it.
  func refuseTooMany() throws(FetchFault) {
    guard text.count > mostBytes else { return }
    throw FetchFault("it sent more than \(mostBytes / 1_000_000) MB of venues")
  }

  /// To be called when an answer is complete: within one answer, no id may come twice.
  mutating func endPart() throws(FetchFault) {
    try refuseTooMany()
    sort(from: partStart)
    for place in entries.indices.dropFirst(partStart + 1)
    where entries[place].id == entries[place - 1].id {
      throw FetchFault.twice(Self.name(entries[place].id, source))
    }
    partStart = entries.count
  }

  private mutating func sort(from start: Int) {
    let part = entries[start...]
    let isSorted = zip(part, part.dropFirst()).allSatisfy { $0.id <= $1.id }
    guard !isSorted else { return }
    // Of those with the same id, the first to arrive comes first.
    entries[start...].sort { $0.id == $1.id ? $0.start < $1.start : $0.id < $1.id }
  }

  /// A FeatureCollection. `members` writes its other members.
  package mutating func document(_ members: (inout ByteBuffer) -> Void) -> ByteBuffer {
    sort(from: 0)
    var output = ByteBuffer(capacity: text.count + 4 * entries.count + 1024)
    output.beginCollection(members)
    var last: UInt64?
    tally.leftOut[.doubles] = 0
    places.removeAll()
    for entry in entries {
      guard entry.id != last else {
        tally.leftOut[.doubles] += 1
        continue
      }
      output.append(last == nil ? "\n" : ",\n")
      last = entry.id
      let start = output.count
      output.append(UnsafeBufferPointer(rebasing: text.bytes[entry.start..<entry.end]))
      places.append((entry.id, start..<output.count))
    }
    output.append("\n]}\n")
    return output
  }

  /// Adds a feature. `place` appends its longitude and latitude, `write` its properties. For OpenStreetMap, the
  /// id is an `ObjectID`'s word.
  @inline(__always)
  mutating func append(
    _ id: UInt64, at place: (inout ByteBuffer) -> Void, properties write: (inout ByteBuffer) -> Void
  ) {
    let start = text.count
    text.append("{\"type\":\"Feature\",\"id\":\"")
    Self.append(id, source, to: &text)
    text.append("\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
    place(&text)
    text.append("]},\"properties\":{")
    write(&text)
    text.append("}}")
    entries.append(Entry(id: id, start: start, end: text.count))
  }

  /// Ids as the features have them: `osm:node/123`, `fhrs:123`.
  static func name(_ id: UInt64, _ source: FetchSource) -> String {
    var buffer = ByteBuffer(capacity: 64)
    append(id, source, to: &buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  @inline(__always)
  static func append(_ id: UInt64, _ source: FetchSource, to output: inout ByteBuffer) {
    switch source {
    case .hygiene:
      output.append("fhrs:")
      output.append(integer: Int(id))
    case .osm:
      output.append("osm:")
      ObjectID(word: id).append(to: &output)
    }
  }
}

/// Counts of what was received and what was left out.
package struct FetchTally: Equatable, Sendable {
  /// Elements or establishments received.
  package var received = 0
  package var leftOut = ChoiceTally()

  package init() {}
}

/// Why an answer cannot be used, as a clause for people: `its answer is cut short`. None of it is used then.
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
