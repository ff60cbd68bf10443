/// Which file a dataset is, and in which state: what a snapshot of it is valid for.
///
/// Any write changes the modification time, and setting that back changes the other one. Both
/// advance in ticks, so a file that changed within the last two seconds may change again without a
/// trace.
///
/// A class: as a struct that may be missing, it took the runtime 37,000 instructions to describe where
/// names are looked up.
package final class DatasetIdentity: Equatable, Sendable {
  /// With links resolved.
  let path: FilePath
  let device: UInt64
  let inode: UInt64
  package let size: UInt64
  let modified: Int64
  let changed: Int64

  private static let settlingTime: Int64 = 2_000_000_000

  /// `nil` where `path` leads to no regular file.
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

  /// Whether the last change is long enough ago for the next one to be noticed.
  package var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return isSettled(at: Self.nanoseconds(now))
  }

  func isSettled(at nanoseconds: Int64) -> Bool {
    nanoseconds &- max(modified, changed) > Self.settlingTime
  }

  /// As a snapshot's header keeps it.
  package var words: [UInt64] {
    var hash = StableHash()
    path.bytes.withUnsafeBufferPointer { hash.add($0) }
    return [
      hash.value, device, inode, size, UInt64(bitPattern: modified), UInt64(bitPattern: changed),
    ]
  }

  /// The snapshot's file name: one for each path, so that a new edition's snapshot replaces the old
  /// one's.
  var fileName: String {
    let digits = String(words[0], radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits + ".snapshot"
  }
}
