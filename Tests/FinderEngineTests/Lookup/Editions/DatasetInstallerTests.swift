import TestSupport
import Testing

@testable import FinderEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// From edition to edition in a data folder, and the files in it.
@Suite("Installing datasets") struct DatasetInstallerTests {
  private static func text(_ venues: Int) -> [UInt8] {
    let features = (0..<venues).map { feature(name: "venue \($0)") }
    return Array(
      "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}".utf8)
  }

  private static func candidate(_ bytes: [UInt8]) throws -> DatasetCandidate {
    try DatasetCandidate(PaddedBytes(copying: bytes), named: "it")
  }

  /// With some patience: a program that another test is just starting holds, for a moment, all files open in
  /// this process, and their locks.
  private func installer(_ folder: String) throws -> DatasetInstaller {
    try DatasetInstaller(folder: FilePath(folder), cache: nil, patience: 5)
  }

  @discardableResult
  private func install(_ bytes: [UInt8], _ folder: String, from source: String = "a") throws -> Bool
  {
    try installer(folder).install(try Self.candidate(bytes), from: .init(source: source))
  }

  private func editions(_ folder: String) throws -> [String] {
    try Files.names(in: "\(folder)/editions")
  }

  private func record(_ folder: String) throws -> InstalledDataset {
    try #require(try InstalledDataset(folder: FilePath(folder)))
  }

  private func contents(_ folder: String) throws -> [UInt8] {
    try Files.bytes("\(try record(folder).path)")
  }

  @Test func oneAfterAnother() throws {
    try TemporaryDirectory.with { place in
      let folder = place.file("share/finder")
      for venues in 1...4 {
        let bytes =
          venues % 2 == 0 ? Self.text(venues) : GzipArchive().pack(Self.text(venues))
        #expect(try install(bytes, folder, from: "source \(venues)"))
        let record = try record(folder)
        #expect(try contents(folder) == bytes)
        #expect(record.current.venues == venues && record.current.features == venues)
        #expect(record.current.bytes == bytes.count && record.current.source == "source \(venues)")
        #expect(record.current.sha256 == bytes.withUnsafeBufferPointer { SHA256.hex(of: $0) })
        #expect(record.current.file.hasSuffix(venues % 2 == 0 ? ".geojson" : ".geojson.gz"))
        #expect(record.previous?.venues == (venues == 1 ? nil : venues - 1))
        // The edition before is kept, and earlier ones are removed.
        #expect(try editions(folder).count == min(venues, 2))
      }
      #expect(try Files.names(in: folder) == [".lock", "editions", "installed.json"])
    }
  }

  @Test func backAndForth() throws {
    try TemporaryDirectory.with { place in
      let folder = place.path
      #expect(throws: InstallError.self) { try installer(folder).rollBack() }
      try install(Self.text(1), folder)
      #expect(throws: InstallError.self) { try installer(folder).rollBack() }
      try install(Self.text(2), folder)
      let two = try record(folder)
      try installer(folder).rollBack()
      let one = try record(folder)
      #expect(one.current == two.previous && one.previous == two.current)
      #expect(try contents(folder) == Self.text(1))
      try installer(folder).rollBack()
      #expect(try record(folder) == two)
      #expect(try contents(folder) == Self.text(2))
      // Installed after going back: the one gone back to is kept.
      try installer(folder).rollBack()
      try install(Self.text(3), folder)
      try installer(folder).rollBack()
      #expect(try contents(folder) == Self.text(1))
    }
  }

