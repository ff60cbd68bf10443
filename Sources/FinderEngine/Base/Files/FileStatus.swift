extension stat {
  /// The status of what a path leads to; `nil` with `errno` set if it leads nowhere.
  package init?(ofFile path: FilePath) {
    self.init()
    guard path.withCString({ stat($0, &self) }) == 0 else { return nil }
  }

  /// The status of a link itself.
  package init?(ofLink path: FilePath) {
    self.init()
    guard path.withCString({ lstat($0, &self) }) == 0 else { return nil }
  }

  package init?(of descriptor: CInt) {
    self.init()
    guard fstat(descriptor, &self) == 0 else { return nil }
  }

  package func isSameFile(as other: stat) -> Bool {
    st_dev == other.st_dev && st_ino == other.st_ino
  }

  package var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
  /// Whether it was given as input: not a terminal, and not /dev/null.
  package var isPipeOrFile: Bool { isRegular || st_mode & S_IFMT == S_IFIFO }
  var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
  package var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }

  /// Whether other users may have written the contents: any user may write to it, or owns it and so may allow
  /// writing, except this user and root.
  package func mayBeOthers(than user: uid_t = geteuid()) -> Bool {
    st_uid != user && st_uid != 0 || st_mode & (S_IWGRP | S_IWOTH) != 0
  }

  /// Linux and Darwin name these differently.
  package var modificationTime: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }

  var changeTime: timespec {
    #if canImport(Darwin)
      st_ctimespec
    #else
      st_ctim
    #endif
  }
}
