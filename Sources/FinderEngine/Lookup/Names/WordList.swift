/// The distinct words of a dataset's names in order, to be compared with a word that may be mistyped.
///
/// Of each there is how many bytes it shares with the one before it, so that a walk over them takes up
/// where they part, and passes over all that begin with what is too far off.
struct WordList: Sendable {
  let text: Column<UInt8>
  /// Where each word begins; one more at the end.
  let starts: Column<UInt32>
  /// The bytes that it has in common with the one before it.
  let shared: Column<UInt8>
  /// Its entries.
  let entries: Column<EntryRange>

  struct EntryRange: BitwiseCopyable {
    var first: UInt32
    var end: UInt32
  }

  /// Longer ones are found only by what was typed right.
  static let longest = 48

  var count: Int { entries.count }

  func text(of word: Int) -> UnsafeBufferPointer<UInt8>? {
    guard let start = starts.value(at: word), let end = starts.value(at: word + 1),
      start <= end, end - start <= Self.longest
    else { return nil }
    return text.values(in: Int(start)..<Int(end))
  }

  func entries(of word: Int, among all: Int) -> Range<Int>? {
    guard let range = entries.value(at: word), range.first <= range.end, range.end <= all else {
      return nil
    }
    return Int(range.first)..<Int(range.end)
  }
}
