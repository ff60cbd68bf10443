import FinderEngine
import TestSupport

@testable import FinderLists

/// A list read into venues, and the result.
struct VenueRun {
  private(set) var text = ""
  private(set) var tally = ChoiceTally()
  private(set) var faults: [String] = []
  private(set) var failure: String?
  private(set) var archive: VenueArchive.Summary?

  /// The features, one a line as they are written.
  var features: [String] {
    text.split(separator: "\n").dropFirst().dropLast().map {
      $0.hasSuffix(",") ? String($0.dropLast()) : String($0)
    }
  }

  /// What comes after the features.
  var end: String { text.split(separator: "\n").last.map(String.init) ?? "" }

  static let today = "2026-11-27"

  init(_ list: String, _ choice: VenueChoice = VenueChoice(), named name: String = "list") throws {
    try self.init(Array(list.utf8), choice, named: name)
  }

  init(
    _ bytes: [UInt8], _ choice: VenueChoice = VenueChoice(), named name: String = "list",
    mostUnpacked: Int = 1 << 30
  ) throws {
    let written = Written()
    try TemporaryDirectory.with { folder in
      let path = FilePath(try folder.write(bytes, to: name))
      do {
        if ZipArchive.isZip(path) {
          archive = try VenueArchive(path, mostUnpacked: mostUnpacked).read(
            ListInput(), ListOutput(), choice: choice, write: { written.bytes += $0 },
            fault: { written.faults.append("\(ListText.withoutFolder($0)): \($1): \($2)") })
          tally = archive!.leftOut
        } else {
          let taker = VenueTaker(choice, today: Self.today)
          let conversion = ListConversion(try ListStream(path), ListInput(), ListOutput())
          conversion.taker = taker
          _ = try conversion.run(
            write: { written.bytes += $0 }, fault: { written.faults.append("\($0): \($1)") })
          tally = taker.tally
        }
      } catch let error as ListError {
        failure = ListText.withoutFolder(error.message)
      } catch let error as FileError {
        failure = ListText.withoutFolder(error.message)
      }
    }
    faults = written.faults
    text = String(decoding: written.bytes, as: UTF8.self)
  }

  private final class Written {
    var bytes: [UInt8] = []
    var faults: [String] = []
  }
}

enum ListText {
  static func withoutFolder(_ message: String) -> String {
    message.lastIndex(of: "/").map { String(message[message.index(after: $0)...]) } ?? message
  }

  static func collection(_ features: [String], _ members: String = "") -> String {
    "{\"type\":\"FeatureCollection\",\(members)\"features\":[\n\(features.joined(separator: ",\n"))\n]}\n"
  }

  static func feature(_ id: String, _ properties: String, at place: String = "0.5,51.5") -> String {
    "{\"id\":\"\(id)\",\"type\":\"Feature\",\"geometry\":"
      + (place.isEmpty ? "null" : "{\"type\":\"Point\",\"coordinates\":[\(place)]}")
      + ",\"properties\":{\(properties)}}"
  }
}
