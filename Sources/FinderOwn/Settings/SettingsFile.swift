import FinderEngine

/// The file of settings: `finder/config` in the configuration folder, or the file that FINDER_CONFIG names.
/// Users write it themselves. When finder changes a line, it leaves the rest as it is, and replaces the file
/// in one step.
package struct SettingsFile: Sendable {
  package let path: FilePath
  /// Whether FINDER_CONFIG names it. Such a file must exist.
  private let isNamed: Bool

  package static let variable = "FINDER_CONFIG"
  /// A user's settings are a few lines. A mistake, such as a link to a dataset, is larger.
  private static let mostBytes = 1 << 18

  package enum Place: Sendable {
    case file(SettingsFile)
    /// FINDER_CONFIG is `off` or `/dev/null`.
    case off
    /// There is no home folder for the file.
    case nowhere
  }

  package static func place(_ environment: (String) -> FilePath?) -> Place {
    if let path = environment(variable), !path.isEmpty {
      let isOff = path == "off" || path == "/dev/null"
      return isOff ? .off : .file(SettingsFile(path: path, isNamed: true))
    }
    // The XDG specification says to ignore a relative path.
    if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return .file(SettingsFile(path: "\(folder)/finder/config", isNamed: false))
    }
    guard let home = environment("HOME"), !home.isEmpty else { return .nowhere }
    return .file(SettingsFile(path: "\(home)/.config/finder/config", isNamed: false))
  }

  package func settings() throws(OwnFileError) -> Settings {
    if let settings = settingsOfSmallFile() { return settings }
    guard let text = try text(mustBeThere: isNamed) else { return .none }
    return Settings(try values(of: text.bytes))
  }

  /// The value of each key that is set, as written in the file.
  package func texts() throws(OwnFileError) -> [(key: SettingKey, value: String)] {
    guard let text = try text(mustBeThere: isNamed) else { return [] }
    _ = try values(of: text.bytes)
    let lines = SettingsText(bytes: text.bytes)
    var found: [(key: SettingKey, value: String)] = []
    lines.forEachLine { line in
      guard let key = lines.key(of: line), let value = line.value else { return }
      found.removeAll { $0.key == key }
      found.append((key, String(decoding: lines[value], as: UTF8.self)))
    }
    return found
  }

  /// The result of a change.
  package struct Change: Sendable {
    /// Whether there was a line with that name.
    package let hadLine: Bool
    /// The first bad line that is left, if any. It sets another key.
    package let fault: OwnFileError?
  }

  /// Gives a key a value. Earlier bad values of the key do not matter.
  @discardableResult
  package func set(
    _ key: SettingKey, to value: String, whenWaiting: () -> Void
  ) throws(OwnFileError) -> Change {
    try Array("\(key.name) = \(value)".utf8).withUnsafeBufferPointer {
      (line) throws(OwnFileError) in _ = try values(of: line)
    }
    return try change(key.name, to: value, whenWaiting)
  }

  /// Removes the lines of a key, or of a name that was meant to be one.
  @discardableResult
  package func unset(
    _ name: String, whenWaiting: () -> Void
  ) throws(OwnFileError) -> Change {
    guard path.isAccessible() else { return Change(hadLine: false, fault: nil) }
    return try change(name, to: nil, whenWaiting)
  }

  /// Other lines stay as they are, bad ones too, so several can be fixed one after another.
  private func change(
    _ name: String, to value: String?, _ whenWaiting: () -> Void
  ) throws(OwnFileError) -> Change {
    let lock = try lock(whenWaiting)
    defer { withExtendedLifetime(lock) {} }
    let bytes = try text(mustBeThere: false) ?? PaddedBytes(copying: [UInt8]())
    let text = SettingsText(bytes: bytes.bytes)
    let hadLine = !text.lines(of: name).isEmpty
    let changed = text.setting(name, to: value)
    if let changed {
      try check(size: changed.count)
      try write(changed)
    }
    var fault: OwnFileError?
    (changed ?? Array(bytes.bytes)).withUnsafeBufferPointer { bytes in
      do throws(OwnFileError) { _ = try values(of: bytes) } catch { fault = error }
    }
    return Change(hadLine: hadLine, fault: fault)
  }

  /// Creates the file, with comments that explain the keys, unless it exists.
  package func makeIfMissing(whenWaiting: () -> Void) throws(OwnFileError) {
    guard !path.isAccessible() else { return }
    let lock = try lock(whenWaiting)
    defer { withExtendedLifetime(lock) {} }
    guard try text(mustBeThere: false) == nil else { return }
    var lines = "# Settings of finder; 'finder help config' explains them.\n"
    for key in SettingKey.allCases {
      lines += "#\n# \(key.summary)\n# \(key.name) = \(key.usual ?? "")\n"
    }
    try write(Array(lines.utf8))
  }

  /// The text for an editor, which can also fix a file that is too large for settings.
  package func textForEditor() throws(OwnFileError) -> [UInt8] {
    guard try OwnFile.status(of: path, mostBytes: OwnFile.mostBytes) != nil else { return [] }
    let text = try OwnFile.text(of: path)
    // `text` owns the bytes.
    return withExtendedLifetime(text) { Array(text.bytes) }
  }

  /// Writes the text from an editor. Returns false, and changes nothing, if the file has changed since,
  /// unless it already has the new text.
  package func replace(
    _ before: [UInt8], with after: PaddedBytes, whenWaiting: () -> Void
  ) throws(OwnFileError) -> Bool {
    let lock = try lock(whenWaiting)
    defer { withExtendedLifetime(lock) {} }
    let (after, present) = (Array(after.bytes), try textForEditor())
    if present == after { return true }
    guard present == before else { return false }
    try write(after)
    return true
  }

  private static let mostOfSmallFile = 2048

  /// The fast path for tables: reads a few lines into memory on the stack. The general way of reading a file
  /// needs more code and memory; their 11 page faults cost 35 microseconds here. `nil` if the file needs the
  /// general way.
  private func settingsOfSmallFile() -> Settings? {
    let descriptor = path.open(O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else {
      let isMissing = errno == ENOENT && !isNamed && stat(ofLink: path) == nil
      return isMissing ? Settings.none : nil
    }
    defer { close(descriptor) }
    guard let status = stat(of: descriptor), status.isRegular,
      status.st_size < Self.mostOfSmallFile
    else { return nil }
    var settings: Settings?
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.mostOfSmallFile) { space in
      let count = read(descriptor, space.baseAddress, space.count)
      guard count == Int(status.st_size) else { return }
      let text = SettingsText(bytes: UnsafeBufferPointer(rebasing: space[..<count]))
      // The general way finds any fault again, and throws it.
      do { settings = Settings(try text.values()) } catch {}
    }
    return settings
  }

  private func values(
    of bytes: Bytes
  ) throws(OwnFileError) -> Settings.Values {
    do throws(SettingsText.Fault) {
      return try SettingsText(bytes: bytes).values()
    } catch {
      throw .badSetting(
        path: "\(path)", line: error.line, problem: error.problem, name: error.name)
    }
  }

  private func text(mustBeThere: Bool) throws(OwnFileError) -> PaddedBytes? {
    guard let status = stat(ofFile: path) else {
      let error = errno
      // If another user's home cannot be searched, its settings are treated as missing.
      let isMissing = error == ENOENT || error == ENOTDIR || error == EACCES
      guard mustBeThere || !isMissing || stat(ofLink: path) != nil else { return nil }
      let unreadable = FileError.unreadable(path: "\(path)", errno: error)
      throw isNamed ? .named(unreadable) : .file(unreadable)
    }
    guard status.isRegular else { throw .notRegular(path: "\(path)") }
    try check(size: Int(status.st_size))
    return try OwnFile.text(of: path)
  }

  private func check(size: Int) throws(OwnFileError) {
    guard size > Self.mostBytes else { return }
    throw .badSetting(
      path: "\(path)", line: 1, problem: "larger than \(Self.mostBytes >> 10) kB", name: "")
  }

  private func lock(_ whenWaiting: () -> Void) throws(OwnFileError) -> FolderLock {
    try OwnFileError.of { () throws(FileError) in
      if let folder = path.folder, !folder.isEmpty { try Folder.make(folder) }
      let folder = path.folder.map { $0.isEmpty ? "/" : $0 } ?? "."
      return try FolderLock(
        folder, name: lockName, patience: OwnFile.patience, whenWaiting: whenWaiting)
    }
  }

  /// As in `.config.lock` beside `config`.
  private var lockName: String {
    let name = "\(path.name)"
    return name.hasPrefix(".") ? "\(name).lock" : ".\(name).lock"
  }

  private func write(_ text: [UInt8]) throws(OwnFileError) {
    // A link stays a link: some users keep their settings together elsewhere.
    let path = path.resolved ?? path
    let mode = stat(ofFile: path).map { $0.st_mode & 0o777 }
    try OwnFileError.of { () throws(FileError) in
      try text.withUnsafeBufferPointer { (bytes) throws(FileError) in
        try ReplacementFile.write(bytes, to: path, mode: mode ?? 0o600, isExact: mode != nil)
      }
    }
  }
}
