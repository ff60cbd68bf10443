/// Writes venues as the real dataset is written: GeoJSON on one line, four decimals at most.
enum SampleWriter {
  /// Foreign members are allowed in GeoJSON (RFC 7946, section 6.1), and a reader skips them.
  private static let head = """
    {"type":"FeatureCollection","note":"Made-up venues for trying finder out: none of these \
    places exists, and any likeness to a real business is chance. Apache-2.0.","features":[
    """

  /// Any sequence: millions of venues are written one by one, and never held all at once.
  static func write(_ venues: some Sequence<SampleVenue>, to sink: inout ByteSink) throws {
    try sink.write(head.utf8)
    var feature: [UInt8] = []
    var isFirst = true
    for venue in venues {
      feature.removeAll(keepingCapacity: true)
      if !isFirst { feature.append(UInt8(ascii: ",")) }
      isFirst = false
      append(venue, to: &feature)
      try sink.write(feature)
    }
    try sink.write("]}\n".utf8)
  }

  private static func append(_ venue: SampleVenue, to bytes: inout [UInt8]) {
    bytes += #"{"type":"Feature","properties":{"name":""#.utf8
    append(text: venue.name, to: &bytes)
    bytes += #"","postcode":""#.utf8
    append(text: venue.postcode, to: &bytes)
    bytes += #""},"geometry":{"type":"Point","coordinates":["#.utf8
    append(degrees: venue.point.longitude, to: &bytes)
    bytes.append(UInt8(ascii: ","))
    append(degrees: venue.point.latitude, to: &bytes)
    bytes += "]}}".utf8
  }

  private static func append(text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += #"\""#.utf8
      case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
      case UInt8(ascii: "\t"): bytes += #"\t"#.utf8
      default:
        precondition(byte >= 0x20, "a control character in a word list")
        bytes.append(byte)
      }
    }
  }

  /// -1278 steps as `-0.1278`, 515000 as `51.5`.
  private static func append(degrees steps: Int, to bytes: inout [UInt8]) {
    if steps < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes += String(steps.magnitude / 10_000).utf8
    var fraction = steps.magnitude % 10_000
    guard fraction > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var unit: UInt = 1000
    while fraction > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(fraction / unit))
      fraction %= unit
      unit /= 10
    }
  }
}
