/// The names of temporary files being written, for code that ends the process early: a signal handler, or the
/// last message when memory runs out. No command writes more than two at a time, all from its main thread.
package enum UnfinishedFiles {
  /// Called before the first is noted.
  package nonisolated(unsafe) static var whenNoted: (() -> Void)?

  /// Where a name is stored; `nil` for one too many, which is then only swept later.
  struct Note { fileprivate let place: Int? }

  static func note(_ path: FilePath) -> Note {
    whenNoted?()
    guard let place = (0..<places).first(where: { names[$0] == nil }) else {
      return Note(place: nil)
    }
    names[place] = path.withCString { strdup($0) }
    return Note(place: place)
  }

  static func forget(_ note: Note) {
    guard let place = note.place else { return }
    let name = names[place]
    names[place] = nil
    free(name)
  }

  /// Calls only `unlink`, as a signal handler must.
  package static func remove() {
    for place in 0..<places { if let name = names[place] { unlink(name) } }
  }

  private static let places = 4
  private typealias Name = UnsafeMutablePointer<CChar>?

  /// A handler may interrupt between any two steps, and reads this memory.
  @exclusivity(unchecked)
  nonisolated(unsafe) private static var storage: (Name, Name, Name, Name) = (nil, nil, nil, nil)

  private static var names: UnsafeMutablePointer<Name> {
    withUnsafeMutablePointer(to: &storage) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Name.self)
    }
  }
}
