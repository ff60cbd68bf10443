import FinderEngine
import Foundation
import TestSupport
import Testing

/// A snapshot, or a file of names or food beside it, in which bytes were changed: the answer equals that of
/// `--no-cache` on the first try and on the second, whatever the damage. `.ci/checks/damage` tries all lines
/// on all blocks.
@Suite struct DamagedFilesTests {
  private static let point = "51.5,-0.12"

  private static let narrowing = [
    "--chain mcdonalds", "--independents-only", "--one-per-chain", "--reviewed", "--min-rating 4",
    "--not-visited", "--open 2026-11-25T10:00", "--match golden", "--where cuisine=thai",
    "--cuisine thai", "--diet vegan=only", "--for veggie",
  ]

  /// Each option that narrows a search, and most pairs of them.
  private static var nearLines: [[String]] {
    var lines = narrowing
    for (place, first) in narrowing.enumerated() {
      lines += narrowing[(place + 1)...].map { "\(first) \($0)" }
    }
    return lines.map { Finder.words("near \(point) -n 4 \($0)") }
  }

  /// Each command that looks a name up.
  private static let lookups: [[String]] = [
    ["closest", "mcdonalds", point], ["closest", "v00777", point], ["closest", "--all", point],
    ["closest", "mcdonald", point], ["closest", "no such place", point],
    ["within", point, "-r", "9km", "--count", "--independents-only"],
    ["clusters", "--zoom", "11", "--chain", "mcdonalds"],
    ["clusters", "--zoom", "9", "--reviewed"],
    ["burn", "big mac", point], ["burn", "--venue", "v00777", point],
    ["map", point, "--to", "hoagie yard"], ["map", point, "--to", "v00777", "--format", "svg"],
    ["map", point, "--one-per-chain"], ["show", "v00777"], ["show", "hoagie yard", point],
    ["history", point], ["visit", "list", "hoagie yard"], ["visit", "add", "v00777"],
    ["visit", "add", "venue:v00003", "--date", "2025-06-14"],
    ["visit", "add", "hoagie yard", point],
    ["review", "add", "hoagie yard", point, "--rating", "3"], ["favourites", "add", "v00777"],
    ["favourites", "add", "hoagie yards"], ["favourites", "rename", "1", "hoagie"],
    ["suggest", "hoag"], ["suggest", "wc1", "--kind", "postcodes"], ["near", "venue:v00777"],
    ["bulk", "POINTS", "--chain", "mcdonalds"], ["bulk", "POINTS", "--independents-only"],
    ["bulk", "POINTS", "--one-per-chain"], ["bulk", "CODES"], ["check", point, "--span", "middle"],
    ["within", point, "-r", "9km", "--for", "thai"],
    ["within", point, "-r", "9km", "--diet", "vegan"], ["bulk", "POINTS", "--cuisine", "tea"],
    ["bulk", "POINTS", "--diet", "vegan", "--chain", "hoagie yard"],
    ["clusters", "--zoom", "9", "--cuisine", "thai"], ["map", point, "--cuisine", "tea"],
    ["closest", "--all", point, "--diet", "vegan"],
    ["burn", "big mac", point, "--cuisine", "thai"],
  ]

  // MARK: The place

  private struct Place {
    let folder: TemporaryDirectory
    let data: String
    var files: [(path: String, bytes: [UInt8])] = []
    var own: [(path: String, bytes: [UInt8])] = []

