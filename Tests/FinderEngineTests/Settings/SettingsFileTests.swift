import TestSupport
import Testing

@testable import FinderEngine

/// The file of settings: where it is, and how it is changed.
@Suite struct SettingsFileTests {
  private func place(_ variables: [String: String]) -> SettingsFile.Place {
    SettingsFile.place { name in variables[name].map { FilePath($0) } }
  }

  private func path(_ variables: [String: String]) -> String? {
    if case .file(let file) = place(variables) { "\(file.path)" } else { nil }
  }

  private func noNote() {}

  @Test func whereItIs() {
    #expect(path(["HOME": "/h"]) == "/h/.config/finder/config")
    #expect(path(["HOME": "/h", "XDG_CONFIG_HOME": "/c"]) == "/c/finder/config")
    #expect(path(["HOME": "/h", "XDG_CONFIG_HOME": "c"]) == "/h/.config/finder/config")
    #expect(path(["HOME": "/h", "FINDER_CONFIG": "x"]) == "x")
    #expect(path(["HOME": "/h", "FINDER_CONFIG": ""]) == "/h/.config/finder/config")
    if case .off = place(["FINDER_CONFIG": "off", "HOME": "/h"]) {} else { Issue.record("on") }
    if case .nowhere = place([:]) {} else { Issue.record("somewhere") }
  }

  @Test func madeWhenSet() throws {
    try TemporaryDirectory.with { folder in
      let file = try #require(settingsFile(in: folder))
      #expect(try file.settings().units == nil)
      try file.set(.units, to: nil, whenWaiting: noNote)
      #expect(try Files.names(in: folder.path) == [])
      try file.set(.units, to: "imperial", whenWaiting: noNote)
      try file.set(.pace, to: "5", whenWaiting: noNote)
      let path = folder.file("finder/config")
      #expect(try Files.text(path) == "units = imperial\npace = 5\n")
      #expect(stat(ofFile: file.path)!.st_mode & 0o777 == 0o600)
      #expect(try file.settings().units == .imperial)
      #expect(try file.texts().map(\.value) == ["imperial", "5"])
      try file.set(.units, to: nil, whenWaiting: noNote)
      #expect(try Files.text(path) == "pace = 5\n")
    }
  }

  private func settingsFile(in folder: TemporaryDirectory) -> SettingsFile? {
    if case .file(let file) = place(["XDG_CONFIG_HOME": folder.path]) { file } else { nil }
  }

  @Test func aLinkStaysOne() throws {
    try TemporaryDirectory.with { folder in
      let file = try #require(settingsFile(in: folder))
      #expect(mkdir(folder.file("finder"), 0o700) == 0)
      let target = try folder.write("pace = 3\n", to: "dotfile")
      #expect(symlink("../dotfile", folder.file("finder/config")) == 0)
      try file.set(.pace, to: "4", whenWaiting: noNote)
      #expect(stat(ofLink: file.path)!.st_mode & S_IFMT == S_IFLNK)
      #expect(try Files.text(target) == "pace = 4\n")
    }
  }

  /// A bad line of another key is never written over; one of the key itself is put right.
  @Test func damageStays() throws {
    try TemporaryDirectory.with { folder in
      let file = try #require(settingsFile(in: folder))
      #expect(mkdir(folder.file("finder"), 0o700) == 0)
      for text in ["pace = fast\n", "pase = 3\n", "x\n", "pace = \u{0}\n"] {
        let path = try folder.write(text, to: "finder/config")
        #expect(throws: OwnFileError.self) {
          try file.set(.units, to: "metric", whenWaiting: noNote)
        }
        #expect(throws: OwnFileError.self) { try file.settings() }
        #expect(try Files.text(path) == text)
      }
      let path = try folder.write("pace = fast\n", to: "finder/config")
      try file.set(.pace, to: "5", whenWaiting: noNote)
      #expect(try Files.text(path) == "pace = 5\n")
    }
  }

  @Test func noFileOfSettings() throws {
    try TemporaryDirectory.with { folder in
      let file = try #require(settingsFile(in: folder))
      #expect(mkdir(folder.file("finder"), 0o700) == 0)
      #expect(mkdir(folder.file("finder/config"), 0o700) == 0)
      #expect(throws: OwnFileError.self) { try file.settings() }
      #expect(rmdir(folder.file("finder/config")) == 0)
      #expect(mkfifo(folder.file("finder/config"), 0o600) == 0)
      #expect(throws: OwnFileError.self) { try file.settings() }
      #expect(unlink(folder.file("finder/config")) == 0)
      #expect(symlink("nowhere", folder.file("finder/config")) == 0)
      #expect(throws: OwnFileError.self) { try file.settings() }
      #expect(unlink(folder.file("finder/config")) == 0)
      try folder.write(String(repeating: "#\n", count: 200_000), to: "finder/config")
      #expect(throws: OwnFileError.self) { try file.settings() }
      guard case .file(let named) = place(["FINDER_CONFIG": folder.file("no")]) else {
        Issue.record("no file")
        return
      }
      #expect(throws: OwnFileError.self) { try named.settings() }
    }
  }

  /// What `config edit` begins with says nothing.
  @Test func theFirstText() throws {
    try TemporaryDirectory.with { folder in
      let file = try #require(settingsFile(in: folder))
      try file.makeIfMissing(whenWaiting: noNote)
      #expect(try file.texts().isEmpty)
      let text = try Files.text("\(file.path)")
      for key in SettingKey.allCases { #expect(text.contains("# \(key.name) = ")) }
      try file.set(.pace, to: "5", whenWaiting: noNote)
      try file.makeIfMissing(whenWaiting: noNote)
      #expect(try file.settings().pace == 5)
    }
  }

  /// What holds where a key is not set could be set.
  @Test(arguments: SettingKey.allCases) func usualValues(key: SettingKey) {
    #expect(SettingKey(key.name) == key)
    if let usual = key.usual { #expect(Settings.problem(with: usual, of: key) == nil) }
    for value in key.choices { #expect(Settings.problem(with: value, of: key) == nil) }
  }
}
