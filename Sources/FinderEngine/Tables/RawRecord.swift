/// Where one record stands in a chunk of a stream.
struct RawRecord {
  /// Without the byte that ends its last line.
  var range: Range<Int>
  /// Of its first line in the whole stream, from 1.
  var line: Int
}
