import FinderEngine

/// A photo without anything about its owner: where and when it was taken, with which camera, by whom. Only
/// the orientation is kept, without which it may be on its side, and what colours need: a colour profile
/// stays as it is, with the text that its maker put into it.
///
///     let photo = try CleanPhoto(ofFile: "lunch.jpg")
///     photo.name                                         // "9f86d0…0a08.jpg"
///
/// Everything that is kept has been read piece by piece. A file that is cut short, or whose lengths do not
/// fit, is refused, and anything after its end is dropped.
package struct CleanPhoto: Sendable {
  package let name: String
  let bytes: [UInt8]

  package static let mostBytes = 20 << 20

  /// Throws if the file cannot be read, or is not a photo.
  package init(ofFile path: FilePath) throws(PhotoError) {
    guard let status = stat(ofFile: path) else {
      throw .file(.unreadable(path: "\(path)", errno: errno))
    }
    guard status.isRegular else { throw .unusable("\(path)", "is not a regular file") }
    guard status.st_size <= Self.mostBytes else { throw Self.tooLarge(path) }
    let contents: PaddedBytes
    do throws(FileError) { contents = try FileReading.contents(ofFile: path) } catch {
      throw .file(error)
    }
    guard contents.count <= Self.mostBytes else { throw Self.tooLarge(path) }
    do throws(PhotoProblem) { try self.init(contents.bytes) } catch {
      throw .unusable("\(path)", error.text)
    }
  }

  private static func tooLarge(_ path: FilePath) -> PhotoError {
    .unusable("\(path)", "is larger than \(mostBytes >> 20) MB")
  }

  init(_ bytes: Bytes) throws(PhotoProblem) {
    guard let kind = PhotoKind(bytes) else { throw PhotoProblem("is not a JPEG, PNG or WebP") }
    switch kind {
    case .jpeg: self.bytes = try CleanJPEG.bytes(of: bytes)
    case .png: self.bytes = try CleanPNG.bytes(of: bytes)
    case .webp: self.bytes = try CleanWebP.bytes(of: bytes)
    }
    let hash = self.bytes.withUnsafeBufferPointer { SHA256.hex(of: $0) }
    name = "\(hash).\(kind.rawValue)"
  }
}

package enum PhotoError: Error, Sendable {
  case file(FileError)
  /// The path, and the end of a sentence that begins with it.
  case unusable(String, String)
}
