import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderOwn

/// What is kept of photos, checked by separate readers; and that nothing hostile gets through.
@Suite struct CleanPhotoTests {
  private func clean(_ bytes: [UInt8]) throws(PhotoProblem) -> CleanPhoto {
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(PhotoProblem) in try CleanPhoto(bytes) }
    }
    return try result.get()
  }

  private func holdsSecrets(_ bytes: [UInt8]) -> Bool {
    let secret = Array("SECRET".utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: secret) }
  }

  /// The orientation that a second reader finds in a TIFF structure of one entry.
  private func orientation(_ tiff: [UInt8]) -> UInt8? {
    tiff.count == 26 && tiff.starts(with: Array("MM\0*\0\0\0\u{8}\0\u{1}\u{1}\u{12}".utf8))
      ? tiff[19] : nil
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt8], [false, true])
  func jpeg(side: UInt8, little: Bool) throws {
    let photo = try clean(PhotoMaker.jpeg(orientation: side, little: little))
    #expect(photo.name.hasSuffix(".jpg") && PhotoName.isOne(photo.name))
    #expect(!holdsSecrets(photo.bytes))
    var segments = try #require(PhotoMaker.segments(ofJPEG: photo.bytes))
    #expect(
      segments.removeFirst()
        == PhotoMaker.Segment(marker: 0xE0, contents: PhotoMaker.jfif + [0, 0]))
    if side != 1 {
      let exif = segments.removeFirst()
      #expect(exif.marker == 0xE1 && exif.contents.starts(with: Array("Exif\0\0".utf8)))
      #expect(orientation(Array(exif.contents.dropFirst(6))) == side)
    }
    #expect(
      segments == [
        PhotoMaker.Segment(marker: 0xE2, contents: PhotoMaker.profile),
        PhotoMaker.Segment(marker: 0xEE, contents: PhotoMaker.adobe),
      ] + PhotoMaker.image)
  }

  @Test func png() throws {
    for side in 1...8 as ClosedRange<UInt8> {
      let photo = try clean(PhotoMaker.png(orientation: side))
      #expect(photo.name.hasSuffix(".png"))
      #expect(!holdsSecrets(photo.bytes))
      let chunks = try #require(PhotoMaker.chunks(ofPNG: photo.bytes))
      let exif = side == 1 ? [] : ["eXIf"]
      #expect(
        chunks.map(\.name) == ["IHDR"] + exif
          + ["iCCP", "gAMA", "pHYs", "IDAT", "IDAT", "IEND"])
      let rest = chunks.suffix(6).map(\.contents)
      #expect(rest[0] == PhotoMaker.ascii("ICC\0\0x") && rest[1] == [0, 0, 1, 0])
      #expect(rest[2] == PhotoMaker.pngPixels && rest[5].isEmpty)
      if side != 1 { #expect(orientation(chunks[1].contents) == side) }
      #expect(chunks.filter { $0.name == "IDAT" }.flatMap(\.contents) == [1, 2, 3])
    }
  }

  private func png(_ chunk: PhotoMaker.Chunk) -> [UInt8] {
    let chunks: [PhotoMaker.Chunk] = [
      ("IHDR", PhotoMaker.pngHeader), chunk, ("IDAT", [1]), ("IEND", []),
    ]
    return PhotoMaker.pngSignature + chunks.flatMap { PhotoMaker.chunk($0.name, $0.contents) }
  }

  @Test func profileWhoseNameDoesNotEnd() throws {
    let photo = try clean(png(("iCCP", PhotoMaker.ascii("SECRET"))))
    #expect(PhotoMaker.chunks(ofPNG: photo.bytes)?.map(\.name) == ["IHDR", "IDAT", "IEND"])
  }

  @Test func orientationWithAWrongChecksum() throws {
    let tiff = PhotoMaker.tiff(orientation: 6, little: true)
    var bytes = png(("eXIf", tiff))
    let photo = try clean(bytes)
    #expect(PhotoMaker.chunks(ofPNG: photo.bytes)?.count == 4)
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: tiff) })
    bytes[start + tiff.count] ^= 1
    #expect(throws: PhotoProblem.self) { try clean(bytes) }
  }

  @Test func webP() throws {
    for (side, animated) in [(1, false), (6, false), (8, true)] as [(UInt8, Bool)] {
      let photo = try clean(PhotoMaker.webP(orientation: side, animated: animated))
      #expect(photo.name.hasSuffix(".webp"))
      #expect(!holdsSecrets(photo.bytes))
      let parts = try #require(PhotoMaker.parts(ofWebP: photo.bytes))
      let exif = side == 1 ? [] : ["EXIF"]
      let image = animated ? ["ANIM", "ANMF"] : ["ALPH", "VP8 "]
      #expect(parts.map(\.name) == ["VP8X", "ICCP"] + image + exif)
      // Neither XMP nor, without an orientation, Exif.
      #expect(parts[0].contents[0] == (side == 1 ? 0x20 : 0x28))
      #expect(Array(parts[0].contents.dropFirst()) == Array(PhotoMaker.webPHeader.dropFirst()))
      if side != 1 { #expect(orientation(parts[parts.count - 1].contents) == side) }
      if animated {
        let frame = PhotoMaker.parts(parts[3].contents[16...])
        #expect(parts[3].contents.starts(with: PhotoMaker.frameHeader))
        #expect(frame?.map(\.name) == ["VP8L"])
      }
    }
    let plain = PhotoMaker.riff(PhotoMaker.part("VP8L", [0x2F, 1, 2]))
    #expect(try clean(plain).bytes == plain)
  }

  /// The standard says two bytes; some programs write another size.
  @Test(arguments: [1, 3, 4], [true, false]) func orientationOfAnyType(type: Int, little: Bool)
    throws
  {
    let tiff = PhotoMaker.tiff(orientation: 6, little: little, type: type)
    #expect(tiff.withUnsafeBufferPointer { PhotoOrientation.read($0) } == 6)
  }

  private static let all = [
    PhotoMaker.jpeg(), PhotoMaker.png(), PhotoMaker.webP(), PhotoMaker.webP(animated: true),
  ]

  /// Cleaning again changes nothing, so a photo is the same file however often it is added.
  @Test(arguments: all) func again(photo: [UInt8]) throws {
    let once = try clean(photo)
    #expect(try clean(once.bytes).bytes == once.bytes)
  }

  /// No part from the beginning of a photo is a valid photo.
  @Test(arguments: all) func truncated(photo: [UInt8]) throws {
    let whole = try clean(photo).bytes
    for length in 0..<whole.count {
      #expect(throws: PhotoProblem.self, "\(length)") { try clean(Array(whole.prefix(length))) }
    }
  }

  /// A randomly changed photo is refused, or what is kept is complete and without private data.
  @Test(arguments: all) func changedAtRandom(photo: [UInt8]) {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      var bytes = photo
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = [0, 1, 2, 0xFF, .random(in: 0...255, using: &random)].randomElement(
          using: &random)!
      }
      guard let kept = try? clean(bytes).bytes else { continue }
      let isWhole =
        PhotoMaker.segments(ofJPEG: kept) != nil || PhotoMaker.chunks(ofPNG: kept) != nil
        || PhotoMaker.parts(ofWebP: kept) != nil
      #expect(isWhole, "seed \(seed)")
      #expect((try? clean(kept))?.bytes == kept, "seed \(seed)")
    }
  }

  private typealias Segment = PhotoMaker.Segment

  @Test func hostile() {
    let (jpeg, png) = ([0xFF, 0xD8] as [UInt8], PhotoMaker.pngSignature)
    let header = PhotoMaker.chunk("IHDR", PhotoMaker.pngHeader)
    let image = PhotoMaker.image.flatMap(\.bytes)
    var wrongSum = PhotoMaker.chunk("IDAT", [1])
    wrongSum[wrongSum.count - 1] ^= 1
    let end = PhotoMaker.chunk("IEND", [])
    let frame = PhotoMaker.part("VP8 ", [1, 2])
    let photos: [[UInt8]] = [
      [], [0xFF], Array("GIF89a".utf8), Array("<svg/>".utf8), jpeg + [0xFF, 0xD9],
      jpeg + [0xFF, 0xE0, 0, 0], jpeg + [0xFF, 0xE0, 0, 1], jpeg + [0xFF, 0xE0, 0xFF, 0xFF, 1],
      jpeg + [0xFF, 0xD8] + image + [0xFF, 0xD9], jpeg + [0xFF, 0x01] + image + [0xFF, 0xD9],
      jpeg + PhotoMaker.image[4].bytes + [0xFF, 0xD9], jpeg + image, jpeg + image + [0xFF],
      jpeg + [UInt8](repeating: 0xFF, count: 9999),
      png, png + header + end, png + end, png + header + wrongSum + end,
      png + header + PhotoMaker.chunk("IDAT", [1]), png + PhotoMaker.chunk("IDAT", [1]) + end,
      png + header + PhotoMaker.chunk("EVIL", [1]) + PhotoMaker.chunk("IDAT", [1]) + end,
      png + PhotoMaker.chunk("IHDR", [1]) + end,
      png + [0xFF, 0xFF, 0xFF, 0xFF] + Array("IHDR".utf8),
      PhotoMaker.riff([]), PhotoMaker.riff(PhotoMaker.part("EXIF", [1])),
      PhotoMaker.riff(frame + PhotoMaker.part("VP8X", PhotoMaker.webPHeader)),
      PhotoMaker.riff(PhotoMaker.part("VP8X", [1])), PhotoMaker.riff(PhotoMaker.part("ANMF", [1])),
      PhotoMaker.riff(Array("VP8 ".utf8) + [0xFF, 0xFF, 0xFF, 0xFF]),
      Array("RIFF".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("WEBP".utf8) + frame,
      Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + frame,
    ]
    for photo in photos {
      #expect(throws: PhotoProblem.self, "\(photo.prefix(64))") { try clean(photo) }
    }
  }

  @Test func wrongExifSaysNothing() throws {
    for tiff in [
      [], Array("II".utf8), Array("MM\0*\u{7F}\u{7F}\u{7F}\u{7F}".utf8),
      PhotoMaker.tiff(orientation: 0, little: true), PhotoMaker.tiff(orientation: 9, little: false),
      Array(PhotoMaker.tiff(orientation: 6, little: false).prefix(30)),
    ] {
      let segment = Segment(marker: 0xE1, contents: Array("Exif\0\0".utf8) + tiff)
      let image = PhotoMaker.image.flatMap(\.bytes) + [0xFF, 0xD9]
      #expect(try clean([0xFF, 0xD8] + segment.bytes + image).bytes == [0xFF, 0xD8] + image)
    }
  }

  @Test func files() throws {
    try TemporaryDirectory.with { place in
      let path = FilePath(try place.write(PhotoMaker.jpeg(), to: "a.png"))
      #expect(try CleanPhoto(ofFile: path).name.hasSuffix(".jpg"))
      for name in ["missing", "."] {
        #expect(throws: PhotoError.self) { try CleanPhoto(ofFile: "\(place.path)/\(name)") }
      }
      #expect(mkfifo(place.file("pipe"), 0o600) == 0)
      #expect(throws: PhotoError.self) { try CleanPhoto(ofFile: "\(place.path)/pipe") }
      #expect(truncate("\(path)", off_t(CleanPhoto.mostBytes) + 1) == 0)
      #expect(throws: PhotoError.self) { try CleanPhoto(ofFile: path) }
    }
  }

  /// Exactly the photos that no record needs any more are removed.
  @Test func kept() throws {
    try TemporaryDirectory.with { place in
      let folder = FilePath(place.path)
      let venue = RecordedVenue(
        id: "a", name: nil, postcode: nil, coordinate: Coordinate(latitude: 1, longitude: 1))
      let (one, two) = (try clean(PhotoMaker.jpeg()), try clean(PhotoMaker.png()))
      func record(_ photos: [CleanPhoto]) -> VisitRecord {
        var record = VisitRecord(.review, of: venue, on: .today)
        (record.text, record.photos) = ("t", photos.map(\.name))
        return record
      }
      let records = [record([one, two]), record([two])]
      try VisitLog.add(records[0], [one, two], in: folder, whenWaiting: {})
      try VisitLog.add(records[1], [two], in: folder, whenWaiting: {})
      try place.write("mine", to: "photos/notes.txt")
      func names() throws -> [String] { try Files.names(in: place.file("photos")) }
      #expect(try names() == [one.name, two.name, "notes.txt"].sorted())
      #expect(try Files.bytes(place.file("photos/\(one.name)")) == one.bytes)
      #expect(stat(ofFile: "\(place.path)/photos/\(one.name)")!.st_mode & 0o777 == 0o600)
      func remove(_ id: String) throws {
        try VisitLog.change(in: folder, whenWaiting: {}) { log in
          log.remove([id])
          return true
        }
      }
      // A line that cannot be read may refer to it.
      let log = place.file("visits.ndjson")
      try Files.write(try Files.bytes(log) + Array("{\"x\":\"\(one.name)\n".utf8), to: log)
      try remove(records[0].id)
      #expect(try names() == [one.name, two.name, "notes.txt"].sorted())
      // A half-written file does not outlive a removal either, however recent it is.
      let unfinished = [".finder.1.a.tmp", "photos/.finder.1.b.tmp"]
      for name in unfinished { try place.write(one.bytes, to: name) }
      try remove(records[1].id)
      #expect(try names() == [one.name, "notes.txt"].sorted())
      #expect(try !Files.names(in: place.path).contains(unfinished[0]))
    }
  }
}
