import FinderEngine

/// The JSON of an answer that lists venues: the question, the place it refers to, the source of the venues,
/// their count, and the venues.
struct AnswerDocument {
  let search: Search
  /// Whether everything that was asked for lies within the camera's bounds.
  let isInside: Bool
  let isMoved: Bool
  let explained: ExplainedAnswer?

  /// `question` writes where to look for venues; `venue` writes one listed venue. They are not passed in an
  /// array: the first array of closures costs the runtime 30,000 instructions.
  func append(
    count: Int, to buffer: inout ByteBuffer, question: (inout ByteBuffer) -> Void,
    venue: (inout ByteBuffer, Int) -> Void
  ) {
    appendHead(to: &buffer) { buffer in
      question(&buffer)
      search.append(filtersTo: &buffer)
    }
    buffer.append(key: "count", integer: count)
    if let explained {
      buffer.appendLineBreak()
      explained.append(to: &buffer)
    }
    if !search.countsOnly {
      buffer.appendLineBreak()
      buffer.append(key: "venues", elements: count, indent: "\n  ", venue)
    }
    buffer.append("}\n")
  }

  /// The beginning, up to the source of the venues. `query` writes all of the question.
  func appendHead(to buffer: inout ByteBuffer, query: (inout ByteBuffer) -> Void) {
    buffer.append("{")
    buffer.append(key: "query", object: query)
    buffer.appendLineBreak()
    if let burning = search.burning {
      buffer.append(key: "burn", object: burning.append)
      buffer.appendLineBreak()
    }
    buffer.append(key: "camera") { buffer in
      buffer.append(key: "inside", bool: isInside)
      buffer.append(key: "moved", bool: isMoved)
      if search.place.isTooWide { buffer.append(key: "zoom_hint", bool: true) }
    }
    buffer.appendLineBreak()
    buffer.append(key: "data") {
      $0.append(key: "source", string: search.source.kind.rawValue)
    }
    buffer.appendLineBreak()
  }
}
