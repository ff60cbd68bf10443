/// Reads lists in JSON as records, element by element, whatever their size: GeoJSON of all forms
/// (a collection, a feature, features one a line or as a sequence), Overpass, the Food Standards
/// Agency's API, objects with `lat` and `lon` one a line or in an array, and finder's own output.
///
/// The text is cut where elements end, which is not known before they are read: an element that
/// comes to the end of what there is in memory is read again when there is more.
final class JSONList {
  let stream: ListStream
  let columns: ListInput
  @exclusivity(unchecked) private var state = State.betweenTexts
  @exclusivity(unchecked) private var textsAreRecords = false
  @exclusivity(unchecked) private(set) var texts = 0
  /// How long the element is that was read last: it stays in memory until the next.
  @exclusivity(unchecked) private var used = 0
  /// The element of Overpass read last.
  @exclusivity(unchecked) private var element = OverpassElement()
  private let parts = OverpassParts()

  /// Members of a FeatureCollection beside its features, before and after them.
  let membersBefore = KeptMembers()
  let membersAfter = KeptMembers()
  /// What Overpass has to say of an answer, such as that it ran out of time.
  var remarks: [String] = []
  var totals = ListTotals()

  var notes: [String] { remarks + [totals.note].compactMap { $0 } }

  private enum State {
    case betweenTexts
    case inArray(Container, isFirst: Bool)
    /// Those venues of Overpass come now that waited for others.
    case afterElements
    /// After the array that holds the elements, in the object that holds that.
    case afterArray(Container)
  }

  enum Container: Equatable {
    case features
    case elements
    case establishments
    case venues
    /// An array by itself.
    case array
  }

  init(_ stream: ListStream, _ columns: ListInput) throws(ListError) {
    if case .latin1 = stream.source.form { throw .isUTF8(path: stream.name) }
    self.stream = stream
    self.columns = columns
    stream.checksText = false
  }

  /// Where the element read last begins.
  var place: String { stream.place(at: 0) }

  func next(_ record: inout ListRecord) throws -> ListReading {
    while true {
      stream.use(used)
      used = 0
      switch state {
      case .betweenTexts:
        guard try findText() else { return .end }
        if textsAreRecords {
          let reading = try read(.array, &record)
          guard case .fault(let problem) = reading, problem == Self.collectionProblem else {
            return reading
          }
          used = 0
        }
        try beginText()
      case .inArray(let container, let isFirst):
        guard try findElement(isFirst: isFirst) else {
          state = Self.state(after: container)
          continue
        }
        state = .inArray(container, isFirst: false)
        let reading = try read(container, &record)
        totals.read += 1
        if container == .elements, passes(reading, record) { continue }
        return reading
      case .afterElements:
        if parts.next(&record) { return .record }
        noteLost()
        state = .afterArray(.elements)
      case .afterArray(let container):
        let (isMember, length) = try stream.part { (cursor) throws(ParseError) in
          try passMember(&cursor, container)
        }
        stream.use(length)
        if !isMember { state = .betweenTexts }
      }
    }
  }

  private static func state(after container: Container) -> State {
    switch container {
    case .array: .betweenTexts
    case .elements: .afterElements
    default: .afterArray(container)
    }
  }

  private func beginText() throws {
    texts += 1
    totals.beginText()
    let (container, length) = try stream.part { (cursor) throws(ParseError) in
      try findContainer(&cursor)
    }
    guard let container else {
      textsAreRecords = true
      return
    }
    stream.use(length)
    state = .inArray(container, isFirst: true)
  }

  // MARK: Elements

  /// Stands on the next element of an array, or after the array's end: false.
  private func findElement(isFirst: Bool) throws -> Bool {
    let (isElement, length) = try stream.part { (cursor: inout JSONCursor) throws(ParseError) in
      var isFirst = isFirst
      guard try cursor.nextElement(&isFirst) else { return false }
      guard cursor.position < cursor.end else { throw cursor.failure("expected an element") }
      return true
    }
    stream.use(length)
    return isElement
  }

  static let collectionProblem = "is a FeatureCollection"

  /// The record is begun anew each time.
  private func read(_ container: Container, _ record: inout ListRecord) throws -> ListReading {
    let (reading, length) = try stream.part { (cursor: inout JSONCursor) throws(ParseError) in
      record.clear()
      return try cursor.readElement(of: container, columns, into: &record, &element)
    }
    used = length
    return reading
  }

  // MARK: Overpass

  /// Whether what was read of Overpass is no venue, or comes later.
  private func passes(_ reading: ListReading, _ record: borrowing ListRecord) -> Bool {
    if element.isCount {
      remarks.append("left out a count, which is no venue: 'out center' gives the elements")
      return true
    }
    parts.add(element)
    guard case .record = reading else { return false }
    return parts.hold(record, element)
  }

  private func noteLost() {
    guard parts.lost > 0 else { return }
    remarks.append(
      "the answer is too large to place all ways and relations by their nodes (not placed: "
        + "\(parts.lost)); 'out center' in the query gives each its place")
  }
}
