import FinderEngine

/// Keeps the journal up to date with what is installed. The caller must hold the data folder's lock, which an
/// installer does.
///
///     let keeper = NewsKeeper(folder: installer.folder)
///     try keeper.follow(installer.installed, after: .nothing)    // catches up after a stopped install
///     try installer.install(candidate, from: origin)
///     try keeper.follow(installer.installed, after: .install)
///
/// A damaged journal is put aside once the new edition is in place, by `.install` or `.rollback`. Problems
/// with food notes never affect the journal. A damaged file of notes is put aside before the journal is
/// written; one that cannot be read or written is left as it is, and nothing is noted.
///
/// The last row of the journal names its last edition. If that is the one installed, there is nothing to do.
/// So no change is ever recorded twice, wherever a process was stopped.
///
/// A rollback removes the edition from the journal, as if it had never been installed. Rolled forward again,
/// it comes back with its date. The same file may be installed more than once, as in A, B, A: the dates
/// distinguish the two.
package struct NewsKeeper {
  package enum Step {
    case install
    case rollback
    /// Nothing has been done yet.
    case nothing
  }

  package struct Outcome {
    /// Where a damaged journal was put, if there was one.
    package var aside: FilePath?
    /// Where damaged food notes were put; the journal itself is not affected.
    package var foodsAside: FilePath?
    /// Why no food was noted for venues that changed.
    package var foodsLost: NewsError?
    /// Why the last edition could not be compared with the one before.
    package var lost: DatasetError?
    /// Whether the last edition covers another area or other sources than the one before.
    package var isPartial = false
  }

  private let folder: FilePath
  private let scope: (_ old: EditionRecord, _ new: EditionRecord) -> NewsScope

  /// The most venues in two editions for catching up. That comparison runs before the new edition is in
  /// place, and must not end the install if memory is short. With more venues, the changes between the two
  /// are not recorded.
  private static let mostMadeUpFor = 1_000_000

  /// `scope` decides what can be compared between two editions.
  package init(
    folder: FilePath,
    scope: @escaping (_ old: EditionRecord, _ new: EditionRecord) -> NewsScope = { _, _ in .all }
  ) {
    (self.folder, self.scope) = (folder, scope)
  }

  @discardableResult
  package func follow(
    _ installed: InstalledDataset?, after step: Step
  ) throws(NewsError) -> Outcome {
    var outcome = Outcome()
    guard let installed else { return outcome }
    var draft = NewsDraft()
    do throws(NewsError) {
      if let journal = try NewsJournal.open(in: folder) {
        if journal.editions.last?.key == NewsEdition.key(of: installed.current) { return outcome }
        do throws(NewsError) { try journal.readFoods() } catch { outcome.foodsLost = error }
        draft = try NewsDraft(journal)
      }
    } catch {
      guard case .damaged(.journal, let path) = error else { throw error }
      // There may never be a new edition.
      if step == .nothing { return Outcome() }
      outcome.aside = try NewsJournal.setAside(path)
    }
    do throws(DatasetError) {
      outcome.isPartial = try add(installed, to: &draft, after: step)
    } catch {
      // Later changes can still be recorded.
      draft.append(installed.current)
      outcome.lost = error
    }
    do throws(FileError) { try Folder.make("\(folder)/\(NewsJournal.folderName)") } catch {
      throw NewsError.file(error)
    }
    TemporaryFile.sweep("\(folder)/\(NewsJournal.folderName)", olderThan: nil)
    do throws(NewsError) {
      if case .damaged(.foods, let path) = outcome.foodsLost {
        outcome.foodsAside = try NewsJournal.setAside(path)
        outcome.foodsLost = nil
      }
      if outcome.foodsLost == nil { try draft.writeFoods(in: folder) }
    } catch {
      outcome.foodsLost = error
    }
    try draft.writeJournal(in: folder)
    return outcome
  }

  /// Returns whether only a part of the two editions was compared.
  private func add(
    _ installed: InstalledDataset, to draft: inout NewsDraft, after step: Step
  ) throws(DatasetError) -> Bool {
    let current = installed.current
    if let last = draft.editions.last, isTakenBack(last, by: current, step) {
      draft.dropNewest()
      if draft.editions.isEmpty { draft.append(current) }
      return false
    }
    guard let previous = installed.previous else {
      draft.append(current)
      return false
    }
    if draft.editions.isEmpty { draft.append(previous) }
    guard step != .nothing || previous.venues + current.venues <= Self.mostMadeUpFor else {
      draft.append(current)
      return false
    }
    let changes = try changes(from: previous, to: current)
    draft.append(current, after: previous, changes)
    return changes.isPartial
  }

  /// Whether the installed edition is the one that the journal's last edition was compared with. Then the
  /// last edition was rolled back, now or by a process that was stopped before it came here. An install may
  /// bring the same file again.
  private func isTakenBack(_ last: NewsEdition, by current: EditionRecord, _ step: Step) -> Bool {
    step != .install && last.keyBefore == NewsEdition.key(of: current)
      && last.dateBefore == NewsEdition.date(of: current)
  }

  private func changes(
    from previous: EditionRecord, to current: EditionRecord
  ) throws(DatasetError) -> NewsChanges {
    let scope = scope(previous, current)
    if case .nothing = scope { return .nothing }
    let old = try names(of: previous)
    let new = try names(of: current)
    return NewsChanges(
      DatasetComparison(from: old.store, to: new.store), old: old, new: new, scope)
  }

  /// Does not use a snapshot: if another process truncated it while it is mapped, the install would end.
  private func names(of edition: EditionRecord) throws(DatasetError) -> NameDirectory {
    let source = DatasetSource(kind: .installed, path: "\(folder)/\(edition.file)")
    return NameDirectory(of: try DatasetLoader.load(source))
  }
}

extension NewsJournal {
  private static let mostAside = 99

  /// Never overwrites a file that cannot be read.
  static func setAside(_ path: FilePath) throws(NewsError) -> FilePath {
    for number in 1...mostAside {
      let other: FilePath = "\(path).damaged\(number == 1 ? "" : "-\(number)")"
      guard stat(ofLink: other) == nil else { continue }
      guard path.rename(to: other) else {
        throw .file(.cannotWrite(path: "\(other)", errno: errno))
      }
      return other
    }
    throw .file(.cannotWrite(path: "\(path)", errno: EEXIST))
  }
}
