import FinderEngine

/// The rough base map that comes with finder: `outline.csv`, a point a line.
///
///     kind,name,lat,lon
///     land,Isle of Wight,50.663,-1.588
///
/// Lines of one kind and name that follow one another are one ring, of an area, or one line. A name has
/// no comma in it, and nothing is quoted.
package enum Outline {
  package static let fileName = "outline.csv"

  /// Some 3,000 points take 80 KB. A file of more than this is not an outline.
  private static let mostBytes = 1 << 22

  /// Of the first folder that has it; `nil` where none does.
  package static func path(in folders: [FilePath]) -> FilePath? {
    for folder in folders {
      let path: FilePath = "\(folder)/\(fileName)"
      if path.isAccessible() { return path }
    }
    return nil
  }

  package static func read(_ path: FilePath) throws -> [BaseShape] {
    let text = try FileReading.contents(ofFile: path, upTo: mostBytes)
    return try shapes(in: text.bytes, named: "\(path)")
  }

  /// O(n) for n bytes; the path is for the message.
  package static func shapes(
    in text: UnsafeBufferPointer<UInt8>, named path: String
  ) throws(ListError) -> [BaseShape] {
    var reader = OutlineReader(text)
    do throws(BadRecord) {
      return try reader.read()
    } catch {
      throw .malformed(
        path: path, place: "line \(reader.line)", problem: error.problem, hint: nil)
    }
  }
}
