/// A fact in answers that is not in the dataset, such as whether a venue is open. `--fields` accepts its key
/// and its columns.
package protocol VenueAddition: AnyObject, Sendable {
  /// The name of the member in JSON and GeoJSON; it replaces a property of that name.
  var key: String { get }
  /// The names of the columns in CSV and TSV.
  var columns: [String] { get }
  /// The value under one of these names, as JSON. A string must not need escapes.
  func append(json name: String, of row: FieldReader, to output: inout ByteBuffer)
}

extension VenueAddition {
  func has(_ name: String) -> Bool { key == name || columns.contains(name) }

  /// The same, as the text of a cell.
  func append(cell name: String, of row: FieldReader, to output: inout ByteBuffer) {
    var json = ByteBuffer(capacity: 64)
    append(json: name, of: row, to: &json)
    let bytes = json.bytes
    switch bytes.first {
    case UInt8(ascii: "\""):
      output.append(UnsafeBufferPointer(rebasing: bytes[1..<bytes.count - 1]))
    case UInt8(ascii: "n"): break
    default: output.append(bytes)
    }
  }
}
