import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderOwn

/// The lines of the settings file: read, and changed while everything else stays as it is.
@Suite struct SettingsTextTests {
  private static func settings(_ text: String) throws(SettingsText.Fault) -> Settings {
    let bytes = Array(text.utf8)
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(SettingsText.Fault) in try SettingsText(bytes: bytes).values() }
    }
    return Settings(try result.get())
  }

  private static func changed(_ text: String, _ key: SettingKey, _ value: String?) -> String? {
    Array(text.utf8).withUnsafeBufferPointer {
      SettingsText(bytes: $0).setting(key.name, to: value).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }

  @Test func allKeys() throws {
    let settings = try Self.settings(
      """
      \u{FEFF}# mine
        units = imperial  \r
      color=never

      \t# more
      weight = 180 lb
      pace = 3mph
      walk-factor = 1.3
      router = https://me:secret@router.example/route
      opener = 'my browser' --new "a b"
      base = ~/maps/coast.geojson
      """)
    #expect(settings.units == .imperial)
    #expect(settings.colour == .never)
    #expect(settings.weight == 180 * 0.453_592_37)
    #expect(settings.pace == 3 * 1.609344)
    #expect(settings.walkFactor == 1.3)
    #expect(settings.router == "https://me:secret@router.example/route")
    #expect(settings.opener == "'my browser' --new \"a b\"")
    #expect(settings.base == "~/maps/coast.geojson")
  }

  @Test func theLastLineOfAKeyCounts() throws {
    #expect(try Self.settings("units = metric\nunits = imperial\n").units == .imperial)
    #expect(try Self.settings("# units = imperial\n").units == nil)
    #expect(try Self.settings("").units == nil)
  }

  @Test(arguments: [
    ("\n\nunit = metric", 3, "unknown key 'unit'; did you mean 'units'?"),
    ("units = metrik", 1, "units 'metrik': expected metric or imperial; did you mean 'metric'?"),
    ("units = Metric", 1, "units 'Metric': expected metric or imperial; did you mean 'metric'?"),
    ("color = red", 1, "color 'red': expected auto, always or never"),
    ("weight", 1, "expected a key, = and a value"),
    ("= 3", 1, "unknown key ''"),
    ("weight =", 1, "weight '': expected a weight from 1 to 1000 kg, such as 82, 180lb or 13st"),
    ("weight = 0", 1, "weight '0': expected a weight from 1 to 1000 kg, such as 82, 180lb or 13st"),
    (
      "weight = nan", 1,
      "weight 'nan': expected a weight from 1 to 1000 kg, such as 82, 180lb or 13st"
    ),
    ("pace = 51", 1, "pace '51': expected a pace from 0.1 to 50 km/h, such as 4.8 or 3mph"),
    ("walk-factor = 0.9", 1, "walk-factor '0.9': expected a number from 1 to 10"),
    ("walkfactor = 1.2", 1, "unknown key 'walkfactor'; did you mean 'walk-factor'?"),
    (
      "router = ftp://u:p@x/y", 1,
      "router 'ftp://x/y': expected the address of a server, with http:// or https://"
    ),
    ("opener = 'x", 1, "opener ''x': expected a program and its arguments, with each quote closed"),
    (
      "base = coast.json", 1,
      "base 'coast.json': expected the absolute path of a file, which begins with / or ~/"
    ),
    (
      "opener = a\u{1B}[2Jb", 1,
      "opener 'a\u{FFFD}[2Jb': expected a program and its arguments, with each quote closed"
    ),
  ])
  func faults(text: String, line: Int, problem: String) {
    do throws(SettingsText.Fault) {
      _ = try Self.settings(text)
      Issue.record("\(text): no fault")
    } catch {
      #expect(error.line == line)
      #expect(error.problem == problem)
    }
  }

  @Test(arguments: [
    ("", "units = imperial\n"),
    ("# x", "# x\nunits = imperial\n"),
    ("  units =  metric \r\n# y\n", "  units =  imperial \r\n# y\n"),
    ("units=\npace=3", "units= imperial\npace=3"),
    ("units = metric\nunits = metric\n", "units = metric\nunits = imperial\n"),
    ("#units = metric\n", "#units = metric\nunits = imperial\n"),
    // An earlier bad line would make the file unreadable.
    ("units = furlongs\nunits = metric\n", "units = imperial\n"),
    (
      "units =\n# x\nunits=m\nunits = metric\nunits = imperial",
      "# x\nunits = metric\nunits = imperial"
    ),
  ])
  func setKeepsTheRest(text: String, expected: String) {
    #expect(Self.changed(text, .units, "imperial") == expected)
    #expect(Self.changed(expected, .units, "imperial") == nil)
  }

  @Test(arguments: [
    ("units = metric\n", ""), ("a\nunits = metric\nb", "a\nb"),
    ("units=metric\n# x\nunits=imperial", "# x\n"),
  ])
  func unsetTakesItsLinesAway(text: String, expected: String) {
    #expect(Self.changed(text, .units, nil) == expected)
    #expect(Self.changed(expected, .units, nil) == nil)
  }

  /// Any text is read without a trap, and changing one setting keeps every byte of the other lines.
  @Test func anyText() throws {
    var generator = SeededGenerator(seed: 11)
    let pieces = [
      "units", "=", " ", "\n", "\r\n", "#", "metric", "weight = 3", "\u{FEFF}", "é", "\0", "'",
      "pace",
      "imperial", "\t", "units = metric\n",
    ]
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        pieces.randomElement(using: &generator)!
      }.joined()
      _ = try? Self.settings(text)
      guard let changed = Self.changed(text, .units, "imperial") else { continue }
      let rest = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated().map
      {
        number, line in
        let line = String(Substring(line))
        var scalars = Array(line.unicodeScalars)
        if number == 0, scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        let key = scalars.prefix { $0 != "=" }.map {
          " \t\r".unicodeScalars.contains($0) ? " " : String($0)
        }
        return key.joined().split(separator: " ").joined(separator: " ") == "units" ? "#" : line
      }
      let isFine = (try? Self.settings(rest.joined(separator: "\n"))) != nil
      if isFine { #expect((try? Self.settings(changed))?.units == .imperial, "\(changed)") }
      let others = { (text: String) in
        text.utf8.split(separator: 0x0A).map { String(Substring($0)) }.filter {
          !$0.drop { " \t\r\u{FEFF}".unicodeScalars.contains($0.unicodeScalars.first!) }
            .hasPrefix("units")
        }
      }
      #expect(others(changed) == others(text), "\(text.debugDescription)")
      #expect(Self.changed(changed, .units, "imperial") == nil, "\(text.debugDescription)")
    }
  }

  /// Any bytes are values, or have a fault in one of their lines.
  @Test func anyBytesGiveValuesOrAFault() {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<3000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      bytes.withUnsafeBufferPointer { bytes in
        for prefix in ["units=", "opener=", "base=/", ""] {
          let text = Array(prefix.utf8) + bytes
          let lines = text.count { $0 == 0x0A } + 1
          text.withUnsafeBufferPointer { bytes in
            do throws(SettingsText.Fault) {
              _ = try SettingsText(bytes: bytes).values()
            } catch {
              #expect((1...lines).contains(error.line), "\(text)")
            }
          }
        }
      }
    }
  }

  /// The fast check agrees with splitting the words.
  @Test func wholeCommandLines() {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        ["a", "'", "\"", "\\", " ", "\t", "é"].randomElement(using: &generator)!
      }.joined()
      let areWhole = text.withBytes { CommandWords.areWhole($0) }
      #expect(areWhole == (CommandWords.words(of: text)?.isEmpty == false), "\(text)")
    }
  }
}