    /// More than 64 branches of two chains, and more than 1,024 venues that were reviewed.
    init(_ folder: TemporaryDirectory) throws {
      self.folder = folder
      var generator = SeededGenerator(seed: 7)
      let words = ["Golden", "Crown", "Olive", "River", "Copper", "Maple"]
      var venues: [String] = []
      var log = ""
      for number in 0..<1_300 {
        let id = String(format: "v%05d", number)
        let name =
          number % 13 == 0
          ? "McDonald's"
          : number % 17 == 0
            ? "Hoagie Yard"
            : "\(words.randomElement(using: &generator)!) \(words[number % 6]) Grill \(number)"
        let latitude = 51.4 + Double(Int.random(in: 0..<200_000, using: &generator)) / 1e6
        let longitude = -0.22 + Double(Int.random(in: 0..<200_000, using: &generator)) / 1e6
        let postcode = "WC\(number % 9 + 1) \(number % 8 + 1)AB"
        let hours = number % 3 == 0 ? "" : #","opening_hours":"Mo-Su 08:00-23:00""#
        let vegan = ["", "no", "limited", "yes", "only"][number % 5]
        let diet = vegan.isEmpty ? "" : ",\"diet:vegan\":\"\(vegan)\""
        venues.append(
          Dataset.feature(
            latitude, longitude,
            properties: #"{"name":"\#(name)","postcode":"\#(postcode)","#
              + #""cuisine":"\#(number % 2 == 0 ? "thai" : "tea")"\#(diet)\#(hours)}"#,
            id: "\"\(id)\""))
        guard number < 1_100 else { continue }
        log +=
          #"{"version":1,"id":"20250614-\#(String(format: "%08d", number))","venue":{"id":"\#(id)","#
          + #""name":"\#(name)","postcode":"\#(postcode)","lat":\#(latitude),"lon":\#(longitude)},"#
          + #""date":"2025-06-14","kind":"review","rating":\#(number % 5 + 1)}"# + "\n"
      }
      data = try folder.write(Dataset.collection(venues), to: "venues.geojson")
      try folder.write("lat,lon\n51.5,-0.12\n51.45,-0.2\n51.52,-0.1\n", to: "points.csv")
      try folder.write("postcode\nWC1 1AB\nWC2 2AB\nWC9 9AB\n", to: "codes.csv")
      own = [
        (folder.file("data/finder/visits.ndjson"), Array(log.utf8)),
        (
          folder.file("data/finder/favourites.json"),
          Array(#"{"version":1,"favourites":[{"name":"mcdonalds"},{"id":"v00777"}]}"#.utf8)
        ),
      ]
      try restoreOwn()
      usleep(2_100_000)
      for option in ["", " --chain mcdonalds", " --cuisine tea"] {
        expect(try run(Finder.words("near \(point)\(option)")), stdout: nil)
      }
      files = try ["names", "food", "snapshot"].map { ending in
        let names = try Files.names(in: folder.file("cache/finder"))
        let name = try #require(names.first { $0.hasSuffix(".\(ending)") })
        let path = folder.file("cache/finder/\(name)")
        return (path, try Files.bytes(path))
      }
    }

    func run(_ line: [String], _ more: String...) throws -> ProcessResult {
      let files = ["POINTS": "points.csv", "CODES": "codes.csv"]
      let words = line.map { word in files[word].map { folder.file($0) } ?? word }
      return try Finder.run(
        words + more, data: data,
        environment: [
          "XDG_CACHE_HOME": folder.file("cache"), "XDG_DATA_HOME": folder.file("data"),
        ])
    }

    /// Without the index of visits, so that names are needed to know which venues were reviewed.
    func restoreOwn() throws {
      mkdir(folder.file("data"), 0o700)
      mkdir(folder.file("data/finder"), 0o700)
      for name in try Files.names(in: folder.file("data/finder")) {
        try Files.remove(folder.file("data/finder/\(name)"))
      }
      try Self.write(own)
    }

    private static func write(_ files: [(path: String, bytes: [UInt8])]) throws {
      for file in files {
        try Files.write(file.bytes, to: file.path)
        chmod(file.path, 0o600)
      }
    }

    /// The messages and the output; ids of new records are random.
    static func told(_ result: ProcessResult) -> String {
      "exit \(result.status)\n\(result.stdout)\n\(result.stderr)"
        .replacingOccurrences(of: "2[0-9]{7}-[0-9a-z]{8}", with: "ID", options: .regularExpression)
    }

    func right(_ line: [String]) throws -> String {
      try restoreOwn()
      return Self.told(try run(line, "--no-cache"))
    }

    /// Both tries, with one of the files changed.
    func expectRight(
      _ line: [String], _ right: String, number: Int, _ bytes: [UInt8], _ what: String
    ) throws {
      try Self.write(files)
      try Self.write([(files[number].path, bytes)])
      for attempt in 1...2 {
        try restoreOwn()
        let found = Self.told(try run(line))
        guard found != right else { continue }
        Issue.record(
          "\(line.joined(separator: " ")), \(what), try \(attempt):\n\(difference(right, found))")
        return
      }
    }
  }

