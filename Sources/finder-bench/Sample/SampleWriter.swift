import FinderEngine

/// Writes venues as the real dataset is written: GeoJSON on one line, four decimals at most.
enum SampleWriter {
  /// Foreign members are allowed in GeoJSON (RFC 7946, section 6.1), and a reader skips them.
  private static let head = """
    {"type":"FeatureCollection","note":"Made-up venues for trying finder out: none of these \
    places exists, and any likeness to a real business is chance. Apache-2.0.","features":[
    """

  /// Any sequence: millions of venues are written one by one, and never held all at once.
  static func write(_ venues: some Sequence<SampleVenue>, to sink: inout ByteSink) throws {
    try sink.write(head)
    var isFirst = true
    for venue in venues {
      try sink.write { output in
        if !isFirst { output.append(",") }
        append(venue, to: &output)
      }
      isFirst = false
    }
    try sink.write("]}\n")
  }

  private static func append(_ venue: SampleVenue, to output: inout ByteBuffer) {
    output.appendObject { output in
      output.append(key: "type", string: "Feature")
      output.append(key: "properties") { output in
        output.append(key: "name", string: venue.name)
        output.append(key: "postcode", string: venue.postcode)
        if let hours = venue.hours { output.append(key: "opening_hours", string: hours) }
      }
      output.append(key: "geometry") { output in
        output.append(key: "type", string: "Point")
        let position = [venue.point.longitude, venue.point.latitude]
        output.append(key: "coordinates", elements: position.count) {
          $0.append(number: Double(position[$1]) / 1e4)
        }
      }
    }
  }
}

struct SampleVenue {
  let name: String
  let postcode: String
  let point: GridPoint
  var hours: String?
}
