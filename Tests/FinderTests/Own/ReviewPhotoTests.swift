import FinderEngine
import TestSupport
import Testing

/// `finder review add --photo`.
@Suite struct ReviewPhotoTests {
  /// A black pixel as a JPEG, rotated, with a comment and a position in it.
  private static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xFE, 0, 8] + Array("SECRET".utf8) + [0xFF, 0xE1, 0, 34]
    + Array("Exif\0\0".utf8)
    + Array("MM\0*\0\0\0\u{8}\0\u{1}\u{1}\u{12}\0\u{3}\0\0\0\u{1}\0\u{6}\0\0\0\0\0\0".utf8)
    + [
      0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x55,
      0xFF, 0xD9,
    ]

  private func photos(_ place: VisitPlace) throws -> [String] {
    (try? Files.names(in: "\(place.data)/photos")) ?? []
  }

  @Test func copiedAndRemoved() throws {
    try VisitPlace.with { place in
      try place.folder.write(Self.jpeg, to: "a b.png")
      let id = try place.added(["review", "add", "Lion", "--rating", "4", "--photo", "a b.png"])
      let name = try #require(try photos(place).first)
      #expect(try photos(place).count == 1 && name.count == 68 && name.hasSuffix(".jpg"))
      let path = "\(place.data)/photos/\(name)"
      let kept = try Files.bytes(path)
      #expect(String(decoding: kept, as: UTF8.self).contains("SECRET") == false)
      #expect(
        try ProcessRunner.shell("sha256sum < \(path)").stdout.hasPrefix(String(name.dropLast(4))))
      #expect(
        try ProcessRunner.shell("stat -c %a \(path) \(place.data)/photos").stdout == "600\n700\n")
      #expect(
        try place.run("review show \(id)").stdout.contains("\nphoto      \(path)\n"))
      // The same photo in two reviews: stored once.
      let other = try place.added(
        ["review", "add", "Nelson", "--text", "t", "--photo", "a b.png", "--photo", path])
      #expect(try photos(place) == [name])
      expect(try place.run("review remove \(id)"), stdout: "")
      #expect(try photos(place) == [name])
      expect(try place.run("review edit \(other) --no-photos"), stdout: "")
      #expect(try photos(place) == [])
      expect(try place.run(["review", "edit", other, "--photo", "a b.png"]), stdout: "")
      #expect(try photos(place) == [name])
      let export = try place.run("review export --json")
      #expect(export.stdout.contains("\"photos\":[\"\(name)\"]}"))
      #expect(
        export.stderr.contains(
          "photos are separate files, not included here: 1 in \(place.data)/photos"),
        "\(export)")
    }
  }

  /// Nothing is kept if one of them is not a photo.
  @Test func refused() throws {
    try VisitPlace.with { place in
      try place.folder.write(Self.jpeg, to: "good.jpg")
      try place.folder.write(Array(Self.jpeg.dropLast(2)), to: "cut.jpg")
      try place.folder.write("<svg/>", to: "a.svg")
      try place.folder.write("", to: "empty")
      _ = try ProcessRunner.shell(
        "cd \(place.folder.path); cp good.jpg large.jpg; truncate -s 20971521 large.jpg; mkfifo pipe"
      )
      for (name, status, problem) in [
        ("cut.jpg", 65, "cut.jpg ends too early: it is cut short, or a length in it is wrong"),
        ("a.svg", 65, "a.svg is not a JPEG, PNG or WebP"),
        ("empty", 65, "empty is not a JPEG, PNG or WebP"),
        ("large.jpg", 65, "large.jpg is larger than 20 MB"),
        ("pipe", 65, "pipe is not a regular file"),
        (".", 65, ". is not a regular file"),
        ("missing", 66, "cannot read missing: No such file or directory"),
      ] as [(String, Int32, String)] {
        let result = try place.run(
          ["review", "add", "Lion", "--rating", "4", "--photo", "good.jpg", "--photo", name])
        expect(result, status: status, stdout: "", stderr: "finder: review add: \(problem)\n")
      }
      let many = (0..<11).flatMap { _ in ["--photo", "good.jpg"] }
      expect(
        try place.run(["review", "add", "Lion", "--rating", "4"] + many), status: 64, stdout: "",
        stderr: nil)
      #expect(try Files.names(in: place.folder.file("home")) == [])
    }
  }
}
