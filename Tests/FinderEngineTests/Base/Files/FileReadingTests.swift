import TestSupport
import Testing

@testable import FinderEngine

@Suite struct FileReadingTests {
  /// A file read by several threads is complete. Nearly all of it is a hole.
  @Test(.slow) func largeFile() throws {
    try TemporaryDirectory.with { folder in
      let path = FilePath(folder.file("large"))
      let file = path.open(O_RDWR | O_CREAT, mode: 0o600)
      defer { close(file) }
      let size = 65 << 20 + 77
      let marks = [0, 1, 8 << 20 - 1, 8 << 20, 33_333_333, size - 1]
      #expect(ftruncate(file, off_t(size)) == 0)
      for (number, place) in marks.enumerated() {
        #expect(pwrite(file, [UInt8(number + 1)], 1, off_t(place)) == 1)
      }
      let bytes = try FileReading.contents(ofFile: path)
      #expect(bytes.count == size)
      #expect(marks.map { bytes.base[$0] } == [1, 2, 3, 4, 5, 6])
      #expect(bytes.bytes.count { $0 != 0 } == marks.count)
      #expect((0..<PaddedBytes.padding).allSatisfy { bytes.base[size + $0] == 0 })
    }
  }
}
