/// Threads that wait for work and divide it among them, part by part.
///
/// `run` returns when every part is done, so what the parts touch may be used freely before and
/// after. With one thread nothing is started: the caller does the work itself.
final class WorkerPool: @unchecked Sendable {
  private var threads: [pthread_t] = []
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let workIsThere: UnsafeMutablePointer<pthread_cond_t>
  private let workIsDone: UnsafeMutablePointer<pthread_cond_t>

  // All below under the mutex.
  private var part: (@Sendable (_ part: Int, _ worker: Int) -> Void)?
  /// What is left of each worker's own parts.
  private var left: [Range<Int>]
  private var unfinished = 0
  private var isClosing = false
  /// Threads that have taken their number.
  private var named = 0

  init(threads count: Int) {
    mutex = .allocate(capacity: 1)
    workIsThere = .allocate(capacity: 1)
    workIsDone = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(workIsThere, nil)
    pthread_cond_init(workIsDone, nil)
    left = Array(repeating: 0..<0, count: max(count, 1))
    // The caller is the first of them.
    for _ in 1..<max(count, 1) { startThread() }
  }

  deinit {
    pthread_mutex_lock(mutex)
    isClosing = true
    pthread_cond_broadcast(workIsThere)
    pthread_mutex_unlock(mutex)
    for thread in threads { pthread_join(thread, nil) }
    pthread_cond_destroy(workIsDone)
    pthread_cond_destroy(workIsThere)
    pthread_mutex_destroy(mutex)
    workIsDone.deallocate()
    workIsThere.deallocate()
    mutex.deallocate()
  }

  /// The caller is worker 0.
  var workerCount: Int { threads.count + 1 }

  /// Does `body` for each number below `count`, in any order and on any thread, and passes it the worker's number.
  func run(_ count: Int, _ body: @escaping @Sendable (_ part: Int, _ worker: Int) -> Void) {
    if threads.isEmpty || count == 1 {
      for number in 0..<count { body(number, 0) }
      return
    }
    pthread_mutex_lock(mutex)
    (part, unfinished) = (body, count)
    let workers = workerCount
    for worker in 0..<workers {
      left[worker] = count * worker / workers..<count * (worker + 1) / workers
    }
    pthread_cond_broadcast(workIsThere)
    takeParts(worker: 0)
    while unfinished > 0 { pthread_cond_wait(workIsDone, mutex) }
    part = nil
    pthread_mutex_unlock(mutex)
  }

  /// Takes parts until none is left. Called, and returns, with the mutex locked.
  private func takeParts(worker: Int) {
    while let part, let number = takePart(worker: worker) {
      pthread_mutex_unlock(mutex)
      part(number, worker)
      pthread_mutex_lock(mutex)
      unfinished -= 1
      if unfinished == 0 { pthread_cond_signal(workIsDone) }
    }
  }

  /// One of the worker's own, so that the memory a part is done in stays with one processor; when
  /// these are done, the last one of whoever has most to do.
  private func takePart(worker: Int) -> Int? {
    if let number = left[worker].first {
      left[worker] = number + 1..<left[worker].upperBound
      return number
    }
    guard let busiest = left.indices.max(by: { left[$0].count < left[$1].count }),
      let number = left[busiest].last
    else { return nil }
    left[busiest] = left[busiest].lowerBound..<number
    return number
  }

  private func waitForWork() {
    pthread_mutex_lock(mutex)
    named += 1
    let worker = named
    while !isClosing {
      takeParts(worker: worker)
      if !isClosing { pthread_cond_wait(workIsThere, mutex) }
    }
    pthread_mutex_unlock(mutex)
  }

  private func startThread() {
    // Unretained: the pool joins its threads before it goes.
    let pool = Unmanaged.passUnretained(self).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let result = pthread_create(&thread, nil, { WorkerPool.work($0) }, pool)
      if result == 0, let thread { threads.append(thread) }
    #else
      var thread = pthread_t()
      let result = pthread_create(&thread, nil, { WorkerPool.work($0!) }, pool)
      if result == 0 { threads.append(thread) }
    #endif
  }

  private static func work(_ pool: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<WorkerPool>.fromOpaque(pool).takeUnretainedValue().waitForWork()
    return nil
  }
}
