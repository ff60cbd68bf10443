import CommandLineKit
import FinderEngine
import FinderLists

/// The files of `data convert`, `data install` or `data update`, read and merged, with their unusable records
/// reported.
struct ReadFiles {
  let files: [VenueFile]
  /// `nil` for a single file.
  let together: VenueFiles?
  let report: FilesReport

  init(_ files: [VenueFile], _ invocation: Invocation) throws {
    self.files = files
    together = files.count > 1 ? try VenueFiles(merging: files) : nil
    report = FilesReport(files, together, invocation)
    report.sayFaults()
  }

  var document: PaddedBytes { together?.document ?? files[0].document }

  func candidate() throws -> DatasetCandidate {
    do {
      return try DatasetCandidate(
        document, named: files.map(\.name).joined(separator: " and "))
    } catch {
      // If no venue is left, the notes say why.
      report.note()
      throw error
    }
  }
}

extension Invocation {
  func opened(_ paths: [FilePath], _ settings: VenueFile.Settings) throws -> [VenueInput] {
    try paths.map {
      try VenueInput($0, columns: settings.columns, encoding: settings.encoding)
    }
  }

  /// Reads each file completely.
  func venueFiles(
    _ inputs: [VenueInput], _ settings: VenueFile.Settings
  ) throws -> [VenueFile] {
    let progress = Progress(isQuiet: has(Options.quiet))
    defer { progress.wipe() }
    return try inputs.map { input in
      try VenueFile.read(input, settings) { share, venues in
        progress.show(venues: venues, share: share, of: input.name)
      }
    }
  }
}
