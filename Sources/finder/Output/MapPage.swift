import CPage
import FinderEngine
import FinderLists
import FinderMaps
import OpeningHoursKit

extension PageContents {
  init(
    _ request: MapRequest, _ venues: MapVenues, titled title: String, point: MapPerson?, view: View,
    in store: VenueStore
  ) throws {
    let base = try request.base.shapes()
    self.init(title: title)
    units = request.search.style.figures.units
    (self.view, self.point) = (view, point)
    (people, way) = (venues.people, venues.way)
    // For a meeting, the first venue is the place to meet.
    target = venues.target?.row ?? (venues.people.isEmpty ? nil : venues.hits.first?.row)
    notes = [venues.way?.sentence].compactMap { $0 }
    notes += request.search.source.pageNotes(request.dataFolder)
    if let credit = store.attribution.line { notes.append("Data: \(credit)") }
    (self.base, credit, baseFades) = (base.shapes, base.credit, base.error > 0)
    labels = MapTown.ofSample
    hours = PageHours(of: store)
  }
}

extension PageHours {
  /// Four weeks: beyond that, hours would be wrong too often. The hours of 201 venues take 4 KB.
  private static let daysAhead = 28

  /// `nil` if this machine's clock cannot be read.
  fileprivate init?(of store: VenueStore) {
    guard let today = CivilTime.ofThisMachine?.day else { return nil }
    let calendar = HoursCalendar(of: store, from: today, days: Self.daysAhead)
    self.init(firstDay: today, days: Self.daysAhead) { row in
      calendar.intervals(ofRow: row)?.map {
        Interval(from: $0.from, to: $0.to, isSure: $0.state == .open)
      }
    }
  }
}

extension DatasetSource {
  /// What a page says about its venues: where they are from, and how old the data is. It has only the file's
  /// name, since readers need not know the author's folders.
  fileprivate func pageNotes(_ dataFolder: FilePath?) -> [String] {
    switch kind {
    case .stdin: return []
    case .sample: return ["These venues are made up: they are the sample that comes with finder."]
    case .installed:
      guard let dataFolder,
        let record = InstalledDataset.record(ofFile: path, in: dataFolder)
      else { return [] }
      let name = record.source.split(separator: "/").last.map { $0 == "-" ? "" : $0 } ?? ""
      return [
        "From \(name.isEmpty ? "a dataset" : name), installed on \(record.installed.prefix(10))."
      ]
    case .option, .environment, .config:
      let day = modified.map { " of \(Timestamp.day($0))" } ?? ""
      return ["From \(path.name)\(day)."]
    }
  }
}

extension PageReport {
  private static let largeBase = 5_000_000

  /// Notes for the author of the page.
  var notes: [String] {
    var notes: [String] = []
    if venuesCutShort > 0 {
      notes.append(
        "the page lacks the other properties of \(counted(venuesCutShort, "venue")): it holds "
          + "at most \(shown(bytes: mostPropertyBytes)) of them; filters make a page of fewer "
          + "venues")
    }
    if baseBytes > Self.largeBase {
      notes.append(
        "the base map takes \(shown(bytes: baseBytes)) of the page; a smaller file opens sooner")
    }
    return notes
  }
}

extension PageAssets {
  /// The files of `Sources/CPage`, from the binary.
  static var own: PageAssets {
    PageAssets(body: bytes(pageBody()), style: bytes(pageStyle()), script: bytes(pageScript()))
  }

  private static func bytes(_ file: PageFile) -> [UInt8] {
    Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
