/// Reads the records of a list, whatever its form.
protocol RecordReader: AnyObject {
  /// Where the record read last begins.
  var place: String { get }
  /// What there is to say of the list at its end.
  var notes: [String] { get }

  func next(_ record: inout ListRecord) throws -> ListReading
}

extension RowRecords: RecordReader {}
extension JSONList: RecordReader {}
extension HygieneXML: RecordReader {}

extension ListStream {
  /// The reader of what the first bytes show the list to be.
  func records(_ columns: ListInput) throws -> any RecordReader {
    switch try begin() {
    case .rows: try RowRecords(self, columns)
    case .json: try JSONList(self, columns)
    case .xml: try HygieneXML(self)
    }
  }
}