  /// The same bytes again: only the facts about them are written, and what a rollback would restore stays.
  @Test("The area that selected venues is kept as long as an edition that uses it")
  func polygons() throws {
    try TemporaryDirectory.with { place in
      let folder = place.file("finder")
      func polygons() throws -> [String] {
        try editions(folder).filter { $0.hasSuffix(".polygon") }
      }
      for (venues, area, count) in [(1, "one", 1), (2, "two", 2), (3, "one", 2), (4, nil, 1)] {
        let text = area.map { PaddedBytes(copying: Array($0.utf8)) }
        _ = try installer(folder).install(
          try Self.candidate(Self.text(venues)),
          from: .init(source: "a", choice: area.map { "x\($0)" }, polygon: text))
        let edition = try record(folder).current
        #expect(try polygons().count == count && edition.choice == area.map { "x\($0)" })
        #expect((edition.polygon == nil) == (area == nil))
        if let area, let name = edition.polygon {
          #expect(try Files.text("\(folder)/\(name)") == area)
        }
      }
      // Files that are not ours stay.
      try Files.write([1], to: "\(folder)/editions/mine.polygon")
      try install(Self.text(5), folder)
      #expect(try polygons() == ["mine.polygon"])
    }
  }

  /// The record of what was fetched keeps its own area, though other bytes selected the same venues.
  @Test func polygonOfTheSameAgain() throws {
    try TemporaryDirectory.with { place in
      let folder = place.file("finder")
      for (area, fetched) in [("one", Timestamp.text(0)), ("two", nil)] {
        _ = try installer(folder).install(
          try Self.candidate(Self.text(1)),
          from: .init(
            source: "a", fetched: fetched, choice: "x",
            polygon: PaddedBytes(copying: Array(area.utf8))))
      }
      let name = try #require(try record(folder).current.polygon)
      #expect(try Files.text("\(folder)/\(name)") == "one")
      #expect(try editions(folder).filter { $0.hasSuffix(".polygon") }.count == 1)
    }
  }

  @Test func theSameAgain() throws {
    try TemporaryDirectory.with { place in
      let folder = place.path
      try install(Self.text(1), folder)
      try install(Self.text(2), folder, from: "first")
      let before = try record(folder)
      let inode = try ProcessRunner.shell("ls -i editions", directory: folder).stdout
      #expect(try !install(Self.text(2), folder, from: "second"))
      var expected = before
      expected.current.source = "second"
      #expect(try record(folder) == expected)
      #expect(try ProcessRunner.shell("ls -i editions", directory: folder).stdout == inode)
      // If it is damaged or gone, it is written again, which is a change.
      try Files.write([1], to: "\(before.path)")
      #expect(try install(Self.text(2), folder))
      #expect(try contents(folder) == Self.text(2))
      try Files.remove("\(before.path)")
      #expect(try install(Self.text(2), folder))
      #expect(try !install(Self.text(2), folder))
      #expect(try contents(folder) == Self.text(2))
      // The one before becomes the present one.
      #expect(try install(Self.text(1), folder))
      #expect(try record(folder).previous?.sha256 == before.current.sha256)
      #expect(try editions(folder).count == 2)
    }
  }

  @Test func removed() throws {
    try TemporaryDirectory.with { place in
      let folder = place.path
      #expect(try installer(folder).removeAll() == 0)
      for venues in 1...2 { try install(Self.text(venues), folder) }
      let both = try record(folder)
      let before = try #require(both.previous)
      // The one in use: the one before it is in use again.
      #expect(try installer(folder).remove(both.current))
      #expect(try record(folder).current == before && record(folder).previous == nil)
      #expect(try contents(folder) == Self.text(1) && editions(folder).count == 1)
      #expect(try !installer(folder).remove(both.current))
      // The one before: nothing changes for queries.
      try install(Self.text(2), folder)
      let again = try record(folder)
      #expect(try installer(folder).remove(try #require(again.previous)))
      #expect(try record(folder).current == again.current && record(folder).previous == nil)
      #expect(try editions(folder).count == 1)
      // The only one.
      #expect(try installer(folder).remove(again.current))
      #expect(try InstalledDataset(folder: FilePath(folder)) == nil && editions(folder) == [])
      for venues in 1...3 { try install(Self.text(venues), folder) }
      #expect(try installer(folder).removeAll() == 2)
      #expect(try Files.names(in: folder) == [".lock", "editions"] && editions(folder) == [])
      // If there is nothing to go back to, the one in use is not lost.
      for venues in 1...2 { try install(Self.text(venues), folder) }
      let now = try record(folder)
      try Files.write([1], to: "\(folder)/\(try #require(now.previous).file)")
      #expect(throws: InstallError.self) { try installer(folder).remove(now.current) }
      #expect(try record(folder) == now)
      // What a process left that was stopped after it removed the record is removed with the next.
      try Files.remove("\(folder)/installed.json")
      #expect(try installer(folder).removeAll() == 0 && editions(folder) == [])
    }
  }

