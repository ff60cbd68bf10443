import CommandLineKit
import FinderEngine
import FinderLists

/// Looks up the points of a stream that are given in words, for all its threads.
///
/// Whole postcodes do not come here: they have an immutable table (`PostcodePositions`). Everything else is
/// looked up here by one thread at a time, and kept, since the same towns recur.
final class StreamPoints: PointLookup, @unchecked Sendable {
  private let mutex = Mutex()
  private let data: SearchData
  private let resolver: PointResolver
  private let saysPlaces: Bool
  private var positions: PostcodePositions?
  private var known: [String: Result<PointInWords, PointRefusal>] = [:]
  private var failure: (any Error)?

  /// A limit, so that memory does not grow with the stream.
  private static let mostKnown = 1 << 14
  /// Longer than the link to any map.
  private static let longest = 2000

  /// `data` must be ready for many threads. With `saysPlaces`, points include what answers say about them.
  init(_ invocation: Invocation, _ data: SearchData, saysPlaces: Bool) {
    self.saysPlaces = saysPlaces
    self.data = data
    resolver = PointResolver(invocation, data, suggests: false)
  }

  /// Throws if a look-up has failed, so that nothing more is written: the fault is not in a single line.
  func refuseFailure() throws {
    if let failure = mutex.withLock({ failure }) { throw failure }
  }

  func postcodes() throws(PointRefusal) -> PostcodePositions {
    try mutex.withLock { () throws(PointRefusal) in
      if let positions { return positions }
      do {
        let made = try madePositions()
        positions = made
        return made
      } catch {
        throw refusal(after: error)
      }
    }
  }

  private func madePositions() throws -> PostcodePositions {
    let gazetteer = try resolver.gazetteer()
    try gazetteer?.verifyAll()
    return try data.answerByName { names in
      guard let gazetteer else { return PostcodePositions(names.postcodes) }
      return PostcodePositions(names.postcodes) { gazetteer.position(of: $0) }
    }
  }

  func point(in text: String) throws(PointRefusal) -> PointInWords {
    guard text.utf8.count <= Self.longest else {
      throw PointRefusal("is not a point: it has more than \(Self.longest) bytes")
    }
    return try mutex.withLock {
      if let found = known[text] { return found }
      let found = look(up: text)
      if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
      known[text] = found
      return found
    }.get()
  }

  private struct Refused: Error { let problem: String }

  private func look(up text: String) -> Result<PointInWords, PointRefusal> {
    do {
      let point = try resolver.point(in: text) { Refused(problem: $0 + $1) }
      let precision = point.place?.precision ?? .degrees
      var said = ByteBuffer()
      if saysPlaces { point.place?.append(to: &said) }
      return .success(PointInWords(point.coordinate, precision, said: Array(said.bytes)))
    } catch let refused as Refused {
      return .failure(PointRefusal(refused.problem))
    } catch let problem as Failure {
      return .failure(PointRefusal("is not a point: \(problem.message)"))
    } catch {
      return .failure(refusal(after: error))
    }
  }

  private func refusal(after error: any Error) -> PointRefusal {
    failure = failure ?? error
    return PointRefusal("cannot be looked up: \(Failure(error).message)")
  }
}
