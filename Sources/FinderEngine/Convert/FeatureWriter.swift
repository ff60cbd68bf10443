/// Writes records as GeoJSON features: the members of each as they are, without white space of its
/// own.
package enum FeatureWriter {
  package static func append(_ record: borrowing ListRecord, to output: inout ByteBuffer) {
    output.append("{\"type\":\"Feature\"")
    if record.id.count > 0 {
      output.append(",\"id\":")
      output.append(jsonLine: record.id)
    }
    output.append(",\"properties\":{")
    append(record.members, to: &output)
    output.append("},\"geometry\":")
    append(record.place, to: &output)
    if record.foreign.count > 0 {
      output.append(",")
      append(record.foreign, to: &output)
    }
    output.append("}")
  }

  private static func append(_ members: borrowing RecordMembers, to output: inout ByteBuffer) {
    for index in 0..<members.count {
      let member = members[index]
      output.append(index == 0 ? "\"" : ",\"")
      output.append(member.key)
      output.append("\":")
      output.append(jsonLine: member.value)
    }
  }

  private static func append(_ place: ListRecord.Place, to output: inout ByteBuffer) {
    switch place {
    case .none: output.append("null")
    case .point(let latitude, let longitude):
      output.append("{\"type\":\"Point\",\"coordinates\":[")
      output.append(longitude)
      output.append(",")
      output.append(latitude)
      output.append("]}")
    case .other(let geometry): output.append(jsonLine: geometry)
    }
  }
}

extension ByteBuffer {
  /// A JSON value as it stood, on one line: few have line breaks between their tokens.
  @inline(__always) mutating func append(jsonLine value: UnsafeBufferPointer<UInt8>) {
    let first = value.first ?? 0
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      append(jsonValue: value)
    } else {
      append(value)
    }
  }
}