  @Test func damagedBefore() throws {
    try TemporaryDirectory.with { place in
      let folder = place.path
      try install(Self.text(1), folder)
      try install(Self.text(2), folder)
      let now = try record(folder)
      let before = "\(folder)/\(try #require(now.previous).file)"
      try Files.write(Self.text(3), to: before)
      #expect(throws: InstallError.self) { try installer(folder).rollBack() }
      try Files.remove(before)
      #expect(throws: FileError.self) { try installer(folder).rollBack() }
      #expect(try record(folder) == now)
    }
  }

  /// A file that was put there by hand is what a rollback restores, and is never removed.
  @Test func aFilePutThereByHand() throws {
    try TemporaryDirectory.with { place in
      let folder = place.path
      let byHand = try place.write(Self.text(5), to: "venues.geojson.gz")
      #expect(try installer(folder).presentVenues == 5)
      try install(Self.text(2), folder)
      #expect(try record(folder).previous?.file == "venues.geojson.gz")
      try installer(folder).rollBack()
      #expect(try record(folder).path == FilePath(byHand))
      // Also if changed by hand: it is examined again.
      try installer(folder).rollBack()
      try Files.write(Self.text(7), to: byHand)
      try installer(folder).rollBack()
      #expect(try record(folder).current.venues == 7)
      try installer(folder).rollBack()
      try Files.write([1, 2, 3], to: byHand)
      #expect(throws: DatasetError.self) { try installer(folder).rollBack() }
      for venues in 8...10 { try install(Self.text(venues), folder) }
      #expect(try Files.bytes(byHand) == [1, 2, 3])
      // A file that cannot be used is nothing to go back to.
      try Files.remove("\(folder)/installed.json")
      try install(Self.text(1), folder)
      #expect(try record(folder).previous == nil)
    }
  }

  /// What a killed process left behind is removed with the next; users' files stay.
  @Test func leftovers() throws {
    try TemporaryDirectory.with { place in
      let folder = place.path
      try install(Self.text(1), folder)
      let name = String(repeating: "0a", count: 16)
      for clutter in [
        ".finder.12.tmp", "editions/.finder.7.tmp", "editions/\(name).geojson",
        "editions/\(name).geojson.gz",
      ] { try place.write([1], to: clutter) }
      let theirs = ["editions/mine.geojson", "editions/\(name).txt", ".finder.txt", "notes.tmp"]
      for file in theirs { try place.write([1], to: file) }
      try withExtendedLifetime(try installer(folder)) {
        let found = try Files.names(in: folder) + Files.names(in: "\(folder)/editions")
        #expect(found.count == 3 + 2 + 1 + 2, "\(found)")
        for file in theirs { #expect(try Files.bytes(place.file(file)) == [1]) }
      }
    }
  }

  @Test func oneAtATime() throws {
    try TemporaryDirectory.with { place in
      let first = try installer(place.path)
      var isWaiting = false
      let start = ContinuousClock.now
      let error = #expect(throws: FileError.self) {
        try DatasetInstaller(folder: FilePath(place.path), cache: nil, patience: 0.2) {
          isWaiting = true
        }
      }
      #expect(isWaiting && ContinuousClock.now - start > .milliseconds(150))
      #expect(error?.message == "another finder is changing what is in \(place.path)")
      withExtendedLifetime(first) {}
    }
    try TemporaryDirectory.with { place in
      _ = try installer(place.path)
      _ = try installer(place.path)
    }
  }

