import FinderEngine

/// Makes one dataset from several that describe the same venues, such as OpenStreetMap and the hygiene
/// ratings.
///
///     let merged = try VenueMerge.merged([
///       .init(name: "osm", text: osm, attribution: .openStreetMap),
///       .init(name: "hygiene", text: ratings, attribution: .foodStandardsAgency),
///     ])
///     merged.summary.shared   // venues that several sources have
///
/// `VenuePairs` decides which venues of different sources are the same. Two of one source never are. With
/// more than two sources, each is compared with the merge of those before it.
///
/// A merged venue has the first source's name, postcode, position and other values, and from the other
/// sources what the first lacks. Its property `sources` shows what came from where (`MergedFeature`).
/// Features that cannot be used are left out. The venues of the first source come first, by name; then those
/// that only the second has, and so on. The output is the same whatever the order in the files.
package enum VenueMerge {
  package struct Source: Sendable {
    let name: String
    let text: PaddedBytes
    let attribution: Attribution?
    /// How earlier sources link to its venues, if they do.
    let links: SourceLinks.Form?

    /// `text` is any form of GeoJSON. `attribution` is added after what the text itself states.
    package init(
      name: String, text: PaddedBytes, attribution: Attribution? = nil,
      links: SourceLinks.Form? = nil
    ) {
      (self.name, self.text) = (name, text)
      (self.attribution, self.links) = (attribution, links)
    }
  }

  package struct Summary: Equatable, Sendable {
    package var venues = 0
    /// Venues that more than one source has.
    package var shared = 0
    /// One count for each source.
    package var read: [Int] = []
    package var leftOut: [Int] = []
  }

  package struct Problem: Error, Sendable {
    package let source: String
    package let place: TextPosition
    package let problem: String
  }

  package struct Merged {
    package let text: PaddedBytes
    package let summary: Summary
  }

  /// O(n log n) in the venues of all sources. A single source is only sorted.
  package static func merged(_ sources: [Source]) throws(Problem) -> Merged {
    let stores = try read(sources)
    var attribution: [Attribution] = []
    for (source, store) in zip(sources, stores) {
      attribution.add(store.attribution + [source.attribution].compactMap { $0 })
    }
    let groups = MergeGroups(stores, sources.map(\.links))
    let text = MergedFeature.collection(
      groups, of: stores, names: sources.map(\.name), attribution)
    return Merged(
      text: text,
      summary: Summary(
        venues: groups.count, shared: groups.shared,
        read: stores.map(\.count), leftOut: stores.map(\.tally.leftOut)))
  }

  /// Reads each source on a thread of its own.
  private static func read(_ sources: [Source]) throws(Problem) -> [VenueStore] {
    var results = [Result<VenueStore, Problem>?](repeating: nil, count: sources.count)
    results.withUnsafeMutableBufferPointer { results in
      let base = results.baseAddress
      Parallel.run(sources.count) { number in
        base?[number] = Result { () throws(Problem) in try store(sources[number]) }
      }
    }
    var stores: [VenueStore] = []
    for result in results { if let result { stores.append(try result.get()) } }
    return stores
  }

  private static func store(_ source: Source) throws(Problem) -> VenueStore {
    do throws(ParseError) {
      return MergeOrder.sorted(try VenueStore(reading: source.text))
    } catch {
      throw Problem(
        source: source.name, place: TextPosition(of: error.offset, in: source.text.bytes),
        problem: error.description(in: source.text.bytes))
    }
  }
}

/// Sorts venues by name, then by the bytes of the feature, so their order in the file does not matter. The
/// text is sorted too: the merge walks it in that order four times, and reading memory from front to back
/// saves a tenth of the time.
struct MergeOrder: NumberedTexts {
  private let store: VenueStore

  static func sorted(_ store: VenueStore) -> VenueStore {
    let order = TextSort(MergeOrder(store: store)).sorted((0..<UInt32(store.count)).map { $0 })
    return store.rearranged(by: order).withTextInOrder()
  }

  func withText(_ row: Int, _ body: (Bytes) -> UInt64) -> UInt64 {
    store.withName(ofRow: row, body)
  }

  func precedes(_ row: Int, _ other: Int) -> Bool {
    var order = store.withName(ofRow: row) { first in
      store.withName(ofRow: other) { first.order($0) }
    }
    if order == 0 { order = store.featureBytes(ofRow: row).order(store.featureBytes(ofRow: other)) }
    return order < 0
  }
}

extension VenueStore {
  /// The same venues on a new text, with the features in the order of the rows.
  fileprivate func withTextInOrder() -> VenueStore {
    let (starts, lengths) = (columns.featureStart, columns.featureLength)
    // The column cannot hold the length of a feature of 4 GB.
    guard !lengths.values.contains(.max) else { return self }
    let bytes = lengths.values.reduce(0) { $0 + Int($1) }
    var ordered = GrowingList<UInt8>(capacity: bytes)
    let base = ordered.extend(by: bytes)
    var end = 0
    let moved = Column(count: count) { row in
      let (start, length) = (end, Int(lengths[row]))
      (base + start).update(from: text.base + starts[row], count: length)
      end += length
      return start
    }
    return VenueStore(
      text: ordered.padded(),
      columns: VenueColumns(
        position: columns.position, featureStart: moved, featureLength: lengths,
        text: columns.text, idKey: columns.idKey),
      tally: tally, positions: positions, attributionText: attributionText)
  }
}
