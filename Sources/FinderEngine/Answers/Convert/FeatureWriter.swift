/// Writes records as GeoJSON features: the members of each as they are, without white space of its
/// own.
enum FeatureWriter {
  static func append(_ record: borrowing ListRecord, to output: inout ByteBuffer) {
    output.append("{\"type\":\"Feature\"")
    if record.id.count > 0 { output.append(key: "id", json: record.id) }
    output.append(key: "properties")
    output.append("{")
    append(record.members, to: &output)
    output.append("}")
    output.append(key: "geometry")
    append(record.place, to: &output)
    append(record.foreign, to: &output)
    output.append("}")
  }

  private static func append(_ members: borrowing ListRecord.Members, to output: inout ByteBuffer) {
    for index in 0..<members.count { output.append(members[index]) }
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
    case .other(let geometry): output.append(json: geometry)
    }
  }
}

extension ByteBuffer {
  @inline(__always) mutating func append(_ member: ListRecord.Member) {
    append(rawKey: member.key)
    append(json: member.value)
  }
}