  // MARK: Tests

  /// A byte in every block but the first, so that everything a line touches is damaged.
  @Test(.slow, arguments: [0, 1, 2]) func eachLineOnDamageEverywhere(number: Int) throws {
    try TemporaryDirectory.with { folder in
      let place = try Place(folder)
      var bytes = place.files[number].bytes
      for i in stride(from: 4096 + 17, to: bytes.count, by: number < 2 ? 997 : 4096) {
        bytes[i] ^= 0x10
      }
      for line in Self.nearLines + Self.lookups {
        try place.expectRight(
          line, try place.right(line), number: number, bytes, "damage everywhere")
      }
    }
  }

  /// Blocks filled with numbers that are not coordinates: printing them must not end the program.
  @Test(.slow, arguments: [Double.nan, .infinity, 1e300])
  func numbersThatAreNotPlaces(value: Double) throws {
    try TemporaryDirectory.with { folder in
      let place = try Place(folder)
      let lines: [[String]] = [
        ["near", Self.point], ["show", "v00777", Self.point],
        ["show", "hoagie yard", Self.point], ["history", Self.point], ["burn", "500", Self.point],
        ["map", Self.point], ["visit", "list", "hoagie yard"],
      ]
      let right = try lines.map { try place.right($0) }
      let whole = place.files[2].bytes
      let number = withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
      for (turn, start) in stride(from: 4096, to: whole.count, by: 4096).enumerated() {
        var bytes = whole
        for i in start..<min(start + 4096, whole.count) { bytes[i] = number[i % 8] }
        // First the lines that say where one venue is.
        for line in turn % 3 == 0 ? Array(lines.indices) : [1, 3] {
          try place.expectRight(
            lines[line], right[line], number: 2, bytes, "\(value) in block \(start / 4096)")
        }
      }
    }
  }

  /// Each block in turn, and single random bytes, on lines in turn.
  @Test(.slow, arguments: [0, 1, 2], [1, 2] as [UInt64])
  func eachBlockInTurn(number: Int, seed: UInt64) throws {
    try TemporaryDirectory.with { folder in
      let place = try Place(folder)
      let lines = Self.lookups + Self.nearLines
      var right: [Int: String] = [:]
      let whole = place.files[number].bytes
      var generator = SeededGenerator(seed: seed)
      let blocks = Array(stride(from: 0, to: whole.count, by: 4096))
      for (turn, start) in (blocks + blocks.prefix(20)).enumerated() {
        var bytes = whole
        var what = "seed \(seed), block \(start / 4096)"
        if turn < blocks.count {
          for i in start..<min(start + 4096, whole.count) { bytes[i] ^= 0x55 }
        } else {
          let byte = Int.random(in: 0..<whole.count, using: &generator)
          bytes[byte] ^= UInt8.random(in: 1...255, using: &generator)
          what = "seed \(seed), byte \(byte)"
        }
        let line = (turn * 7 + Int(seed) * 13) % lines.count
        let expected = try right[line] ?? place.right(lines[line])
        right[line] = expected
        try place.expectRight(lines[line], expected, number: number, bytes, what)
      }
    }
  }
}
