import TestSupport
import Testing

@testable import FinderEngine

@Suite("Threads that share work", .serialized) struct WorkerPoolTests {
  @Test func everyPartOnce() {
    for workers in [1, 2, 3, 8] {
      let pool = WorkerPool(threads: workers)
      #expect(pool.workerCount == workers)
      for count in [0, 1, 2, 7, 100] {
        let done = Counts(count)
        pool.run(count) { part, worker in
          #expect((0..<workers).contains(worker))
          done.add(part)
        }
        #expect(done.all.allSatisfy { $0 == 1 })
      }
    }
  }

  /// What the work holds is released with the work, and the threads with the pool.
  @Test func nothingIsHeldAfterwards() {
    weak var held: Counts?
    weak var kept: WorkerPool?
    do {
      let pool = WorkerPool(threads: 4)
      kept = pool
      do {
        let counts = Counts(50)
        held = counts
        pool.run(50) { part, _ in counts.add(part) }
      }
      #expect(held == nil)
    }
    #expect(kept == nil)
  }

  #if os(Linux)
    @Test func streamsLeaveNoThread() throws {
      // Threads of other tests come and go, but three per stream would be hundreds.
      let before = Self.threads
      for _ in 0..<200 {
        let run = try BulkQuestion.counts.with { $0.jobs = 4 }.run("51.5,-0.1\n")
        #expect(run.lines.count == 1)
      }
      #expect(Self.threads < before + 100)
    }

    private static var threads: Int { Folder.names(in: "/proc/self/task").count }
  #endif
}

/// How often each part was done; only one thread at a time touches each count.
private final class Counts: @unchecked Sendable {
  private let memory: UnsafeMutableBufferPointer<Int>

  init(_ count: Int) {
    memory = .allocate(capacity: count)
    memory.initialize(repeating: 0)
  }

  deinit { memory.deallocate() }

  func add(_ part: Int) { memory[part] += 1 }

  var all: [Int] { Array(memory) }
}
