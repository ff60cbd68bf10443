/// Folded names, each once and in order, and the rows of each. They are those of a store (`VenueNames`),
/// or come from a file, and then are to be checked before they are used as places (`NameTable`).
struct NameColumns: Sendable {
  /// The texts one after another, and where each begins; one more at the end.
  let text: Column<UInt8>
  let starts: Column<Int>
  /// By name: where its rows begin in `rows`; one more at the end.
  let rowStarts: Column<UInt32>
  /// In ascending order for each name.
  let rows: Column<UInt32>
  let nameOfRow: Column<UInt32>
  /// By name: the first row with its most frequent spelling; of equally frequent ones that with the first
  /// by bytes.
  let faces: Column<UInt32>
}
