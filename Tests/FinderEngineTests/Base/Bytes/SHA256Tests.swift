import TestSupport
import Testing

@testable import FinderEngine

/// Against the standard's own examples, and against `sha256sum`.
@Suite("SHA-256") struct SHA256Tests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { SHA256.hex(of: $0) }
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
        + "lmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func examples(text: String, digest: String) {
    #expect(hex(Array(text.utf8)) == digest)
  }

  @Test func aMillionLetters() {
    #expect(
      hex([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// Every length around the ends of one, two and three blocks, where the padding changes.
  @Test(.enabled(if: hasSHA256Sum, "needs 'sha256sum'"))
  func everyLengthAsSHA256Sum() throws {
    var random = SeededGenerator(seed: 256)
    try TemporaryDirectory.with { folder in
      let texts = (0...200).map { count in
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      for (i, text) in texts.enumerated() { try folder.write(text, to: String(1000 + i)) }
      let sums = try ProcessRunner.shell("sha256sum * | cut -d' ' -f1", directory: folder.path)
      #expect(sums.stdout.split(separator: "\n").map { String($0) } == texts.map(hex))
    }
  }

  /// However the bytes are divided.
  @Test func inPieces() {
    var random = SeededGenerator(seed: 64)
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0...1000, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      var hash = SHA256()
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = Array(rest.prefix(Int.random(in: 0...150, using: &random)))
        piece.withUnsafeBufferPointer { hash.add($0) }
        rest = rest.dropFirst(piece.count)
      }
      #expect(hash.finish() == hex(bytes), "\(bytes.count) bytes")
    }
  }

  private static let hasSHA256Sum =
    (try? ProcessRunner.shell("printf abc | sha256sum").status) == 0
}
