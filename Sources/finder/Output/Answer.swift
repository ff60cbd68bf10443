import CommandLineKit
import FinderEngine

/// What is to be written, and how many venues were found.
struct Answer: ~Copyable {
  let found: Int
  let bytes: ByteBuffer
}
