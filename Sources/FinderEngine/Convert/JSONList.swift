/// Reads lists in JSON as records, element by element, whatever their size: GeoJSON of all forms
/// (a collection, a feature, features one a line or as a sequence), Overpass, the Food Standards
/// Agency's API, objects with `lat` and `lon` one a line or in an array, and finder's own output.
///
/// The text is cut where elements end, which is not known before they are read: an element that
/// comes to the end of what there is in memory is read again when there is more.
final class JSONList {
  let stream: ListStream
  let columns: ListColumns
  @exclusivity(unchecked) private var state = State.betweenTexts
  @exclusivity(unchecked) private var textsAreRecords = false
  @exclusivity(unchecked) private(set) var texts = 0
  /// How long the element is that was read last: it stays in memory until the next.
  @exclusivity(unchecked) private var used = 0

  /// Members of a FeatureCollection beside its features, before and after them.
  let membersBefore = KeptMembers()
  let membersAfter = KeptMembers()
  private(set) var isCollection = false
  /// What Overpass has to say of an answer, such as that it ran out of time.
  var remark: String?

  private enum State {
    case betweenTexts
    case inArray(Container, isFirst: Bool)
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

  init(_ stream: ListStream, _ columns: ListColumns) {
    self.stream = stream
    self.columns = columns
    stream.checksText = false
  }

  var notes: [String] {
    remark.map { ["Overpass remarks: \($0)"] } ?? []
  }

  /// Where the element read last begins.
  var place: String { stream.place(at: 0) }

  func next(_ record: inout ListRecord) throws -> ListReading {
    stream.use(used)
    used = 0
    while true {
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
          state = container == .array ? .betweenTexts : .afterArray(container)
          continue
        }
        state = .inArray(container, isFirst: false)
        return try read(container, &record)
      case .afterArray(let container):
        let (isMember, length) = try part { (cursor) throws(ParseError) in
          try passMember(&cursor, container)
        }
        stream.use(length)
        if !isMember { state = .betweenTexts }
      }
    }
  }

  private func beginText() throws {
    texts += 1
    let (container, length) = try part { (cursor) throws(ParseError) in
      try findContainer(&cursor)
    }
    guard let container else {
      textsAreRecords = true
      return
    }
    stream.use(length)
    if container == .features { isCollection = true }
    state = .inArray(container, isFirst: true)
  }

  // MARK: Parts

  /// Reads a part that begins at the window's first byte, and again with more bytes if it comes to
  /// their end. Returns how long it was beside what it was.
  func part<Result>(
    _ read: (inout JSONCursor) throws(ParseError) -> Result
  ) throws -> (Result, length: Int) {
    while true {
      let text = stream.text
      var cursor = JSONCursor(text)
      do throws(ParseError) {
        let result = try read(&cursor)
        if cursor.position < text.count || stream.isAtEnd { return (result, cursor.position) }
      } catch {
        // A word or a character that is cut off shows where it begins.
        if stream.isAtEnd || error.offset + Self.longestWord < text.count {
          throw stream.failure(error)
        }
      }
      try stream.fillForMore()
    }
  }

  /// Where one is cut off, an error shows at its beginning.
  private static let longestWord = 16

  // MARK: Elements

  /// Stands on the next element of an array, or after the array's end: false.
  private func findElement(isFirst: Bool) throws -> Bool {
    let (isElement, length) = try part { (cursor) throws(ParseError) in
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
    let (reading, length) = try part { (cursor) throws(ParseError) in
      record.clear()
      return try cursor.readElement(of: container, columns, into: &record)
    }
    used = length
    return reading
  }
}
