import CommandLineKit
import FinderEngine

/// The points in words of a stream, looked up by all its threads.
///
/// Whole postcodes are found without this by a table that never changes (`PostcodePositions`). Everything
/// else comes here, one thread at a time, and is kept, since towns come again and again.
final class StreamPoints: PointLookup, @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let data: QueryData
  private let resolver: PointResolver
  private var positions: PostcodePositions?
  private var known: [String: Result<Coordinate, PointRefusal>] = [:]

  /// Memory is not to grow with the stream.
  private static let mostKnown = 1 << 14
  /// Longer than any address of a map.
  private static let longest = 2000

  /// `data` is fit for many threads.
  init(_ invocation: Invocation, _ data: LoadedData) {
    self.data = QueryData(invocation, data)
    resolver = PointResolver(invocation, self.data, suggests: false)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// With the names, if they were needed, so that they are kept.
  func loaded() throws -> LoadedData { try data.load() }

  func postcodes() throws -> PostcodePositions {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if let positions { return positions }
    let made = try data.look { data in
      let names = data.names()
      names.verifyAll()
      guard let gazetteer = resolver.gazetteer else { return PostcodePositions(names.postcodes) }
      gazetteer.verifyAll()
      return PostcodePositions(names.postcodes) { gazetteer.position(of: $0) }
    }
    positions = made
    return made
  }

  func coordinate(of text: String) throws(PointRefusal) -> Coordinate {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard text.utf8.count <= Self.longest else {
      throw PointRefusal("is no point: it has more than \(Self.longest) bytes")
    }
    if let found = known[text] { return try found.get() }
    let found = look(up: text)
    if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
    known[text] = found
    return try found.get()
  }

  private struct Refused: Error { let problem: String }

  private func look(up text: String) -> Result<Coordinate, PointRefusal> {
    do {
      return .success(try resolver.point(in: text) { Refused(problem: $0) }.coordinate)
    } catch let refused as Refused {
      return .failure(PointRefusal(refused.problem))
    } catch {
      return .failure(PointRefusal("is no point: \(Failure(error).message)"))
    }
  }
}
