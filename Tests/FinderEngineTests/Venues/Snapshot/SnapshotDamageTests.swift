import TestSupport
import Testing

@testable import FinderEngine

/// Whatever happens to a snapshot's bytes, no wrong answer passes for a right one.
@Suite struct SnapshotDamageTests {
  /// Three blocks of payload after one of header and before one of checksums.
  private static func withSnapshot(
    _ body: (SnapshotFile, Interrogation, SearchHarness) throws -> Void
  ) throws {
    try SnapshotFile.with(seed: 81) { file, questions, harness in
      #expect(file.header.blocks.payloadBlocks >= 3)
      try body(file, questions, harness)
    }
  }

  /// The outcome for a snapshot that was changed.
  private enum Outcome {
    case refused, noticed, harmless, wrong
  }

  /// The answers of the undamaged store.
  private struct Truth {
    let questions: Interrogation
    let all: [Hit]
    let answers: [UInt8]

    init(_ questions: Interrogation, _ store: VenueStore) {
      self.questions = questions
      all = questions.allVenues(of: store)
      answers = questions.quickAnswers(of: store, all)
    }
  }

  private func outcome(_ store: VenueStore?, _ truth: Truth) -> Outcome {
    guard let store else { return .refused }
    let found = truth.questions.quickAnswers(of: store, truth.all)
    if store.isDamaged { return .noticed }
    return found == truth.answers ? .harmless : .wrong
  }

  /// Every byte is in a block that is checked, and writing all venues reads every block: no flip is missed,
  /// even in unused bytes.
  @Test(.slow) func everyByteFlipped() throws {
    try Self.withSnapshot { file, questions, harness in
      let right = Truth(questions, harness.store)
      #expect(outcome(file.map(), right) == .harmless)
      var generator = SeededGenerator(seed: 83)
      var (refused, noticed) = (0, 0)
      for (offset, byte) in file.original.enumerated() {
        for mask in [0xFF, 1 << UInt8.random(in: 0..<8, using: &generator)] as [UInt8] {
          file.put([byte ^ mask], at: offset)
          switch outcome(file.map(), right) {
          case .refused: refused += 1
          case .noticed: noticed += 1
          case .harmless: Issue.record("byte \(offset) ^ \(mask) is not noticed")
          case .wrong: Issue.record("byte \(offset) ^ \(mask) changes the answer")
          }
        }
        file.put([byte], at: offset)
      }
      // The header, the checksums and the last block are examined when the file is opened.
      #expect(refused >= 2 * 3 * BlockLayout.blockSize)
      #expect(noticed >= 2 * 2 * BlockLayout.blockSize)
    }
  }

  @Test func cutAnywhereOrLonger() throws {
    try Self.withSnapshot { file, questions, _ in
      let whole = file.original
      for cut in stride(from: 0, through: whole.count, by: 512) {
        for size in [cut - 1, cut, cut + 1] where size >= 0 && size < whole.count {
          #expect(file.map(Array(whole[..<size])) == nil, "cut to \(size) bytes")
        }
      }
      for more in [1, 8, 512, BlockLayout.blockSize] {
        #expect(file.map(whole + [UInt8](repeating: 0, count: more)) == nil, "\(more) more")
        #expect(file.map(whole + whole.prefix(more)) == nil, "\(more) more")
      }
      #expect(file.map(whole) != nil)
    }
  }

  @Test func blocksOverwrittenOrSwapped() throws {
    try Self.withSnapshot { file, questions, harness in
      let right = Truth(questions, harness.store)
      let size = BlockLayout.blockSize
      let blocks = stride(from: 0, to: file.original.count, by: size).map {
        Array(file.original[$0..<$0 + size])
      }
      var changed: [(String, [[UInt8]])] = []
      for i in blocks.indices {
        for filler in [0x00, 0x20, 0x41, 0x7F, 0xFF] as [UInt8] {
          var copy = blocks
          copy[i] = [UInt8](repeating: filler, count: size)
          changed.append(("block \(i) all \(filler)", copy))
        }
        for j in blocks.indices where j < i {
          var copy = blocks
          copy.swapAt(i, j)
          changed.append(("blocks \(i) and \(j) swapped", copy))
          copy = blocks
          copy[i] = blocks[j]
          changed.append(("block \(j) for \(i)", copy))
        }
      }
      for (label, copy) in changed {
        let result = outcome(file.map(copy.flatMap { $0 }), right)
        #expect(result == .refused || result == .noticed, "\(label)")
      }
    }
  }

  /// Several blocks at once, in the payload and in the checksums.
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func randomWreckage(seed: UInt64) throws {
    try Self.withSnapshot { file, questions, harness in
      let right = Truth(questions, harness.store)
      var generator = SeededGenerator(seed: seed)
      for round in 0..<100 {
        var bytes = file.original
        for _ in 0..<Int.random(in: 1...40, using: &generator) {
          let start = Int.random(
            in: BlockLayout.blockSize..<bytes.count - 64, using: &generator)
          for i in start..<start + Int.random(in: 1...64, using: &generator) {
            bytes[i] =
              generator.next(upperBound: 4 as UInt8) == 0
              ? 0xFF : .random(in: 0...255, using: &generator)
          }
        }
        let result = outcome(file.map(bytes), right)
        #expect(result == .refused || result == .noticed, "seed \(seed), round \(round)")
      }
    }
  }

  /// Of another dataset, another state, or another length.
  @Test func anotherDatasetsSnapshot() throws {
    try Self.withSnapshot { file, _, _ in
      let words = file.identity.words
      #expect(file.map(identity: words) != nil)
      for i in words.indices {
        for change in [1, 1 << 63] as [UInt64] {
          var other = words
          other[i] ^= change
          #expect(file.map(identity: other) == nil, "word \(i)")
        }
      }
    }
  }
}
