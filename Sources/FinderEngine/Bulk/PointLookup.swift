/// Finds the points that texts of a stream stand for. It is asked by several threads at once.
package protocol PointLookup: Sendable {
  /// The postcodes that are found without a lock. Made when they are first asked for.
  func postcodes() throws -> PostcodePositions
  /// Any other form of a point.
  func coordinate(of text: String) throws(PointRefusal) -> Coordinate
}

/// Why a text of a stream is no point, as the end of a sentence that begins with it.
package struct PointRefusal: Error {
  package let problem: String
  package init(_ problem: String) { self.problem = problem }
}

/// Where postcodes are, sectors and outward codes among them: one look at a table for each.
///
/// Open addressing, at most half full; nothing in it changes once it is made.
package final class PostcodePositions: Sendable {
  /// Exact to the unit, before the table is asked; `nil` for one that is not known.
  package typealias Exact = @Sendable (Postcode) -> Coordinate?

  private let index: PostcodeIndex
  private let coordinates: [Coordinate]
  private let exact: Exact?

  package init(_ table: PostcodeTable, exact: Exact? = nil) {
    var index = PostcodeIndex()
    var coordinates: [Coordinate] = []
    func add(_ postcode: Postcode) {
      guard index[postcode] == nil, let mean = table.mean(of: postcode),
        mean.level == postcode.level
      else { return }
      _ = index.row(for: postcode)
      coordinates.append(mean.coordinate)
    }
    table.visitPostcodes { postcode in
      add(postcode)
      if let sector = postcode.sector { add(sector) }
      add(postcode.outcode)
    }
    self.index = index
    self.coordinates = coordinates
    self.exact = exact
  }

  /// Of that postcode, else of its sector, else of its outward code.
  package func coordinate(of postcode: Postcode) -> Coordinate? {
    if let exact, let point = exact(postcode) { return point }
    let sector = postcode.sector ?? postcode.outcode
    for part in [postcode, sector, postcode.outcode] {
      if let row = index[part] { return coordinates[row] }
    }
    return exact.flatMap { $0(sector) ?? $0(postcode.outcode) }
  }
}

/// The points in words of one thread's records.
struct WordedPoints {
  private let lookup: (any PointLookup)?
  /// Of the column, for messages.
  private let column: String
  private var positions: PostcodePositions?

  init(_ lookup: (any PointLookup)?, column: String) {
    (self.lookup, self.column) = (lookup, column)
  }

  /// A whole postcode is the common case, and takes no `String`; nothing else that a point may be reads
  /// like one.
  @inline(__always)
  mutating func coordinate(
    of text: UnsafeBufferPointer<UInt8>, named name: String? = nil, at offset: Int?
  ) throws(BadRecord) -> Coordinate {
    if let reading = try? PostcodeReading(text), reading.otherOutcode == nil,
      reading.postcode.level == .postcode, !reading.repairs.contains(.letterForDigit),
      let point = try postcodes().coordinate(of: reading.postcode)
    {
      return point
    }
    return try other(text, name ?? column, offset)
  }

  private mutating func postcodes() throws(BadRecord) -> PostcodePositions {
    if let positions { return positions }
    guard let lookup else { throw BadRecord("has no latitude and longitude") }
    do {
      let made = try lookup.postcodes()
      positions = made
      return made
    } catch {
      throw BadRecord("cannot be looked up: \(error)")
    }
  }

  @inline(never)
  private func other(
    _ text: UnsafeBufferPointer<UInt8>, _ name: String, _ offset: Int?
  ) throws(BadRecord) -> Coordinate {
    guard let lookup else { throw BadRecord("has no latitude and longitude") }
    let words = text.trimmed
    guard !words.isEmpty else { throw BadRecord("'\(name)' is empty", at: offset) }
    guard let valid = String(validating: words, as: UTF8.self) else {
      throw .notUTF8(at: offset)
    }
    do throws(PointRefusal) {
      return try lookup.coordinate(of: valid)
    } catch {
      throw BadRecord("'\(name)' '\(fitForMessage(valid))' \(error.problem)", at: offset)
    }
  }
}
