import FinderEngine

/// A file fetched from an address into the data folder, where it stays until it has been used. One that was
/// cut short is resumed by the next process that fetches the same address:
///
///     downloads/5d41402abc4b2a76.lock                   held while a process fetches it
///     downloads/5d41402abc4b2a76.head                   the server's headers for this edition of the file
///     downloads/5d41402abc4b2a76.b1946ac92492d234.part  the bytes received so far
///
/// Two editions are never mixed. A part has the hash of its head in its name, so wherever a process was
/// stopped, a part is only used with the headers that it began with. The rest is sent only if the server
/// still has that edition (`If-Range`). The answer must be exactly that rest, and its first 64 kB must repeat
/// the last that were received. If anything differs, the file is fetched from its beginning.
///
///     let download = try PartialDownload(of: address, in: folder) { … }
///     … ask with `download.conditions` …
///     download.take(bytes, headers)       // false if no more is wanted: see `fault`
///     try download.end(headers)           // complete now
///     … read download.path …
///     download.discard()
package final class PartialDownload {
  /// Why it cannot continue. All but the first leave no files behind.
  package enum Fault: Error, Sendable {
    /// The server did not send the requested rest; the next request is for all of it.
    case isNotTheRest
    case file(FileError)
    /// Larger than allowed, in bytes.
    case tooLarge(limit: Int)
    /// Larger than a file of unknown length may be.
    case endless(limit: Int)
    case noRoom(needed: Int, free: Int, folder: String)
    /// The server sent a different number of bytes than it announced.
    case otherLength(received: Int, announced: Int)
  }

  /// Header lines that ask for the rest of the file; none if all of it is asked for.
  package private(set) var conditions: [String] = []
  package private(set) var fault: Fault?
  /// Bytes received so far, including those before this process.
  package private(set) var received = 0
  /// Bytes that an earlier process received.
  package private(set) var begun = 0
  /// The length of the whole file, if the server states it.
  package private(set) var length: Int?
  /// The headers kept with the first bytes; a rest may come without some of them.
  package private(set) var head: Head?

  private let folder: FilePath
  private let key: String
  /// `nil` once the files have been discarded.
  private var lock: FolderLock?
  private let mostBytes: Int?
  private let keepsForNext: Bool

  private enum State { case undecided, keeping, dropping }
  private var state = State.undecided
  private var descriptor: CInt = -1
  /// Where in the file the next byte goes.
  private var place = 0
  /// Bytes that came before the end of the headers.
  private var pending: [UInt8] = []
  private var dropped = 0

  package static let folderName = "downloads"
  /// In seconds. A download that has not been resumed for this long is removed.
  static let leftAfter = 14 * 86_400
  static let overlap = 1 << 16
  /// The most bytes of an error page, or before the end of the headers.
  static let mostAside = 1 << 20
  /// For a file whose length the server does not state. No list of venues is that large; the disk may have
  /// room for more.
  package static let mostUnannounced = 5_000_000_000
  /// In seconds. Processes that fetch the same address wait for each other, as those that install do.
  package static let standardPatience = 10.0

  /// The server's headers for an edition of the file.
  package struct Head: Equatable, Sendable {
    package var etag: String?
    package var lastModified: String?
    package var length: Int?
    /// Whether its modification date alone identifies this edition. A file that is written twice in the
    /// second in which it is sent has the same date both times.
    var isDateStrong = false

    init(_ headers: ResponseHeaders) {
      (etag, lastModified, length) = (headers.etag, headers.lastModified, headers.length)
      let sent = headers.date.flatMap { HTTPDate.seconds(of: $0) } ?? Int(time(nil))
      isDateStrong = lastModified.flatMap { HTTPDate.seconds(of: $0) }.map { $0 < sent } ?? false
    }

    /// The value for `If-Range` (RFC 9110, 13.1.5): not a weak tag, and not the date if there is a tag.
    var validator: String? {
      if let etag { return etag.hasPrefix("W/") || etag.hasPrefix("w/") ? nil : etag }
      return isDateStrong ? lastModified : nil
    }

    /// Written in the form of a header, and read by the same parser.
    var text: String {
      var lines = ["HTTP/1.1 200"]
      if let etag { lines.append("ETag: \(etag)") }
      if let lastModified { lines.append("Last-Modified: \(lastModified)") }
      if let length { lines.append("Content-Length: \(length)") }
      return lines.joined(separator: "\n") + "\n\n"
    }

    /// A head is written only if it can be resumed.
    init?(text: [UInt8]) {
      let headers = ResponseHeaders(text)
      guard headers.isFinal else { return nil }
      self.init(headers)
      isDateStrong = lastModified != nil
    }
  }

  /// If another process is fetching the same address, calls `whenWaiting` and waits for it. Each user of a
  /// server (`WebAddress.user`) has files of their own. If the address has a password but its user is not
  /// known, nothing is kept for the next process.
  package init(
    of address: WebAddress, in dataFolder: FilePath, mostBytes: Int? = nil,
    patience: Double = standardPatience, whenWaiting: () -> Void = {}
  ) throws(FileError) {
    folder = "\(dataFolder)/\(Self.folderName)"
    key = Self.hash("\(address.user ?? "") \(address.shown)")
    self.mostBytes = mostBytes
    keepsForNext = address.user != nil || address.credentials == nil
    try Folder.make(dataFolder)
    lock = try Self.lock(folder, "\(key).lock", patience, whenWaiting)
    Self.sweep(dataFolder)
    findBegun()
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func lock(
    _ folder: FilePath, _ name: String, _ patience: Double, _ whenWaiting: () -> Void
  ) throws(FileError) -> FolderLock {
    // Another process may remove the empty folder in between.
    for _ in 0..<3 {
      try Folder.make(folder)
      do throws(FileError) {
        return try FolderLock(folder, name: name, patience: patience, whenWaiting: whenWaiting)
      } catch {
        guard case .cannotCreate(_, ENOENT) = error else { throw error }
      }
    }
    return try FolderLock(folder, name: name, patience: patience, whenWaiting: whenWaiting)
  }

  private static func hash(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { String(SHA256.hex(of: $0).prefix(16)) }
  }

  // MARK: Files

  private var headPath: FilePath { "\(folder)/\(key).head" }

  private func partPath(_ head: Head) -> FilePath {
    "\(folder)/\(key).\(Self.hash(head.text)).part"
  }

  /// The file, once it is complete.
  package var path: FilePath { head.map(partPath) ?? "\(folder)/\(key).part" }

  /// Whether the next process can resume it.
  package var isKept: Bool {
    fault == nil && keepsForNext && received > 0 && head?.validator != nil
  }

  private func findBegun() {
    guard keepsForNext, let text = try? FileReading.contents(ofFile: headPath, upTo: 1 << 14),
      let head = Head(text: Array(text.bytes)), let validator = head.validator,
      let status = stat(ofLink: partPath(head)), status.isRegular, PrivateFile.isOurs(status)
    else { return removeAll() }
    let size = Int(status.st_size)
    guard size > Self.overlap, size <= head.length ?? .max else { return removeAll() }
    (self.head, length) = (head, head.length)
    (begun, received) = (size, size)
    conditions = ["Range: bytes=\(size - Self.overlap)-", "If-Range: \(validator)"]
  }

  /// The next request is for the whole file.
  package func startAgain() {
    removeAll()
    (conditions, fault, head, length) = ([], nil, nil, nil)
    (received, begun, place) = (0, 0, 0)
    (state, pending, dropped) = (.undecided, [], 0)
  }

  /// Removes the files, once they have been used or cannot be.
  package func discard() {
    // Without the lock, it has been discarded already, and any files belong to another process.
    guard let own = lock else { return }
    removeAll()
    own.removeFile()
    lock = nil
    removeEmpty()
  }

  private func removeEmpty() { _ = folder.withCString { rmdir($0) } }

  private func removeAll() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    for name in Folder.names(in: folder) where name.hasPrefix("\(key).") {
      guard !name.hasSuffix(".lock") else { continue }
      ("\(folder)/\(name)" as FilePath).removeFile()
    }
  }

  /// To be called if nothing was fetched, or the transfer was cut short: whatever can be resumed stays.
  package func leave() {
    if isKept || begun > 0, fault == nil { return }
    discard()
  }

  /// Removes abandoned downloads: those not resumed for so many seconds, or with `nil` all that no process is
  /// fetching now.
  package static func sweep(_ dataFolder: FilePath, olderThan seconds: Int? = leftAfter) {
    let folder: FilePath = "\(dataFolder)/\(folderName)"
    TemporaryFile.sweep(folder, olderThan: nil)
    // The files of one download go together: during a transfer only its part is fresh.
    for key in Set(files(in: folder).map(\.key)) {
      func isFresh(_ file: File) -> Bool {
        file.key == key && seconds.map { file.modified > Int(time(nil)) - $0 } ?? false
      }
      guard !files(in: folder).contains(where: isFresh),
        let own = try? FolderLock(folder, name: "\(key).lock", patience: 0, whenWaiting: {})
      else { continue }
      // Another process may have fetched it since, and the lock may be as new as this one.
      let kept = files(in: folder).filter { $0.key == key && !$0.isLock }
      if !kept.contains(where: isFresh) { for file in kept { file.path.removeFile() } }
      own.removeFile()
    }
    _ = folder.withCString { rmdir($0) }
  }

  /// The number of incomplete downloads, and their bytes.
  package static func unfinished(in dataFolder: FilePath) -> (downloads: Int, bytes: Int) {
    let parts = files(in: "\(dataFolder)/\(folderName)").filter(\.isPart)
    return (parts.count, parts.reduce(0) { $0 + $1.bytes })
  }

  private struct File {
    let path: FilePath
    let key: String
    let isLock: Bool
    let isPart: Bool
    let modified: Int
    let bytes: Int
  }

  private static func files(in folder: FilePath) -> [File] {
    Folder.names(in: folder).compactMap { name in
      let path: FilePath = "\(folder)/\(name)"
      let (isLock, isPart) = (name.hasSuffix(".lock"), name.hasSuffix(".part"))
      guard isLock || isPart || name.hasSuffix(".head"), let status = stat(ofLink: path),
        status.isRegular
      else { return nil }
      return File(
        path: path, key: String("\(name)".prefix { $0 != "." }), isLock: isLock, isPart: isPart,
        modified: Int(status.modificationTime.tv_sec), bytes: Int(status.st_size))
    }
  }

  // MARK: Receiving

  /// Takes the next bytes of an answer, with the headers received so far. Returns whether more is wanted.
  package func take(_ bytes: Bytes, _ headers: ResponseHeaders) -> Bool {
    if state == .undecided {
      guard headers.isFinal else {
        pending += bytes
        return pending.count <= Self.mostAside
      }
      guard decide(headers) else { return false }
      let first = pending
      pending = []
      guard first.isEmpty || first.withUnsafeBufferPointer({ add($0) }) else { return false }
    }
    return add(bytes)
  }

  private func add(_ bytes: Bytes) -> Bool {
    guard state == .keeping else {
      dropped += bytes.count
      return dropped <= Self.mostAside
    }
    return keep(bytes)
  }

  /// Decides from its header what to do with an answer.
  private func decide(_ headers: ResponseHeaders) -> Bool {
    switch headers.status {
    case 200:
      state = .keeping
      return begin(Head(headers))
    case 206 where !conditions.isEmpty:
      state = .keeping
      guard isTheRest(headers), open(O_RDWR) else { return fail(.isNotTheRest) }
      place = begun - Self.overlap
      return hasRoom()
    default:
      state = .dropping
      return true
    }
  }

  private func begin(_ new: Head) -> Bool {
    removeAll()
    (head, length) = (new, new.length)
    (begun, received, place) = (0, 0, 0)
    if let mostBytes, let length = new.length, length > mostBytes {
      return fail(.tooLarge(limit: mostBytes))
    }
    guard hasRoom() else { return false }
    do throws(FileError) {
      if keepsForNext, new.validator != nil {
        try Array(new.text.utf8).withUnsafeBufferPointer { (bytes) throws(FileError) in
          try ReplacementFile.write(bytes, to: headPath, mode: 0o600)
        }
      }
    } catch { return fail(.file(error)) }
    return open(O_RDWR | O_CREAT | O_EXCL)
      || fail(.file(.cannotCreate(path: "\(path)", errno: errno)))
  }

  private func open(_ flags: CInt) -> Bool {
    descriptor = path.open(flags | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
    return descriptor >= 0
  }

  private func hasRoom() -> Bool {
    let free = Folder.freeBytes(in: folder)
    guard let length, free > 0, length - received > free else { return true }
    return fail(.noRoom(needed: length - received, free: free, folder: "\(folder)"))
  }

  /// A server may leave out headers that the client has, but must not send the rest of another edition.
  private func isTheRest(_ headers: ResponseHeaders) -> Bool {
    guard let range = headers.contentRange, let head, range.first == begun - Self.overlap,
      headers.etag == head.etag,
      headers.lastModified == nil || headers.lastModified == head.lastModified
    else { return false }
    let whole = head.length ?? range.length
    guard let whole, range.length ?? whole == whole, range.last == whole - 1,
      headers.length ?? (whole - range.first) == whole - range.first
    else { return false }
    length = whole
    return true
  }

  private func keep(_ bytes: Bytes) -> Bool {
    var rest = bytes
    if place < begun {
      let again = Bytes(rebasing: rest.prefix(begun - place))
      guard isThere(again) else { return fail(.isNotTheRest) }
      place += again.count
      rest = Bytes(rebasing: rest.dropFirst(again.count))
    }
    guard !rest.isEmpty else { return true }
    if let length, rest.count > length - received {
      return fail(.otherLength(received: received + rest.count, announced: length))
    }
    if rest.count > (mostBytes ?? .max) - received { return fail(.tooLarge(limit: mostBytes ?? 0)) }
    if length == nil, mostBytes == nil, rest.count > Self.mostUnannounced - received {
      return fail(.endless(limit: Self.mostUnannounced))
    }
    guard FileWriting.all(UnsafeRawBufferPointer(rest), to: descriptor, at: place) else {
      return fail(.file(.cannotWrite(path: "\(path)", errno: errno)))
    }
    place += rest.count
    received += rest.count
    return true
  }

  private func isThere(_ bytes: Bytes) -> Bool {
    var known = [UInt8](repeating: 0, count: bytes.count)
    let got = known.withUnsafeMutableBytes {
      pread(descriptor, $0.baseAddress, $0.count, off_t(place))
    }
    return got == bytes.count && known.elementsEqual(bytes)
  }

  private func fail(_ fault: Fault) -> Bool {
    self.fault = fault
    return false
  }

  /// To be called when an answer of 200 or 206 has ended. Throws unless the file is complete.
  package func end(_ headers: ResponseHeaders) throws(Fault) {
    // The answer had no body.
    if fault == nil, state == .undecided { _ = decide(headers) }
    if let fault { throw fault }
    guard state == .keeping else { return }
    guard place >= begun else { throw .isNotTheRest }
    if let length, received != length {
      throw .otherLength(received: received, announced: length)
    }
  }
}
