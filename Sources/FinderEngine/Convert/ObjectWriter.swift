/// Writes records as objects of one line, with the keys that finder's results have: `id` where there
/// is one, `name`, `postcode`, `lat`, `lon`, the other properties under `properties`, and `geometry`
/// where that is not a plain point.
enum ObjectWriter {
  static func append(_ record: borrowing ListRecord, to output: inout ByteBuffer) {
    output.append("{")
    if record.id.count > 0 {
      output.append("\"id\":")
      output.append(jsonLine: record.id)
      output.append(",")
    }
    let name = place(of: "name", record)
    let postcode = place(of: "postcode", record)
    output.append("\"name\":")
    append(name, record, to: &output)
    output.append(",\"postcode\":")
    append(postcode, record, to: &output)
    appendPlace(of: record, to: &output)
    var isFirst = true
    for index in 0..<record.members.count {
      let member = record.members[index]
      if name != nil, Self.is(member.key, "name") { continue }
      if postcode != nil, Self.is(member.key, "postcode") { continue }
      output.append(isFirst ? ",\"properties\":{\"" : ",\"")
      isFirst = false
      output.append(member.key)
      output.append("\":")
      output.append(jsonLine: member.value)
    }
    output.append(isFirst ? "}\n" : "}}\n")
  }

  /// The last of equal keys holds. Null says the same as nothing at all, and so stays a property.
  private static func place(of key: StaticString, _ record: borrowing ListRecord) -> Int? {
    var place: Int?
    for index in 0..<record.members.count {
      let member = record.members[index]
      guard Self.is(member.key, key) else { continue }
      place = member.value.first == UInt8(ascii: "n") ? nil : index
    }
    return place
  }

  @inline(__always)
  private static func `is`(_ key: ListRecord.Text, _ word: StaticString) -> Bool {
    key.count == word.utf8CodeUnitCount
      && memcmp(key.baseAddress!, word.utf8Start, word.utf8CodeUnitCount) == 0
  }

  private static func append(
    _ place: Int?, _ record: borrowing ListRecord, to output: inout ByteBuffer
  ) {
    if let place {
      output.append(jsonLine: record.members[place].value)
    } else {
      output.append("null")
    }
  }

  private static func appendPlace(
    of record: borrowing ListRecord, to output: inout ByteBuffer
  ) {
    switch record.place {
    case .none: output.append(",\"lat\":null,\"lon\":null")
    case .point(let latitude, let longitude):
      output.append(",\"lat\":")
      output.append(latitude)
      output.append(",\"lon\":")
      output.append(longitude)
    case .other(let geometry):
      if let point = record.coordinate {
        output.append(",\"lat\":")
        output.append(number: point.latitude)
        output.append(",\"lon\":")
        output.append(number: point.longitude)
      } else {
        output.append(",\"lat\":null,\"lon\":null")
      }
      output.append(",\"geometry\":")
      output.append(jsonLine: geometry)
    }
  }
}