  /// An unreadable record is left alone, and so are the files it may name.
  @Test func damagedRecord() throws {
    try TemporaryDirectory.with { place in
      try install(Self.text(1), place.path)
      try place.write("{\"version\":2}", to: "installed.json")
      let error = #expect(throws: DatasetError.self) { try installer(place.path) }
      #expect(error?.message.contains("a newer finder wrote this") == true)
      #expect(try editions(place.path).count == 1)
    }
  }

  @Test func foldersThatAreNotMade() throws {
    try TemporaryDirectory.with { place in
      // There is no such home folder, and none is made.
      let homeless = place.file("home/.local/share/finder")
      #expect(throws: FileError.self) { try installer(homeless) }
      #expect(try Files.names(in: place.path) == [])
      try place.write([], to: "file")
      #expect(throws: FileError.self) { try installer(place.file("file")) }
      #expect(throws: FileError.self) { try installer(place.file("file/finder")) }
    }
  }

  // MARK: Files that are not datasets

  @Test(arguments: [
    ("<!DOCTYPE html><html>", "it is a web page or other markup, not GeoJSON"),
    ("\u{FEFF} \r\n\t<?xml?>", "it is a web page or other markup, not GeoJSON"),
    ("not found", "it: byte 0: expected a GeoJSON object ('{'), found 'not found'"),
    ("", "it: byte 0: expected GeoJSON, but there is nothing but white space"),
    (#"{"type":"FeatureCollection","features":[]}"#, "it has no venues"),
    (
      #"{"type":"Feature","geometry":null,"properties":{}}"#,
      "it has no venue that can be used, of 1 features"
    ),
  ])
  func refused(text: String, message: String) {
    for bytes in [Array(text.utf8), GzipArchive().pack(Array(text.utf8))] {
      let error = #expect(throws: (any Error).self) { try Self.candidate(bytes) }
      let said = (error as? InstallError)?.message ?? (error as? DatasetError)?.message
      #expect(said == message)
    }
  }

  /// The first pass over an archive finds the same as unpacking it, and stops when it is too much.
  @Test func archives() throws {
    var random = SeededGenerator(seed: 7)
    let whole = GzipArchive().pack(Self.text(2000))
    #expect(try Self.candidate(whole).venues == 2000)
    #expect(try Self.candidate(whole + whole.prefix(0) + [0, 0]).venues == 2000)
    for _ in 0..<200 {
      var bytes = whole
      if Bool.random(using: &random) {
        bytes = Array(bytes.prefix(Int.random(in: 2..<bytes.count, using: &random)))
      } else {
        bytes[Int.random(in: 10..<bytes.count, using: &random)] ^=
          1
          << UInt8.random(
            in: 0...7, using: &random)
      }
      let packed = PaddedBytes(copying: bytes)
      func failure(_ work: () throws(FileError) -> Void) -> String? {
        do throws(FileError) { try work() } catch { return error.message }
        return nil
      }
      let one = failure { () throws(FileError) in
        try Gzip.verify(packed, named: "it", limit: Gzip.defaultLimit)
      }
      let other = failure { () throws(FileError) in _ = try Gzip.unpack(packed, named: "it") }
      #expect(one == other)
    }
    let size = Self.text(2000).count
    for (limit, fits) in [(size, true), (size - 1, false), (0, false)] {
      let packed = PaddedBytes(copying: whole)
      let error = Result { try Gzip.verify(packed, named: "it", limit: limit) }
      #expect(((try? error.get()) != nil) == fits)
      let candidate = try? DatasetCandidate(packed, named: "it", unpackedLimit: limit)
      #expect((candidate != nil) == fits)
    }
  }

  @Test func momentsAsDateHasThem() throws {
    for moment in [0, 951_782_399, 951_782_400, 1_596_585_600, 1_795_279_203, 4_102_444_800] {
      let date = try ProcessRunner.shell("date -u -d @\(moment) +%Y-%m-%dT%H:%M:%SZ")
      guard date.status == 0 else { return }
      #expect(Timestamp.text(moment) + "\n" == date.stdout)
    }
  }
}
