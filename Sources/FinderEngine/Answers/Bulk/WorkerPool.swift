/// Threads that wait for work and divide it among them, part by part.
///
/// `run` returns when every part is done, so anything that the parts use may be used freely before and after.
/// With one thread none is started: the caller does the work itself.
///
/// The threads hold the queue, not the pool; otherwise the pool's `deinit` would never run, which closes the
/// queue and waits for the threads to end.
final class WorkerPool {
  private let queue: WorkQueue
  private var threads: [pthread_t] = []

  /// Enough for a thread's calls. The usual 8 MiB each would be 2 GiB for 256 threads, more than a limited
  /// address space has.
  private static let stackSize = 1 << 20

  /// Starts fewer threads if the system refuses more.
  init(threads count: Int) {
    let others = max(count, 1) - 1
    queue = WorkQueue(workers: others + 1)
    while threads.count < others, let thread = startThread() { threads.append(thread) }
  }

  deinit {
    queue.close()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// The caller is worker 0.
  var workerCount: Int { threads.count + 1 }

  /// Calls `body` for each number below `count`, in any order and on any thread, with the worker's number.
  func run(_ count: Int, _ body: @escaping @Sendable (_ part: Int, _ worker: Int) -> Void) {
    if threads.isEmpty || count == 1 {
      for number in 0..<count { body(number, 0) }
    } else {
      queue.run(count, workers: workerCount, body)
    }
  }

  private func startThread() -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    let held = Unmanaged.passRetained(queue)
    #if canImport(Darwin)
      var thread: pthread_t?
      let error = pthread_create(&thread, &attributes, { WorkerPool.work($0) }, held.toOpaque())
    #else
      var created = pthread_t()
      let error = pthread_create(&created, &attributes, { WorkerPool.work($0!) }, held.toOpaque())
      let thread: pthread_t? = created
    #endif
    guard error == 0 else {
      held.release()
      return nil
    }
    return thread
  }

  private static func work(_ queue: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<WorkQueue>.fromOpaque(queue).takeRetainedValue().takePartsUntilClosed()
    return nil
  }
}

/// The parts of some work, taken by several threads until none is left.
final class WorkQueue: @unchecked Sendable {
  typealias Body = @Sendable (_ part: Int, _ worker: Int) -> Void

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let workIsThere: UnsafeMutablePointer<pthread_cond_t>
  private let workIsDone: UnsafeMutablePointer<pthread_cond_t>

  // Everything below is guarded by the mutex.
  private var body: Body?
  /// The remaining parts assigned to each worker.
  private var left: [Range<Int>]
  private var unfinished = 0
  private var isClosing = false
  /// How many threads have taken their number.
  private var named = 0

  init(workers count: Int) {
    mutex = .allocate(capacity: 1)
    workIsThere = .allocate(capacity: 1)
    workIsDone = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(workIsThere, nil)
    pthread_cond_init(workIsDone, nil)
    left = Array(repeating: 0..<0, count: count)
  }

  deinit {
    pthread_cond_destroy(workIsDone)
    pthread_cond_destroy(workIsThere)
    pthread_mutex_destroy(mutex)
    workIsDone.deallocate()
    workIsThere.deallocate()
    mutex.deallocate()
  }

  /// Assigns the parts, does some as worker 0, and waits for the others.
  func run(_ count: Int, workers: Int, _ body: @escaping Body) {
    pthread_mutex_lock(mutex)
    (self.body, unfinished) = (body, count)
    for worker in 0..<workers {
      left[worker] = count * worker / workers..<count * (worker + 1) / workers
    }
    pthread_cond_broadcast(workIsThere)
    takeParts(worker: 0)
    while unfinished > 0 { pthread_cond_wait(workIsDone, mutex) }
    self.body = nil
    pthread_mutex_unlock(mutex)
  }

  /// The work of a thread.
  func takePartsUntilClosed() {
    pthread_mutex_lock(mutex)
    named += 1
    let worker = named
    while !isClosing {
      takeParts(worker: worker)
      if !isClosing { pthread_cond_wait(workIsThere, mutex) }
    }
    pthread_mutex_unlock(mutex)
  }

  func close() {
    pthread_mutex_lock(mutex)
    isClosing = true
    pthread_cond_broadcast(workIsThere)
    pthread_mutex_unlock(mutex)
  }

  /// Takes parts until none is left. The mutex must be locked, and is locked on return.
  private func takeParts(worker: Int) {
    while let body, let number = takePart(worker: worker) {
      pthread_mutex_unlock(mutex)
      body(number, worker)
      pthread_mutex_lock(mutex)
      unfinished -= 1
      if unfinished == 0 { pthread_cond_signal(workIsDone) }
    }
  }

  /// One of the worker's own parts, so the memory of a part stays with one processor. When those are done,
  /// the last part of the worker that has most left.
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
}
