import FinderEngine
import FinderLists

/// Writes one result in each form that programs read.
protocol ResultWriter {
  associatedtype Result
  var columns: [String] { get }
  func append(jsonOf result: Result, to output: inout ByteBuffer)
  func append(featureOf result: Result, to output: inout ByteBuffer)
  func append(cellsOf result: Result, _ style: DelimitedStyle, to output: inout ByteBuffer)
}

extension VenueWriter: ResultWriter {}
extension WalkWriter: ResultWriter {}
extension ChangeWriter: ResultWriter {}

extension ByteBuffer {
  /// In any format but a table and one document. A collection has the `counts` as well, and to whom its
  /// data is owed.
  @inline(__always)
  mutating func append<Writer: ResultWriter>(
    _ results: [Writer.Result], by writer: Writer, as format: ResultFormat,
    hasHeader: Bool, counts: [(name: String, count: Int)]? = nil,
    attribution: @autoclosure () -> [Attribution] = []
  ) {
    switch format {
    case .geojson:
      appendObject { buffer in
        buffer.append(key: "type", string: "FeatureCollection")
        buffer.append(attribution: attribution())
        if let counts { buffer.append(key: "counts", object: { $0.append(counts: counts) }) }
        buffer.append(key: "features", elements: results.count, indent: "\n") {
          writer.append(featureOf: results[$1], to: &$0)
        }
      }
      append("\n")
    case .geojsonseq:
      appendLines(results) { buffer, result in
        buffer.append("\u{1E}")
        writer.append(featureOf: result, to: &buffer)
      }
    case .csv, .tsv:
      let style: DelimitedStyle = format == .csv ? .csv : .tsv
      if hasHeader { append(row: writer.columns, style) }
      appendLines(results) { writer.append(cellsOf: $1, style, to: &$0) }
    default: appendLines(results) { writer.append(jsonOf: $1, to: &$0) }
    }
  }
}
