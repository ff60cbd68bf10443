/// Looks up the points in words of one thread's records.
struct WordedPoints: ~Copyable {
  private let lookup: (any PointLookup)?
  /// The column's name, for messages.
  private let column: String
  private let saysPlaces: Bool
  private var positions: PostcodePositions?
  /// The value of `place` for the last point found: `PointInWords.said`. Empty for plain degrees, and if
  /// `saysPlaces` is false, since a table has no column for it.
  private(set) var said = ByteBuffer(capacity: 256)
  /// The precision of the last point found; `nil` if it is not in words.
  private(set) var precision: PointPrecision?

  init(_ lookup: (any PointLookup)?, column: String, saysPlaces: Bool) {
    (self.lookup, self.column, self.saysPlaces) = (lookup, column, saysPlaces)
  }

  mutating func forget() {
    said.truncate()
    precision = nil
  }

  /// A whole postcode is the common case, and is read without a `String`. No other form of point reads like
  /// one, unless a letter had to be changed to a digit or the reverse.
  @inline(__always)
  mutating func coordinate(
    of text: Bytes, named name: String? = nil, at offset: Int?
  ) throws(BadRecord) -> Coordinate {
    if let reading = try? PostcodeReading(text), reading.otherOutcode == nil,
      reading.postcode.level == .postcode,
      reading.repairs.isDisjoint(with: [.letterForDigit, .digitForLetter])
    {
      let postcodes = try postcodes()
      if let found = postcodes.find(reading.postcode) {
        if saysPlaces {
          reading.postcode.withText {
            said.append(
              placeMeantBy: text.trimmed, .postcode, named: $0, found.precision,
              from: found.isExact ? .gazetteer : .dataset)
          }
        }
        precision = found.precision
        return found.coordinate
      }
    }
    return try other(text, name ?? column, offset)
  }

  private mutating func postcodes() throws(BadRecord) -> PostcodePositions {
    if let positions { return positions }
    guard let lookup else { throw BadRecord("has no latitude and longitude") }
    do throws(PointRefusal) {
      let made = try lookup.postcodes()
      positions = made
      return made
    } catch {
      throw BadRecord(error.problem)
    }
  }

  @inline(never)
  private mutating func other(
    _ text: Bytes, _ name: String, _ offset: Int?
  ) throws(BadRecord) -> Coordinate {
    guard let lookup else { throw BadRecord("has no latitude and longitude") }
    let words = text.trimmed
    guard !words.isEmpty else { throw BadRecord("'\(name)' is empty", at: offset) }
    guard let valid = String(validating: words, as: UTF8.self) else { throw .notUTF8(at: offset) }
    do throws(PointRefusal) {
      let point = try lookup.point(in: valid)
      if saysPlaces { said.append(point.said) }
      precision = point.precision
      return point.coordinate
    } catch {
      throw BadRecord("'\(name)' '\(fitForMessage(valid))' \(error.problem)", at: offset)
    }
  }
}

/// Finds the points that a stream's texts mean. Several threads use it at once.
package protocol PointLookup: Sendable {
  /// Postcodes that are found without a lock. Made when first needed.
  func postcodes() throws(PointRefusal) -> PostcodePositions
  /// Any other form of a point.
  func point(in text: String) throws(PointRefusal) -> PointInWords
}

/// A point, and the value of `place` in an answer's `query`; empty for plain degrees.
package final class PointInWords: Sendable {
  let coordinate: Coordinate
  let precision: PointPrecision
  let said: [UInt8]

  package init(_ coordinate: Coordinate, _ precision: PointPrecision, said: [UInt8]) {
    (self.coordinate, self.precision) = (coordinate, precision)
    self.said = said
  }
}

/// Why a text of a stream is not a point, as the end of a sentence that begins with it.
package struct PointRefusal: Error {
  package let problem: String
  package init(_ problem: String) { self.problem = problem }
}
