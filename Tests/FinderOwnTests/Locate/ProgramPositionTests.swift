import Testing

@testable import FinderEngine
@testable import FinderOwn

@Suite struct ProgramPositionTests {
  private func find(_ text: String, isAll: Bool = true) -> String {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      ProgramPosition.find(in: bytes, isAll: isAll).map { "\($0.latitude) \($0.longitude)" } ?? "-"
    }
  }

  private static let whereAmI = """
    Client object: /org/freedesktop/GeoClue2/Client/1

    New location:
    Latitude:    51.507400°
    Longitude:   -0.127800°
    Accuracy:    25000.000000 meters

    """

  private static let termux = """
    {
      "latitude": 51.5074,
      "longitude": -0.1278,
      "altitude": 88.9,
      "accuracy": 20.0, "bearing": 0.0, "provider": "network"
    }
    """

  @Test(arguments: [
    (whereAmI, "51.5074 -0.1278"),
    // In a locale with decimal commas.
    (whereAmI.replacing(".", with: ","), "51.5074 -0.1278"),
    ("Latitude: 51,5, Longitude: 0,12", "51.5 0.12"), ("lat:51.5,lon:-0.12", "51.5 -0.12"),
    ("lat=51.5,lon=-0.12,1", "51.5 -0.12"),
    // Times and dates are not numbers.
    ("2026-11-22 12:30 51.5 -0.12", "51.5 -0.12"), ("at:12:30:45 51.5 -0.12", "51.5 -0.12"),
    ("22/11/2026 51.5 -0.12", "51.5 -0.12"), ("12:30 51.5", "-"),
    ("position:51.5,-0.12", "51.5 -0.12"), (termux, "51.5074 -0.1278"),
    // CoreLocationCLI, with and without -json.
    (#"{"latitude":"51.5074","longitude":"-0.1278","h_accuracy":"65"}"#, "51.5074 -0.1278"),
    ("51.507400 -0.127800\n", "51.5074 -0.1278"),
    ("<+51.50740000,-0.12780000> +/- 65.00m (speed -1.00 mps) @ 11/23/26", "51.5074 -0.1278"),
    (#"{"a":[{"lat":95,"lng":1},{"LAT":51,"Lng":-1}],"x":{"lat":2,"lon":3}}"#, "51.0 -1.0"),
    (#"{"location":{"lat":1,"lon":2},"latitude":3,"longitude":4}"#, "3.0 4.0"),
    ("lat=51.5;lon=-0.12", "51.5 -0.12"), (#"51°30'N 0°7'30"W"#, "51.5 -0.125"),
    ("found 51.5, -0.12 ok", "51.5 -0.12"),
    // Without a position.
    ("", "-"), ("51.5", "-"), ("no fix", "-"), ("95 0", "-"), ("nan nan", "-"), ("1e400 1", "-"),
    (#"{"x":51.5,"y":-0.12}"#, "-"), (#"{"lat":51.5}"#, "-"), (#"{"lat":null,"lon":1}"#, "-"),
    (#"{"lat":51.5,"lon":-0.12"#, "-"), ("[51.5,-0.12]", "-"), (#"{"API_ERROR":"Failed"}"#, "-"),
    ("Latitude: unknown\nLongitude: unknown", "-"), ("\u{0}\u{1}\u{7F}", "-"),
  ])
  func positions(text: String, expected: String) { #expect(find(text) == expected) }

  /// Output that may continue is only used where it is labelled, and its last word may be cut.
  @Test func whileItRuns() {
    for count in 0...Self.whereAmI.utf8.count {
      let found = find(String(Self.whereAmI.prefix(count)), isAll: false)
      #expect(["-", "51.5074 -0.1278"].contains(found), "\(count)")
    }
    #expect(find(Self.whereAmI, isAll: false) == "51.5074 -0.1278")
    for count in 0..<Self.termux.utf8.count - 1 {
      #expect(find(String(Self.termux.prefix(count)), isAll: false) == "-")
    }
    #expect(find("51.5 -0.1278", isAll: false) == "-")
  }

  @Test func deep() {
    for depth in [1, 6, 9, 600] {
      let text =
        String(repeating: "[", count: depth) + #"{"lat":1,"lon":2}"#
        + String(repeating: "]", count: depth)
      #expect(find(text) == (depth < 8 ? "1.0 2.0" : "-"), "\(depth)")
    }
  }

  @Test(
    arguments: [
      ("CoreLocationCLI -json", ["CoreLocationCLI", "-json"]), ("  a\t b\n", ["a", "b"]),
      (
        #"'my locator' --name "a \"b\" $x \n" c\ d ''"#,
        ["my locator", "--name", #"a "b" $x \n"#, "c d", ""]
      ),
      ("a'b'\"c\"d", ["abcd"]), ("", []), ("é🍕 |;&", ["é🍕", "|;&"]),
    ] as [(String, [String])])
  func words(text: String, expected: [String]) {
    #expect(CommandWords.words(of: text) == expected)
  }

  /// A copy for each of its characters would take an hour.
  @Test func aLongWord() {
    let word = String(repeating: "a", count: 1 << 20)
    #expect(CommandWords.words(of: "x \(word)") == ["x", word])
  }

  @Test(arguments: ["'a", "\"a", "a\\", "\"a\\"])
  func noWords(text: String) { #expect(CommandWords.words(of: text) == nil) }
}
