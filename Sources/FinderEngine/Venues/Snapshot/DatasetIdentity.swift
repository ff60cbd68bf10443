/// Identifies a dataset's file and its state: a snapshot is valid only for that state.
///
/// Any write changes the modification time, and setting that back changes the status time. Both advance in
/// ticks, so a file that changed within the last two seconds may change again without a trace.
///
/// A class: as an optional struct, it cost name look-ups 37,000 instructions for the runtime's type
/// descriptions.
package final class DatasetIdentity: Equatable, Sendable {
  /// With links resolved.
  let path: FilePath
  let device: UInt64
  let inode: UInt64
  package let size: UInt64
  let modified: Int64
  let changed: Int64

  private static let settlingTime: Int64 = 2_000_000_000

  /// `nil` if `path` does not lead to a regular file.
  package init?(ofFile path: FilePath) {
    guard let status = stat(ofFile: path), status.isRegular,
      let resolved = path.resolved
    else { return nil }
    self.path = resolved
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = UInt64(truncatingIfNeeded: status.st_size)
    modified = Self.nanoseconds(status.modificationTime)
    changed = Self.nanoseconds(status.changeTime)
  }

  package static func == (one: DatasetIdentity, other: DatasetIdentity) -> Bool {
    (one.path, one.device, one.inode, one.size, one.modified, one.changed)
      == (other.path, other.device, other.inode, other.size, other.modified, other.changed)
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Whether the last change was long enough ago for another change to be noticed.
  package var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return isSettled(at: Self.nanoseconds(now))
  }

  func isSettled(at nanoseconds: Int64) -> Bool {
    nanoseconds &- max(modified, changed) > Self.settlingTime
  }

  /// As stored in a snapshot's header.
  package var words: [UInt64] {
    var hash = StableHash()
    path.bytes.withUnsafeBufferPointer { hash.add($0) }
    return [
      hash.value, device, inode, size, UInt64(bitPattern: modified), UInt64(bitPattern: changed),
    ]
  }

  /// The snapshot's file name: one for each path, so a new edition's snapshot replaces the old one's.
  var fileName: String {
    let digits = String(words[0], radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits + ".snapshot"
  }
}
