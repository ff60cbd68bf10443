/// Work divided into parts and done on several threads at once.
///
///     Parallel.run(10) { part in … }
///
/// Threads are started for the call and have ended when it returns, so anything that the parts use may be
/// used freely before and after. Starting one takes about 30 µs: this is for work of milliseconds.
package enum Parallel {
  /// At least 1.
  package static var processors: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }

  /// Calls `body` for each number below `parts`, in any order and on any thread. A thread that becomes free
  /// takes the next part. If the system refuses a thread, there is one fewer.
  package static func run(_ parts: Int, threads: Int = processors, _ body: (_ part: Int) -> Void) {
    let helpers = min(threads, parts) - 1
    guard helpers > 0 else {
      for part in 0..<parts { body(part) }
      return
    }
    withoutActuallyEscaping(body) { body in
      let division = Division(parts, body)
      let started = (0..<helpers).compactMap { _ in division.startThread() }
      division.work()
      for thread in started { pthread_join(thread, nil) }
    }
  }

  /// What `body` adds for each range of 0..<count, in the order of the ranges.
  package static func collect<Element>(
    of count: Int, atLeast least: Int = 1 << 14,
    _ body: (_ range: Range<Int>, _ elements: inout [Element]) -> Void
  ) -> [Element] {
    let ranges = ranges(of: count, atLeast: least)
    var parts = [[Element]](repeating: [], count: ranges.count)
    parts.withUnsafeMutableBufferPointer { parts in
      let base = parts.baseAddress!
      run(ranges.count) { part in
        var elements: [Element] = []
        body(ranges[part], &elements)
        base[part] = elements
      }
    }
    var all: [Element] = []
    all.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts { all += part }
    return all
  }

  /// The ranges of 0..<count for `run`: enough of them for the threads to finish at about the same time.
  package static func ranges(of count: Int, atLeast least: Int = 1 << 14) -> [Range<Int>] {
    let parts = max(1, min(count / least, processors * 8))
    return (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
  }
}

/// Lets only one thread at a time run some code.
package final class Mutex: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func withLock<Result, Fault: Error>(
    _ body: () throws(Fault) -> Result
  ) throws(Fault) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }
}

private final class Division: @unchecked Sendable {
  private let parts: Int
  private let body: (Int) -> Void
  private let mutex = Mutex()
  private var next = 0

  init(_ parts: Int, _ body: @escaping (Int) -> Void) { (self.parts, self.body) = (parts, body) }

  func work() { while let part = takePart() { body(part) } }

  private func takePart() -> Int? {
    mutex.withLock {
      guard next < parts else { return nil }
      next += 1
      return next - 1
    }
  }

  /// `nil` if the system refuses a thread.
  func startThread() -> pthread_t? {
    // Unretained, since the thread is joined before this is freed.
    let division = Unmanaged.passUnretained(self).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      guard pthread_create(&thread, nil, { Division.work($0) }, division) == 0 else { return nil }
      return thread
    #else
      var thread = pthread_t()
      guard pthread_create(&thread, nil, { Division.work($0!) }, division) == 0 else { return nil }
      return thread
    #endif
  }

  private static func work(_ division: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Division>.fromOpaque(division).takeUnretainedValue().work()
    return nil
  }
}
