/// Finds the points that texts of a stream stand for. It is asked by several threads at once.
package protocol PointLookup: Sendable {
  /// The postcodes that are found without a lock. Made when they are first asked for.
  func postcodes() throws(PointRefusal) -> PostcodePositions
  /// Any other form of a point.
  func point(in text: String) throws(PointRefusal) -> PointInWords
}

/// A point, and the members of an answer's `query` that say what it was taken for: `,"place":{…}`, or
/// nothing for plain degrees.
package final class PointInWords: Sendable {
  let coordinate: Coordinate
  let said: [UInt8]

  package init(_ coordinate: Coordinate, said: [UInt8]) {
    self.coordinate = coordinate
    self.said = said
  }
}

/// Why a text of a stream is no point, as the end of a sentence that begins with it.
package struct PointRefusal: Error {
  package let problem: String
  package init(_ problem: String) { self.problem = problem }
}
