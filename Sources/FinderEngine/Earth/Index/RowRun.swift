/// Rows that follow one another and stand on one spot.
struct RowRun: BitwiseCopyable, Equatable {
  var start: UInt32
  var end: UInt32

  var rows: Range<Int> { Int(start)..<Int(max(start, end)) }
}
