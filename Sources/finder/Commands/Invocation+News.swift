import CommandLineKit
import FinderEngine
import FinderLists

// What `finder news` is answered from is kept by `data install`, `data update` and `data rollback`. What
// stands in the way of that costs the journal an edition, and is told; the change itself counts.

extension Invocation {
  /// What a command that was stopped left out. What cannot be kept now, cannot be kept later either, and
  /// is told then.
  func keepEarlierNews(of installer: DatasetInstaller) {
    _ = try? keepNews(of: installer, after: .nothing)
  }

  /// To be done once the answer is out, for which nobody who reads it is to wait. Where there is no memory
  /// for it, finder ends as if it had been done.
  func keepNews(
    of installer: DatasetInstaller, after step: NewsKeeper.Step, closing output: Output,
    before end: ExitCode
  ) throws -> ExitCode {
    try output.close()
    ProcessEnd.afterAnswer = end
    do throws(NewsError) {
      try keepNews(of: installer, after: step)
    } catch {
      diagnostics.note("'finder news' has nothing of this edition: \(error.message)")
    }
    return end
  }

  private func keepNews(
    of installer: DatasetInstaller, after step: NewsKeeper.Step
  ) throws(NewsError) {
    let keeper = NewsKeeper(folder: installer.folder) { NewsScope(old: $0, new: $1) }
    let outcome = try keeper.follow(installer.installed, after: step)
    if let aside = outcome.aside {
      diagnostics.note(
        "the journal of 'finder news' was damaged: it is now \(aside), and a new one was begun")
    }
    if outcome.isPartial {
      diagnostics.note(
        "this is not of the area and the sources of the dataset before: of 'finder news' only what both "
          + "have in common")
    }
    if let lost = outcome.lost {
      diagnostics.note("'finder news' cannot tell what the last edition changed: \(lost.message)")
    }
  }
}
