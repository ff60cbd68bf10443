import FinderChanges
import FinderEngine

/// Several files as one dataset, in which a venue that several of them have is one.
///
/// Extracts of OpenStreetMap are put together by their ids first: those of two neighbours share the venues on
/// the border. What is left is merged as a fetch of several sources is (`VenueMerge`).
package struct VenueFiles {
  package let document: PaddedBytes
  package let venues: Int
  /// Venues that more than one has.
  package let shared: Int
  /// How many venues each has, under the name that `sources` has for it.
  package let counts: [(name: String, venues: Int)]
  /// Features that cannot be used, by file.
  package let unusable: [(name: String, features: Int)]

  package init(merging files: [VenueFile]) throws {
    let parts = try Self.parts(files)
    let merged: VenueMerge.Merged
    do throws(VenueMerge.Problem) {
      merged = try VenueMerge.merged(
        parts.map { VenueMerge.Source(name: $0.name, text: $0.text, links: $0.links) })
    } catch {
      throw DatasetError.malformed(
        path: parts.first { $0.name == error.source }?.files ?? error.source, at: error.place,
        problem: error.problem, hint: nil)
    }
    document = merged.text
    venues = merged.summary.venues
    shared = merged.summary.shared
    counts = zip(parts, merged.summary.read).map { ($0.name, $1) }
    unusable = zip(parts, merged.summary.leftOut).filter { $1 > 0 }.map { ($0.files, $1) }
  }

  private struct Part {
    let name: String
    /// As messages call it.
    let files: String
    let text: PaddedBytes
    let links: SourceLinks.Form?
  }

  private static func parts(_ files: [VenueFile]) throws -> [Part] {
    var parts: [Part] = []
    let extracts = files.filter { $0.form == .extract }
    var hasExtracts = false
    for file in files {
      if file.form == .extract {
        if hasExtracts { continue }
        hasExtracts = true
      }
      let isUnion = file.form == .extract && extracts.count > 1
      let name = unused(file.sourceName, parts)
      parts.append(
        Part(
          name: name, files: isUnion ? extracts.map(\.name).joined(separator: ", ") : file.name,
          text: isUnion ? union(extracts.map(\.document)) : try file.text(), links: file.links))
    }
    return parts
  }

  private static func unused(_ name: String, _ parts: [Part]) -> String {
    var (unused, number) = (name, 1)
    while parts.contains(where: { $0.name == unused }) {
      number += 1
      unused = "\(name)_\(number)"
    }
    return unused
  }

  /// Of collections in which each feature is a line that begins with its id, in order.
  private static func union(_ documents: [PaddedBytes]) -> PaddedBytes {
    var features = documents.flatMap { FeatureLine.all(in: $0) }
    features.sort { ($0.kind, $0.number) < ($1.kind, $1.number) }
    var output = ByteBuffer(capacity: documents.reduce(1024) { $0 + $1.count })
    output.append("{\"type\":\"FeatureCollection\"")
    output.append(attribution: [.openStreetMap])
    output.append(",\"features\":[")
    var last: FeatureLine?
    for feature in features {
      if let last, (last.kind, last.number) == (feature.kind, feature.number) { continue }
      output.append(last == nil ? "\n" : ",\n")
      output.append(feature.text)
      last = feature
    }
    output.append("\n]}\n")
    withExtendedLifetime(documents) {}
    return output.padded()
  }

  private struct FeatureLine {
    let kind: Int
    let number: Int
    let text: Bytes

    private static let kinds: [StaticString] = ["node/", "way/", "relation/"]

    static func all(in document: PaddedBytes) -> [FeatureLine] {
      document.bytes.split(separator: 0x0A).compactMap { line in
        FeatureLine(line.last == UInt8(ascii: ",") ? line.dropLast() : line)
      }
    }

    private init?(_ line: Slice<Bytes>) {
      let start = ("{\"type\":\"Feature\",\"id\":\"osm:" as StaticString).bytes
      guard line.starts(with: start) else { return nil }
      let id = line.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") }
      guard let kind = Self.kinds.firstIndex(where: { id.starts(with: $0.bytes) }),
        let number = Int(
          String(decoding: id.dropFirst(Self.kinds[kind].bytes.count), as: UTF8.self))
      else { return nil }
      (self.kind, self.number, text) = (kind, number, Bytes(rebasing: line))
    }
  }
}

extension VenueFile {
  /// GeoJSON that is not packed.
  package func text() throws -> PaddedBytes {
    Gzip.isGzip(document.bytes) ? try Gzip.unpack(document, named: name) : document
  }

  /// As the venues of a merged dataset name it in `sources`.
  var sourceName: String {
    if let source { return source.rawValue }
    let stem = "\(FilePath(name).name.stem)"
    return stem.isEmpty ? name : stem
  }

  /// Lists have the numbers of the ratings as ids, a fetch puts a word before them.
  var links: SourceLinks.Form? {
    guard source == .hygiene else { return nil }
    return form == .hygiene ? .hygieneList : .hygiene
  }
}

extension DatasetInstaller.Origin {
  /// What was chosen from the files that an edition is made of, and what they cover. Where nothing was to be
  /// chosen, nothing is noted.
  package mutating func note(_ choice: VenueChoice, from files: [VenueFile]) {
    let hasEverything: [VenueForm] = [.extract, .archive, .places]
    guard choice.hasArea || files.contains(where: { hasEverything.contains($0.form) }) else {
      return
    }
    self.choice = choice.text(isOpenStreetMap: files.allSatisfy { $0.form == .extract })
    polygon = choice.polygonText
    extent = files.count == 1 ? files[0].extent : nil
  }
}
