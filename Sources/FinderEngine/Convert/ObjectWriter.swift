/// Writes records as objects of one line, with the keys that finder's results have: `id` where there
/// is one, `name`, `postcode`, `lat`, `lon`, the other properties under `properties`, and `geometry`
/// where that is not a plain point.
enum ObjectWriter {
  static func append(_ record: borrowing ListRecord, to output: inout ByteBuffer) {
    output.append("{")
    if record.id.count > 0 { output.append(key: "id", json: record.id) }
    let name = place(of: "name", record)
    let postcode = place(of: "postcode", record)
    output.append(key: "name", json: text(name, record))
    output.append(key: "postcode", json: text(postcode, record))
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
  private static func place(of key: StaticString, _ record: borrowing ListRecord) -> Int? {
    var place: Int?
    for index in 0..<record.members.count {
      let member = record.members[index]
      guard member.key.equals(key) else { continue }
      place = member.value.first == UInt8(ascii: "n") ? nil : index
    }
    return place
  }

  private static func text(_ place: Int?, _ record: borrowing ListRecord) -> ListRecord.Text {
    place.map { record.members[$0].value } ?? null
  }

  private static var null: ListRecord.Text {
    let word: StaticString = "null"
    return ListRecord.Text(start: word.utf8Start, count: word.utf8CodeUnitCount)
  }

  private static func appendPlace(
    of record: borrowing ListRecord, to output: inout ByteBuffer
  ) {
    if case .point(let latitude, let longitude) = record.place {
      output.append(key: "lat", json: latitude)
      output.append(key: "lon", json: longitude)
      return
    }
    // What is no number is written as null.
    output.append(key: "lat", number: record.coordinate?.latitude ?? .nan)
    output.append(key: "lon", number: record.coordinate?.longitude ?? .nan)
    if case .other(let geometry) = record.place { output.append(key: "geometry", json: geometry) }
  }
}
