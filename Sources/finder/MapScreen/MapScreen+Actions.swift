import CommandLineKit
import FinderEngine

extension MapScreen {
  /// What `show` says of a venue. Each returns what there is to say in the bar.
  func details(ofRow row: Int) throws -> MapPanel {
    let own = VenueReport.Own(
      source: try data.source(), invocation: invocation)
    let style = TableStyle(figures: world.figures, isColoured: false, width: nil)
    let report = try VenueReport(
      row: row, hit: world.hit(ofRow: row), from: world.point, in: world.names, own, style)
    let answer = report.answer(.table)
    let lines = String(decoding: answer.bytes.bytes, as: UTF8.self).split(separator: "\n").map {
      String($0)
    }
    // The names of all lines are padded alike.
    let name = lines.first?.prefix { $0 != " " } ?? ""
    let second = name.count + (lines.first?.dropFirst(name.count).prefix { $0 == " " }.count ?? 0)
    return MapPanel(
      title: self.name(ofRow: row), lines + ["", "o directions  f favourite"], second: second)
  }

  struct Opening {
    let opener: LinkOpener
    let program: DetachedProgram.Running
    let what: String

    var message: String { "opening \(what)" }
  }

  func openDirections(toRow row: Int) throws -> Opening {
    let opener = try LinkOpener("directions", invocation)
    let links = VenueLinks(to: world.store.venue(ofRow: row), from: world.point)
    let program = try opener.start(links)
    let opening = Opening(
      opener: opener, program: program, what: "directions to \(name(ofRow: row))")
    state.message = opening.message
    return opening
  }

  func addFavourite(ofRow row: Int) throws -> String {
    let folder = try invocation.ownFolder()
    let venue = world.store.venue(ofRow: row)
    let favourite = Favourite(id: world.names.id(ofRow: row), name: venue.name)
    var place: Int?
    let noWaiting: () -> Void = {}
    try Favourites.change(in: folder, whenWaiting: noWaiting) {
      place = $0.add(favourite)
      return place == nil
    }
    return place.map { "\(name(ofRow: row)) is a favourite already, at position \($0 + 1)" }
      ?? "\(name(ofRow: row)) is a favourite now"
  }

  /// Into the current folder, under a name that no file has yet.
  func savePicture() throws -> String {
    var scene = world.picture(
      state.camera.view, filter: state.filter, listings, selected: state.selected)
    scene.add(world.store.attribution)
    var picture = ByteBuffer(capacity: 1 << 17)
    PNGPainter.append(scene, scale: 2, title: "Venues", to: &picture)
    for number in 1...9999 {
      let path = FilePath(number == 1 ? "finder-map.png" : "finder-map-\(number).png")
      let descriptor = path.open(O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw FileError.cannotCreate(path: "\(path)", errno: errno) }
      var isWritten = FileWriting.all(UnsafeRawBufferPointer(picture.bytes), to: descriptor)
      var error = errno
      if close(descriptor) != 0, isWritten { (isWritten, error) = (false, errno) }
      guard isWritten else {
        path.withCString { _ = unlink($0) }
        throw FileError.cannotWrite(path: "\(path)", errno: error)
      }
      return "saved \(path), \(shown(bytes: picture.count))"
    }
    throw FileError.cannotCreate(path: "finder-map.png", errno: EEXIST)
  }

  private func name(ofRow row: Int) -> String {
    let name = TidyName.string(world.store.venue(ofRow: row).name)
    return name.isEmpty ? "(no name)" : name
  }
}
