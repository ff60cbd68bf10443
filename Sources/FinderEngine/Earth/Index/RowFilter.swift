/// Decides which rows may be in an answer. It is asked only about rows that are near enough to
/// matter.
protocol RowFilter {
  func accepts(_ row: Int) -> Bool
}
