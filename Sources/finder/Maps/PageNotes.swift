import CommandLineKit
import FinderEngine
import FinderMaps

extension Invocation {
  /// What a page says of its venues: where they are from, and how old that is. Only the file's name: who is
  /// sent a page need not know the folders of whoever made it.
  func pageNotes() throws -> [String] {
    let source = try dataSource()
    switch source.kind {
    case .stdin: return []
    case .sample: return ["These venues are made up: they are the sample that comes with finder."]
    case .installed:
      guard let folder = locator.dataFolder,
        let record = InstalledDataset.record(ofFile: source.path, in: folder)
      else { return [] }
      let name = record.source.split(separator: "/").last.map { $0 == "-" ? "" : $0 } ?? ""
      return [
        "From \(name.isEmpty ? "a dataset" : name), installed on \(record.installed.prefix(10))."
      ]
    case .option, .environment:
      let day = source.modified.map { " of \(Timestamp.day($0))" } ?? ""
      return ["From \(source.path.name)\(day)."]
    }
  }
}

extension PageReport {
  private static let largeBase = 5_000_000

  /// What whoever makes the page should know of it.
  var notes: [String] {
    var notes: [String] = []
    if venuesCutShort > 0 {
      notes.append(
        "the page lacks the other properties of \(counted(venuesCutShort, "venue")): it holds "
          + "\(shown(bytes: mostPropertyBytes)) of them; filters make a page of fewer venues")
    }
    if baseBytes > Self.largeBase {
      notes.append(
        "the base map takes \(shown(bytes: baseBytes)) of the page; a smaller file opens sooner")
    }
    return notes
  }
}
