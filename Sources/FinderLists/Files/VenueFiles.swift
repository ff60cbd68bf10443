import FinderChanges
import FinderEngine

/// Several files as one dataset. A venue that several of them have becomes one.
///
/// Extracts of OpenStreetMap are joined by their ids first: those of two neighbours share the venues on the
/// border. The results are merged like a fetch of several sources (`VenueMerge`).
package struct VenueFiles {
  package let document: PaddedBytes
  package let venues: Int
  /// Venues that more than one file has.
  package let shared: Int
  /// How many venues each file has, under its name in `sources`.
  package let counts: [(name: String, venues: Int)]
  /// Features that cannot be used, by file.
  package let unusable: [(name: String, features: Int)]
  /// Counts of each file that is used unchanged, which are only known once it is merged; `nil` for others. In
  /// the order of the files.
  package let inFiles: [(venues: Int, unusable: Int)?]

  package init(merging files: [VenueFile]) throws {
    let (parts, inSeveralExtracts) = try Self.parts(files)
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
    // A venue that several extracts and another file have is counted twice here, so the count is limited.
    shared = min(merged.summary.shared + inSeveralExtracts, venues)
    counts = zip(parts, merged.summary.read).map { ($0.name, $1) }
    unusable = zip(parts, merged.summary.leftOut).filter { $1 > 0 }.map { ($0.files, $1) }
    var inFiles = [(venues: Int, unusable: Int)?](repeating: nil, count: files.count)
    for (number, part) in parts.enumerated() where files[part.place].isAsItCame {
      inFiles[part.place] = (merged.summary.read[number], merged.summary.leftOut[number])
    }
    self.inFiles = inFiles
  }

  private struct Part {
    /// The index of its first file.
    let place: Int
    let name: String
    /// The name used in messages.
    let files: String
    let text: PaddedBytes
    let links: SourceLinks.Form?
  }

  /// Also returns how many venues several of the extracts have.
  private static func parts(_ files: [VenueFile]) throws -> ([Part], shared: Int) {
    var parts: [Part] = []
    let extracts = files.filter { $0.form == .extract }
    let union = extracts.count > 1 ? union(extracts) : nil
    var hasExtracts = false
    for (place, file) in files.enumerated() {
      if file.form == .extract {
        if hasExtracts { continue }
        hasExtracts = true
      }
      let union = file.form == .extract ? union : nil
      let name = unused(file.sourceName, parts)
      parts.append(
        Part(
          place: place, name: name,
          files: union == nil ? file.name : extracts.map(\.name).joined(separator: ", "),
          text: try union?.text ?? file.text(), links: file.links))
    }
    return (parts, union?.shared ?? 0)
  }

  private static func unused(_ name: String, _ parts: [Part]) -> String {
    var (unused, number) = (name, 1)
    while parts.contains(where: { $0.name == unused }) {
      number += 1
      unused = "\(name)_\(number)"
    }
    return unused
  }

  /// Joins extracts. Of venues with the same id, the first file's is used, unless that has only part of a way,
  /// whose position differs from that of the whole.
  private static func union(_ extracts: [VenueFile]) -> (text: PaddedBytes, shared: Int) {
    var features: [FeatureText] = []
    for (file, extract) in extracts.enumerated() {
      for (id, place) in extract.features {
        features.append(
          FeatureText(
            id: id, isPartial: extract.partial.contains(id), file: file,
            text: Bytes(rebasing: extract.document.bytes[place])))
      }
    }
    features.sort { $0.order < $1.order }
    var shared = 0
    var output = ByteBuffer(capacity: extracts.reduce(1024) { $0 + $1.document.count })
    output.beginCollection { $0.append(attribution: [.openStreetMap]) }
    var last: (id: ObjectID, files: Int)?
    for feature in features {
      if let before = last, before.id == feature.id {
        if before.files == 1 { shared += 1 }
        last = (feature.id, before.files + 1)
        continue
      }
      output.append(last == nil ? "\n" : ",\n")
      output.append(feature.text)
      last = (feature.id, 1)
    }
    output.append("\n]}\n")
    withExtendedLifetime(extracts) {}
    return (output.padded(), shared)
  }

  private struct FeatureText {
    let id: ObjectID
    let isPartial: Bool
    let file: Int
    let text: Bytes

    var order: (ObjectID, Int, Int) { (id, isPartial ? 1 : 0, file) }
  }
}

extension VenueFile {
  /// The GeoJSON, unpacked.
  package func text() throws -> PaddedBytes {
    Gzip.isGzip(document.bytes) ? try Gzip.unpack(document, named: name) : document
  }

  /// The file's name in the `sources` of merged venues.
  var sourceName: String {
    if let source { return source.rawValue }
    let stem = "\(FilePath(name).name.stem)"
    return stem.isEmpty ? name : stem
  }

  /// Lists have the ratings' own numbers as ids; a fetch puts a word before them.
  var links: SourceLinks.Form? {
    guard source == .hygiene else { return nil }
    return form == .hygiene ? .hygieneList : .hygiene
  }
}

extension DatasetInstaller.Origin {
  /// Notes how the files of an edition were read, what was chosen from them, and what they cover. If there
  /// was nothing to choose, only the reading is noted.
  package mutating func note(_ choice: VenueChoice, from files: [VenueFile]) {
    reading = choice.reading.text
    guard choice.hasArea || files.contains(where: \.form.hasEverything) else { return }
    self.choice = choice.text(isOpenStreetMap: files.allSatisfy { $0.form == .extract })
    polygon = choice.polygonText
    extent = files.count == 1 ? files[0].extent : nil
  }
}
