extension stat {
  /// Of what a path leads to; `nil` with `errno` set where it leads nowhere.
  package init?(ofFile path: FilePath) {
    self.init()
    guard path.withCString({ stat($0, &self) }) == 0 else { return nil }
  }

  /// Of a link itself.
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
  /// What somebody gave to be read: no terminal, and no /dev/null.
  package var isPipeOrFile: Bool { isRegular || st_mode & S_IFMT == S_IFIFO }
  var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
  package var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }

  /// Whether what is in it may be another user's words: whoever may write to it, or owns it and so may
  /// allow that, apart from this user and root.
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
