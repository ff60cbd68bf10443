import CommandLineKit
import FinderEngine
import FinderLists

/// What happened to the records of the files that were read, for people and for programs.
struct FilesReport {
  private let files: [VenueFile]
  private let together: VenueFiles?
  private let invocation: Invocation
  private var diagnostics: Diagnostics { invocation.diagnostics }

  init(_ files: [VenueFile], _ together: VenueFiles?, _ invocation: Invocation) {
    (self.files, self.together, self.invocation) = (files, together, invocation)
  }

  /// Reports the first ten unusable records of each file, a line each, and how many there are.
  func sayFaults() {
    for file in files {
      for fault in file.tally.firstFaults {
        diagnostics.say("\(file.name): \(fault.place): \(fault.problem)")
      }
      diagnostics.say(faults: file.tally.faults, of: file.name)
    }
  }

  /// Notes what each file has, what was left out, and how venues were placed; or for a dataset that is used
  /// as it is, which features cannot be used.
  func note(_ candidate: DatasetCandidate? = nil) {
    for place in files.indices { note(files[place], together?.inFiles[place]) }
    if let together {
      for (name, features) in together.unusable {
        diagnostics.note(
          "\(name): left out \(counted(features, "feature")) that cannot be used; 'finder data "
            + "validate' lists them")
      }
      diagnostics.note(
        "\(counted(together.shared, "venue")) \(together.shared == 1 ? "is" : "are") in "
          + "\(files.count == 2 ? "both" : "several") files, \(together.venues) in all")
    } else if let candidate {
      let name = files[0].name
      diagnostics.note(
        faultsIn: candidate.tally,
        of: DatasetSource(named: name == "standard input" ? "-" : FilePath(name)))
    }
    Self.note(ifNoEffect: files.map(\.form), invocation)
  }

  /// `merged` is set for a file that was merged as it is.
  private func note(_ file: VenueFile, _ merged: (venues: Int, unusable: Int)?) {
    for note in file.notes { diagnostics.note("\(file.name): \(note)") }
    var parts = [Self.placed(file.tally), Self.leftOut(file.tally.leftOut)].compactMap { $0 }
    if file.tally.otherTypes > 0 {
      parts.append("left out \(counted(file.tally.otherTypes, "venue")) of other business types")
    }
    if let merged {
      diagnostics.note("\(file.name): \(counted(merged.venues, "venue"))")
    } else if !file.isAsItCame, together != nil || !parts.isEmpty {
      parts.insert(counted(file.tally.kept, "venue"), at: 0)
      diagnostics.note("\(file.name): " + parts.joined(separator: "; "))
    }
    if file.tally.partial > 0 {
      diagnostics.note(
        "\(file.name): \(counted(file.tally.partial, "venue")) "
          + (file.tally.partial == 1
            ? "is only partly in the file, and is placed at the middle of that part"
            : "are only partly in the file, and are placed at the middle of that part"))
    }
  }

  static func leftOut(_ tally: ChoiceTally) -> String? {
    let reasons = listed(tally.reasons)
    guard !reasons.isEmpty else { return nil }
    return "left out \(reasons)" + (tally.otherKinds.isEmpty ? "" : " (--kinds takes other kinds)")
  }

  private static func placed(_ tally: VenueFile.Tally) -> String? {
    guard let placed = tally.placed else { return nil }
    let levels = listed([
      ("by postcode", placed.count(at: .postcode)), ("by sector", placed.count(at: .sector)),
      ("by outward code", placed.count(at: .outcode)),
    ])
    // `sayFaults` reports those that cannot be read.
    let reasons = ImportTally.Unplaced.allCases.filter { $0 != .malformed }
    let lost = listed(reasons.map { ($0.name, placed.count(of: $0)) })
    return "placed \(levels.isEmpty ? "none" : levels), from \(tally.placedBy)"
      + (lost.isEmpty ? "" : "; not placed: \(lost)")
      + (placed.repaired > 0 ? "; repaired \(counted(placed.repaired, "postcode"))" : "")
  }

  /// Notes options that select from a source of everything, if no file is one.
  static func note(ifNoEffect forms: [VenueForm], _ invocation: Invocation) {
    func note(_ option: Option, _ applies: (VenueForm) -> Bool, _ why: String) {
      guard invocation.has(option), !forms.contains(where: applies) else { return }
      invocation.diagnostics.note("\(option.flag) has no effect: \(why)")
    }
    note(FileOptions.kinds, \.hasEverything, "all venues of a list are taken, whatever their kind")
    note(FileOptions.includesPrivate, \.hasEverything, "all venues of a list are taken")
    for option in FileOptions.reading {
      note(option, { $0 != .extract }, "an extract has no columns")
    }
  }

  /// Members for the document of an install.
  func members(_ candidate: DatasetCandidate) -> [(inout ByteBuffer) -> Void] {
    [
      { output in
        output.append(key: "files", elements: files.count) { output, place in
          output.appendObject {
            append(files[place], candidate.tally, together?.inFiles[place], to: &$0)
          }
        }
      }
    ]
  }

  /// A dataset that is used as it is has no tally of its own.
  private func append(
    _ file: VenueFile, _ dataset: DatasetTally, _ merged: (venues: Int, unusable: Int)?,
    to output: inout ByteBuffer
  ) {
    let tally = file.tally
    output.append(key: "file", string: file.name == "standard input" ? "-" : file.name)
    output.append(key: "form", string: file.form.name)
    if file.isAsItCame {
      if let merged {
        output.append(key: "venues", integer: merged.venues)
        output.append(key: "left_out") { output in
          if merged.unusable > 0 { output.append(counts: [("unusable", merged.unusable)]) }
        }
        return
      }
      output.append(key: "venues", integer: dataset.features - dataset.leftOut)
      output.append(key: "left_out") { $0.append(counts: dataset.reasonCounts) }
      return
    }
    output.append(key: "venues", integer: tally.kept)
    output.append(key: "left_out") { output in
      let counts = [
        ("unusable", tally.faults), ("other_business_types", tally.otherTypes),
        ("not_placed", tally.placed.map { $0.unplaced - $0.count(of: .malformed) } ?? 0),
      ]
      output.append(counts: (tally.leftOut.codes + counts).filter { $0.count > 0 })
    }
    if !tally.leftOut.otherKinds.isEmpty {
      output.append(key: "other_kinds") { $0.append(counts: tally.leftOut.kinds) }
    }
    guard let placed = tally.placed else { return }
    output.append(key: "placed") { output in
      output.append(counts: [
        ("postcode", placed.count(at: .postcode)), ("sector", placed.count(at: .sector)),
        ("outcode", placed.count(at: .outcode)),
      ])
    }
  }
}

extension Diagnostics {
  /// Follows the lines about the first records that cannot be used: how many more there are, and what became of
  /// all of them.
  func say(faults count: Int, of name: String? = nil, ending: String? = nil) {
    guard count > 0 else { return }
    let more = count - ListPasses.mostReported
    say(
      (name.map { "\($0): " } ?? "") + (more > 0 ? "and \(more) more; " : "")
        + (ending ?? "left out \(counted(count, "venue")) that cannot be used"))
  }
}

extension VenueForm {
  fileprivate var name: String {
    switch self {
    case .extract: "extract"
    case .archive: "zip"
    case .geoJSON: "geojson"
    case .places: "places"
    case .overpass: "overpass"
    case .hygiene: "hygiene"
    case .list: "list"
    case .postcodes: "postcodes"
    case .markup, .other: "other"
    }
  }
}
