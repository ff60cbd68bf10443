import CommandLineKit
import FinderEngine

/// What `show` says of how a venue changed: nothing, unless it is of the installed dataset and the journal
/// of `finder news` knows it.
struct StoryReport {
  private let story: VenueStory?
  private let units: ReadableFigures.Units
  /// Why there is none.
  let notes: [String]

  private static let mostShown = 10

  init(
    of row: Int, in names: NameDirectory, _ source: DatasetSource, _ invocation: Invocation,
    _ units: ReadableFigures.Units
  ) {
    self.units = units
    guard source.kind == .installed, let folder = invocation.locator.dataFolder else {
      (story, notes) = (nil, [])
      return
    }
    do throws(NewsError) {
      story = try Self.story(of: row, in: names, source, folder)
      notes = []
    } catch {
      (story, notes) = (nil, [error.message])
    }
  }

  private static func story(
    of row: Int, in names: NameDirectory, _ source: DatasetSource, _ folder: FilePath
  ) throws(NewsError) -> VenueStory? {
    guard let journal = try NewsJournal.open(in: folder), journal.endsWith(editionAt: source.path)
    else { return nil }
    let venue = Venue(row: row, of: names.store)
    let story = VenueStory(of: venue, id: names.id(ofRow: row), in: journal) {
      names.places(alike: row)
    }
    try journal.refuseDamage()
    return story
  }

  private var items: [NewsItem] { story?.items ?? [] }

  // MARK: For people

  var rows: [(name: String, text: String)] {
    var rows: [(name: String, text: String)] = []
    if let since = story?.knownSince { rows.append(("known since", Timestamp.day(since))) }
    for item in items.prefix(Self.mostShown) {
      if let before = item.before, let earlier = earlier(before, item) {
        rows.append(("before", "\(earlier), until \(item.day)"))
      } else if !item.fields.isEmpty {
        let fields = UsageError.escape(item.fields.joined(separator: ", "))
        rows.append(("changed", "\(fields), on \(item.day)"))
      }
    }
    return rows
  }

  /// What people knew it by; `nil` where that did not change.
  private func earlier(_ before: NewsVenue, _ item: NewsItem) -> String? {
    var parts: [String] = []
    if before.name != item.venue.name { parts.append(before.shownName) }
    if before.postcode != item.venue.postcode { parts.append(before.postcode) }
    if let path = item.path {
      let back = Geodesic.inverse(from: item.venue.place, to: before.place)
      var text = ByteBuffer(capacity: 64)
      text.append(distance: path.distance, in: units)
      text.append(" ")
      text.append(ReadableFigures.direction(back.bearing))
      parts.append("\(shown(before.place)) (\(String(decoding: text.bytes, as: UTF8.self)))")
    }
    parts.removeAll { $0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  // MARK: For programs

  /// Only where there are some.
  func append(to output: inout ByteBuffer) {
    output.append(key: "news", elements: items.count) {
      items[$1].append(jsonTo: &$0, distance: nil)
    }
  }

  var isEmpty: Bool { items.isEmpty }
}
