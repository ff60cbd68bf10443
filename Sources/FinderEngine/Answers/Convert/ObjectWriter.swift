/// Writes records as objects of one line, with the keys that finder's results have: `id` where there
/// is one, `name`, `postcode`, `lat`, `lon`, the other properties under `properties`, and `geometry`
/// where that is not a plain point.
enum ObjectWriter {
  static func append(_ record: borrowing ListRecord, to output: inout ByteBuffer) {
    output.append("{")
    if record.id.count > 0 { output.append(key: "id", json: record.id) }
    let name = value(of: "name", record)
    let postcode = value(of: "postcode", record)
    output.append(key: "name", json: name ?? null)
    output.append(key: "postcode", json: postcode ?? null)
    appendPlace(of: record, to: &output)
    var isFirst = true
    for index in 0..<record.members.count {
      let member = record.members[index]
      if name != nil, member.key.equals("name") { continue }
      if postcode != nil, member.key.equals("postcode") { continue }
      if isFirst {
        output.append(key: "properties")
        output.append("{")
        isFirst = false
      }
      output.append(member)
    }
    output.append(isFirst ? "}\n" : "}}\n")
  }

  /// The last of equal keys holds. Null says the same as nothing at all, and so stays a property.
  private static func value(
    of key: StaticString, _ record: borrowing ListRecord
  ) -> ListRecord.Text? {
    var value: ListRecord.Text?
    for index in 0..<record.members.count where record.members[index].key.equals(key) {
      value = record.members[index].value
    }
    return value?.first == UInt8(ascii: "n") ? nil : value
  }

  private static var null: ListRecord.Text { ("null" as StaticString).bytes }

  private static func appendPlace(
    of record: borrowing ListRecord, to output: inout ByteBuffer
  ) {
    if case .point(let latitude, let longitude) = record.place {
      output.append(key: "lat", json: latitude)
      output.append(key: "lon", json: longitude)
      return
    }
    output.append(key: "lat", number: record.coordinate?.latitude)
    output.append(key: "lon", number: record.coordinate?.longitude)
    if case .other(let geometry) = record.place { output.append(key: "geometry", json: geometry) }
  }
}
