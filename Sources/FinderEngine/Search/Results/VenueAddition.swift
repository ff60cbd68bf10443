/// What answers say of a venue that is not in the dataset, such as whether it is open. It has names, by
/// which JSON members, columns and `--fields` go.
package protocol VenueAddition: AnyObject, Sendable {
  /// Of the member of JSON and GeoJSON, in place of a property of that name.
  var key: String { get }
  /// Of CSV and TSV.
  var columns: [String] { get }
  /// The value under one of these names, as JSON that holds no escapes.
  func append(json name: String, of row: FieldReader, to output: inout ByteBuffer)
}

extension VenueAddition {
  func has(_ name: String) -> Bool { key == name || columns.contains(name) }

  /// The same as the text of a cell.
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
