/// The reader for a list, which its first character shows.
enum RecordReader {
  case rows(RowRecords)
  case json(JSONList)
  case xml(HygieneXML)

  init(_ stream: ListStream, _ columns: ListColumns) throws {
    self =
      switch try stream.begin() {
      case .rows: .rows(try RowRecords(stream, columns))
      case .json: .json(JSONList(stream, columns))
      case .xml: .xml(try HygieneXML(stream))
      }
  }

  var json: JSONList? {
    if case .json(let reader) = self { return reader }
    return nil
  }

  var place: String {
    switch self {
    case .rows(let reader): reader.place
    case .json(let reader): reader.place
    case .xml(let reader): reader.place
    }
  }

  var notes: [String] {
    switch self {
    case .rows(let reader): reader.notes
    case .json(let reader): reader.notes
    case .xml: []
    }
  }

  @inline(__always) func next(_ record: inout ListRecord) throws -> ListReading {
    switch self {
    case .rows(let reader): try reader.next(&record)
    case .json(let reader): try reader.next(&record)
    case .xml(let reader): try reader.next(&record)
    }
  }
}
