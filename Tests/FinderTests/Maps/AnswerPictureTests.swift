import FinderEngine
import Foundation
import TestSupport
import Testing

/// `--output FILE.png`, `.svg` and `.html` with `meet` and `along`: the answer as `map` draws it.
@Suite struct AnswerPictureTests {
  /// Runs a line with `--output`, and calls `body` with the resulting file.
  private func drawn(
    _ line: String, _ ending: String, in folder: TemporaryDirectory, data: String,
    _ body: ([UInt8]) throws -> Void
  ) throws {
    let path = folder.file("picture.\(ending)")
    let result = try Finder.run("\(line) --output \(path)", data: data)
    expect(result, stdout: "", stderr: nil)
    try body(try Files.bytes(path))
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func texts(_ svg: String) -> [String] {
    svg.split(separator: "<text").dropFirst().map {
      String($0.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" })
    }
  }

  private static let meeting = "meet 51.508,-0.128 51.518,-0.128"

  @Test func peopleLegsAndVenues() throws {
    try Dataset.with(Dataset.square) { folder, data in
      try drawn("\(Self.meeting) -n 3", "svg", in: folder, data: data) { bytes in
        let svg = text(bytes)
        #expect(
          svg.contains(
            "<title id=\"title\">Venues to meet at, from 51.508,-0.128 and 51.518,-0.128</title>"))
        let way = svg.split(separator: "id=\"way\"").last?.split(separator: "</g>").first ?? ""
        #expect(way.contains("<title>straight lines, of at most 893 m</title>"), "\(way)")
        #expect(way.contains("stroke-dasharray"), "\(way)")
        let texts = texts(svg)
        for label in ["A", "B", "1", "2", "3", "Lion"] {
          #expect(texts.contains(label), "\(label) in \(texts)")
        }
        // Only what is in the answer is on its map.
        #expect(!svg.contains("Pigeon"))
        // A venue with a pin is not drawn a second time.
        #expect(!svg.contains("id=\"groups\"") && !svg.contains("id=\"venues\""))
        // Lion is the first of the venues.
        let pins = svg.split(separator: "id=\"pins\"").last ?? ""
        let lion = pins.split(separator: "<title>Lion</title>").last ?? ""
        #expect(texts.contains("1") && self.texts(String(lion)).first == "1", "\(pins)")
      }
    }
  }

  @Test func everyKind() throws {
    try Dataset.with(Dataset.square) { folder, data in
      try drawn(Self.meeting, "png", in: folder, data: data) { bytes in
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      }
      try drawn(Self.meeting, "html", in: folder, data: data) { bytes in
        let page = text(bytes)
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(
          page.contains("<title>Venues to meet at, from 51.508,-0.128 and 51.518,-0.128</title>"))
      }
      // Each of many people has a number, and the venues have letters.
      let people = (0..<6).map { "51.50\($0),-0.12" }.joined(separator: " ")
      try drawn("meet \(people)", "svg", in: folder, data: data) { bytes in
        let svg = text(bytes)
        #expect(svg.contains("Venues to meet at, from 6 points"))
        #expect(["1", "6", "a", "b"].allSatisfy { texts(svg).contains($0) }, "\(texts(svg))")
      }
      let printed = try Finder.run("\(Self.meeting) -f svg -q", data: data)
      expect(printed, stdout: nil)
      #expect(printed.stdout.hasPrefix("<svg "))
    }
  }

  @Test func noVenue() throws {
    try Dataset.with(Dataset.square) { folder, data in
      let path = folder.file("none.svg")
      let result = try Finder.run(
        "\(Self.meeting) --match zzz --exit-status -q --output \(path)", data: data)
      expect(result, status: 1, stdout: "")
      let svg = try Files.text(path)
      #expect(svg.contains(">A</text>") && !svg.contains("id=\"way\""))
    }
  }

  @Test func whatHasNoEffect() throws {
    try Dataset.with(Dataset.square) { _, data in
      for (option, words) in [("--count", "--count"), ("--fields", "--fields name")] {
        let result = try Finder.run("\(Self.meeting) -f svg \(words)", data: data)
        #expect(result.status == 64 && result.stdout.isEmpty)
        #expect(
          result.stderr.hasPrefix("finder: meet: \(option) has no effect on svg\n"), "\(result)")
      }
    }
  }

  // MARK: Along a way

  private static let track = """
    {"type":"MultiLineString","coordinates":[[[-0.14,51.508],[-0.128,51.508]],[[-0.128,51.518],[-0.11,51.518]]]}
    """

  @Test func wayAndVenues() throws {
    try Dataset.with(Dataset.square) { folder, data in
      let file = try folder.write(Self.track, to: "a walk & more.geojson")
      let path = folder.file("way.svg")
      let result = try Finder.run(
        ["along", file, "--within", "100m", "--data", data, "--output", path])
      expect(result, stdout: "", stderr: nil)
      let svg = try Files.text(path)
      #expect(svg.contains("<title id=\"title\">Venues along a walk &amp; more.geojson</title>"))
      let way = svg.split(separator: "id=\"way\"").last?.split(separator: "</g>").first ?? ""
      #expect(way.contains(" in 2 pieces</title>") && !way.contains("stroke-dasharray"), "\(way)")
      let drawn = way.split(separator: " d=\"").last?.prefix { $0 != "\"" } ?? ""
      #expect(drawn.count { $0 == "M" || $0 == "m" } == 2, "\(drawn)")
      // The way is below the venues, and the venues are numbered in their order along it.
      #expect(
        try #require(svg.range(of: "id=\"way\"")).lowerBound
          < #require(svg.range(of: "id=\"pins\"")).lowerBound)
      #expect(["1", "2"].allSatisfy { texts(svg).contains($0) })
      #expect(!svg.contains("Pigeon") && !svg.contains("Lion"))
    }
  }

  @Test func fromPointToPoint() throws {
    try Dataset.with(Dataset.square) { folder, data in
      let line = "along 51.508,-0.128 51.518,-0.128"
      try drawn(line, "svg", in: folder, data: data) { bytes in
        let svg = text(bytes)
        #expect(svg.contains("Venues from 51.508,-0.128 to 51.518,-0.128"))
        #expect(["A", "B", "1", "2", "3"].allSatisfy { texts(svg).contains($0) }, "\(texts(svg))")
        #expect(svg.contains("<title>1.1 km</title>"))
      }
      try drawn(line, "png", in: folder, data: data) { bytes in
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      }
      try drawn(line, "html", in: folder, data: data) { bytes in
        #expect(text(bytes).hasPrefix("<!DOCTYPE html>"))
      }
    }
  }

  /// A track is never overwritten by its own map.
  @Test func theTrackStays() throws {
    try Dataset.with(Dataset.square) { folder, data in
      let file = try folder.write(Self.track, to: "track.svg")
      let result = try Finder.run("along \(file) --output \(file)", data: data)
      #expect(result.status == 64, "\(result)")
      #expect(try Files.text(file) == Self.track)
    }
  }
}
