import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderOwn

/// The settings file: its location, and changes to it.
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
    for off in ["off", "/dev/null"] {
      if case .off = place(["FINDER_CONFIG": off, "HOME": "/h"]) {} else { Issue.record("on") }
    }
    if case .nowhere = place([:]) {} else { Issue.record("somewhere") }
  }

  @Test func madeWhenSet() throws {
    try TemporaryDirectory.with { folder in
      let file = try #require(settingsFile(in: folder))
      #expect(try file.settings().units == nil)
      try file.unset("units", whenWaiting: noNote)
      #expect(try Files.names(in: folder.path) == [])
      try file.set(.units, to: "imperial", whenWaiting: noNote)
      try file.set(.pace, to: "5", whenWaiting: noNote)
      let path = folder.file("finder/config")
      #expect(try Files.text(path) == "units = imperial\npace = 5\n")
      #expect(stat(ofFile: file.path)!.st_mode & 0o777 == 0o600)
      #expect(try file.settings().units == .imperial)
      #expect(try file.texts().map(\.value) == ["imperial", "5"])
      try file.unset("units", whenWaiting: noNote)
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

  /// A bad line of another key stays as it is, and does not prevent a change to this one.
  @Test func damageStays() throws {
    try TemporaryDirectory.with { folder in
      let file = try #require(settingsFile(in: folder))
      #expect(mkdir(folder.file("finder"), 0o700) == 0)
      for text in ["pace = fast\n", "pase = 3\n", "x\n", "pace = \u{0}\n"] {
        let path = try folder.write(text, to: "finder/config")
        #expect(throws: OwnFileError.self) { try file.settings() }
        let change = try file.set(.units, to: "metric", whenWaiting: noNote)
        #expect(change.fault != nil && !change.hadLine)
        #expect(try Files.text(path) == text + "units = metric\n")
        #expect(throws: OwnFileError.self) { try file.settings() }
        #expect(try file.unset("units", whenWaiting: noNote).fault != nil)
        #expect(try Files.text(path) == text)
      }
      let path = try folder.write("pace = fast\n", to: "finder/config")
      #expect(try file.set(.pace, to: "5", whenWaiting: noNote).fault == nil)
      #expect(try Files.text(path) == "pace = 5\n")
    }
  }

  /// Several bad lines are corrected one after the other, and a line without a valid key is removed by its
  /// text.
  @Test func badLinesAreRemoved() throws {
    try TemporaryDirectory.with { folder in
      let file = try #require(settingsFile(in: folder))
      #expect(mkdir(folder.file("finder"), 0o700) == 0)
      let path = try folder.write(
        "units = furlongs\npase = 3\nweight\nunits imperial\npace = fast\n", to: "finder/config")
      for name in ["units", "pase", "units imperial"] {
        let change = try file.unset(name, whenWaiting: noNote)
        #expect(change.hadLine)
        guard case .badSetting(_, line: 1, _, _) = change.fault else {
          Issue.record("\(name): \(String(describing: change.fault))")
          return
        }
      }
      #expect(try file.set(.weight, to: "70", whenWaiting: noNote).fault != nil)
      #expect(try file.set(.pace, to: "5", whenWaiting: noNote).fault == nil)
      #expect(try Files.text(path) == "weight = 70\npace = 5\n")
      #expect(try !file.unset("pase", whenWaiting: noNote).hadLine)
    }
  }

  /// What is written can be read.
  @Test func badLinesOfTheKeyGo() throws {
    try TemporaryDirectory.with { folder in
      let file = try #require(settingsFile(in: folder))
      #expect(mkdir(folder.file("finder"), 0o700) == 0)
      for (value, expected) in [("imperial", "units = imperial\n"), (nil, "")] {
        let path = try folder.write("units = furlongs\nunits = metric\n", to: "finder/config")
        if let value {
          try file.set(.units, to: value, whenWaiting: noNote)
        } else {
          try file.unset("units", whenWaiting: noNote)
        }
        #expect(try Files.text(path) == expected)
        #expect(try file.settings().units == (value == nil ? nil : .imperial))
      }
      let path = try folder.write("pace = 5\n", to: "finder/config")
      for value in ["furlongs", "metric\n=", String(repeating: "x", count: 1 << 18)] {
        for key in [SettingKey.units, .opener] where key == .units || value.utf8.count > 100 {
          #expect(throws: OwnFileError.self) {
            try file.set(key, to: value, whenWaiting: noNote)
          }
        }
      }
      #expect(try Files.text(path) == "pace = 5\n")
    }
  }

  /// A file with a configured name keeps its permissions, and its lock has a separate name.
  @Test(
    arguments: [(0o644, 0o644), (0o666, 0o666), (0o400, 0o400), (nil, 0o600)] as [(mode_t?, mode_t)]
  )
  func modeAndLock(before: mode_t?, after: mode_t) throws {
    try TemporaryDirectory.with { folder in
      let path = folder.file("finderrc")
      if let before {
        try folder.write("pace = 4\n", to: "finderrc")
        #expect(chmod(path, before) == 0)
      }
      guard case .file(let file) = place(["FINDER_CONFIG": path]) else {
        Issue.record("no file")
        return
      }
      try file.set(.pace, to: "5", whenWaiting: noNote)
      #expect(stat(ofFile: file.path)!.st_mode & 0o777 == after)
      #expect(try Files.names(in: folder.path).sorted() == [".finderrc.lock", "finderrc"])
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

  /// The initial text of `config edit` sets nothing.
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

  /// The values that apply without a setting could themselves be set.
  @Test(arguments: SettingKey.allCases) func usualValues(key: SettingKey) {
    #expect(SettingKey(key.name) == key)
    if let usual = key.usual {
      #expect(Settings.problem(with: usual, of: key, isUsable: true) == nil)
    }
    for value in key.choices {
      #expect(Settings.problem(with: value, of: key, isUsable: true) == nil)
    }
  }
}
