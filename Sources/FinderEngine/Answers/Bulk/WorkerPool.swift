/// Threads that wait for work and divide it among them, part by part.
///
/// `run` returns when every part is done, so what the parts touch may be used freely before and
/// after. With one thread nothing is started: the caller does the work itself.
///
/// The threads hold the queue and not the pool, whose `deinit` would otherwise never be reached: it
/// closes the queue and waits for them to end.
final class WorkerPool {
  private let queue: WorkQueue
  private var threads: [pthread_t] = []

  /// What a thread needs for its calls. 8 MiB each, as is usual, would be 2 GiB for 256 of them,
  /// which a limited address space does not have.
  private static let stackSize = 1 << 20

  /// Starts fewer threads where the system refuses more.
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

  /// Does `body` for each number below `count`, in any order and on any thread, and passes it the
  /// worker's number.
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
