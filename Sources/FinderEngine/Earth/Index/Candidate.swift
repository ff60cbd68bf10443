/// A row that may be in the answer, and its distance in a straight line.
struct Candidate: BitwiseCopyable, Equatable {
  var squaredChord: Double
  var row: Int

  /// Equal chords by row.
  @inline(__always) func precedesByChord(_ other: Candidate) -> Bool {
    squaredChord != other.squaredChord ? squaredChord < other.squaredChord : row < other.row
  }
}
