/// Where a member of a record's object stands in it.
struct ObjectMember {
  let key: JSONStringSpan
  let value: JSONSpan
}

extension Coordinate {
  /// Which of the two is out of range, and whether they would be in range swapped.
  var rangeProblem: String {
    let isLatitude = !Self.latitudeRange.contains(latitude)
    let value = isLatitude ? latitude : longitude
    let name = isLatitude ? "latitude" : "longitude"
    let range = isLatitude ? "-90…90" : "-180…180"
    let isSwapped =
      Coordinate(validLatitude: longitude, longitude: latitude) != nil
      ? "; latitude and longitude look swapped" : ""
    return "\(name) \(shown(value)) is out of range (\(range))\(isSwapped)"
  }
}

/// A point as messages have it, latitude first.
package func shown(_ point: Coordinate) -> String {
  "\(shown(point.latitude)),\(shown(point.longitude))"
}

/// A number as it is printed in JSON, which has none for infinity, as `1e999` is read.
package func shown(_ value: Double) -> String {
  guard value.isFinite else { return value < 0 ? "-infinity" : "infinity" }
  var buffer = ByteBuffer(capacity: 64)
  buffer.append(number: value)
  return String(decoding: buffer.bytes, as: UTF8.self)
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
