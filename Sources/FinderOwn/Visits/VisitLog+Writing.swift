import FinderEngine

extension VisitLog {
  /// Appends a record; it is on the disk when this returns. Nothing is read, so the time does not grow with
  /// the file. `photos` are those that the record names.
  package static func add(
    _ record: VisitRecord, _ photos: [CleanPhoto] = [], in folder: FilePath,
    whenWaiting: () -> Void
  ) throws(OwnFileError) {
    var line = ByteBuffer(capacity: 1024)
    record.append(lineTo: &line)
    let lock = try OwnFile.locked(folder, whenWaiting)
    defer { withExtendedLifetime(lock) {} }
    let path: FilePath = "\(folder)/\(fileName)"
    _ = try OwnFile.status(of: path, mostBytes: mostBytes)
    let store = PhotoStore(folder)
    let made = try store.keep(photos)
    do throws(FileError) {
      try append(line.bytes, to: path)
    } catch {
      store.remove(made)
      throw .file(error)
    }
  }

  private static func append(_ line: Bytes, to path: FilePath) throws(FileError) {
    let descriptor = path.open(O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK, mode: 0o600)
    guard descriptor >= 0 else { throw .cannotCreate(path: "\(path)", errno: errno) }
    defer { close(descriptor) }
    guard let size = stat(of: descriptor)?.st_size else {
      throw .cannotWrite(path: "\(path)", errno: errno)
    }
    // Readable only by its owner, whoever created the file.
    fchmod(descriptor, 0o600)
    var text = ByteBuffer(capacity: line.count + 1)
    // A process that was stopped in the middle of a line left it open.
    if size > 0, lastByte(of: descriptor, size) != UInt8(ascii: "\n") { text.append("\n") }
    text.append(line)
    guard FileWriting.all(UnsafeRawBufferPointer(text.bytes), to: descriptor),
      sync(descriptor) == 0
    else {
      let error = errno
      // A full disk took only a part of the line.
      ftruncate(descriptor, size)
      throw .cannotWrite(path: "\(path)", errno: error)
    }
    // The process that created the file may have stopped before the folder was synced.
    if size == 0 { try Folder.sync("\(path.folderPrefix).") }
  }

  private static func lastByte(of descriptor: CInt, _ size: off_t) -> UInt8? {
    var byte: UInt8 = 0
    return pread(descriptor, &byte, 1, size - 1) == 1 ? byte : nil
  }

  private static func sync(_ descriptor: CInt) -> CInt {
    #if canImport(Darwin)
      fsync(descriptor)
    #else
      fdatasync(descriptor)
    #endif
  }

  /// Makes any other change: a new file replaces the old one in one step. `change` returns whether there is a
  /// change; `photos` are those that changed records name. Once the new file is on the disk, photos that no
  /// record needs any more are removed. So are temporary files of stopped processes, which may hold what the
  /// user removed.
  package static func change(
    in folder: FilePath, _ photos: [CleanPhoto] = [], whenWaiting: () -> Void,
    _ change: (inout VisitLog) throws -> Bool
  ) throws {
    if !folder.isAccessible() {
      // A change that fails should not leave a new folder behind.
      var log = try VisitLog(in: folder)
      guard try change(&log) else { return }
    }
    let lock = try OwnFile.locked(folder, whenWaiting)
    defer { withExtendedLifetime(lock) {} }
    var log = try VisitLog(in: folder)
    guard try change(&log) else { return }
    let store = PhotoStore(folder)
    let made = try store.keep(photos)
    var text = ByteBuffer(capacity: 1 << 16)
    log.append(to: &text)
    let path = log.path.resolved ?? log.path
    do throws(FileError) {
      try ReplacementFile.write(text.bytes, to: path, mode: 0o600)
    } catch {
      store.remove(made)
      throw OwnFileError.file(error)
    }
    store.sweep(keeping: text.bytes)
    for folder in [path.folderPrefix, store.folder] { TemporaryFile.sweep(folder, olderThan: nil) }
  }
}
