import FinderEngine

/// The photos of the user's reviews: a folder beside the log. A file is named by its contents, so a photo in
/// two reviews is stored once.
struct PhotoStore {
  static let folderName = "photos"
  let folder: FilePath

  init(_ dataFolder: FilePath) { folder = "\(dataFolder)/\(Self.folderName)" }

  /// Stores photos. Returns the names of those that are new.
  func keep(_ photos: [CleanPhoto]) throws(OwnFileError) -> [String] {
    guard !photos.isEmpty else { return [] }
    var made: [String] = []
    do throws(FileError) {
      try Folder.make(folder)
      for photo in photos {
        let path: FilePath = "\(folder)/\(photo.name)"
        // A file of another length was left by a power failure, or damaged by hand.
        if stat(ofLink: path).map({ $0.isRegular && Int($0.st_size) == photo.bytes.count }) == true
        {
          continue
        }
        try photo.bytes.withUnsafeBufferPointer { (bytes) throws(FileError) in
          try ReplacementFile.write(bytes, to: path, mode: 0o600)
        }
        made.append(photo.name)
      }
      return made
    } catch {
      remove(made)
      throw .file(error)
    }
  }

  func remove(_ names: [String]) {
    for name in names { FilePath("\(folder)/\(name)").removeFile() }
  }

  func has(_ name: String) -> Bool { stat(ofFile: "\(folder)/\(name)")?.isRegular == true }

  /// Removes photos whose hash is nowhere in the log, not even in a line that cannot be read.
  func sweep(keeping log: Bytes) {
    let names = Folder.names(in: folder).map { "\($0)" }.filter(PhotoName.isOne)
    guard !names.isEmpty else { return }
    let needed = Self.hashes(in: log)
    remove(names.filter { !needed.contains(String($0.prefix(PhotoName.hashLength))) })
  }

  /// Every run of 64 hexadecimal digits.
  private static func hashes(in text: Bytes) -> Set<String> {
    var found: Set<String> = []
    var start = 0
    for place in 0...text.count {
      if place < text.count, PhotoName.isHexDigit(text[place]) { continue }
      if place - start == PhotoName.hashLength {
        found.insert(String(decoding: text[start..<place], as: UTF8.self))
      }
      start = place + 1
    }
    return found
  }
}

extension VisitLog {
  /// Photos that records name but the folder lacks, as after an import.
  package static func missingPhotos(of records: [VisitRecord], in folder: FilePath) -> Set<String> {
    let store = PhotoStore(folder)
    return Set(records.flatMap(\.photos)).filter { !store.has($0) }
  }
}

/// A photo's file name: the SHA-256 of the kept bytes, and the extension of its kind.
enum PhotoName {
  static let hashLength = 64

  static func isOne(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard bytes.count > hashLength, bytes[..<hashLength].allSatisfy(isHexDigit) else {
      return false
    }
    let ending = String(decoding: bytes[hashLength...], as: UTF8.self)
    return PhotoKind.allCases.contains { ".\($0.rawValue)" == ending }
  }

  static func isHexDigit(_ byte: UInt8) -> Bool {
    byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

/// Recognised by a file's first bytes. Any other file is refused: finder keeps nothing that it does not
/// understand.
enum PhotoKind: String, CaseIterable {
  case jpeg = "jpg"
  case png
  case webp

  init?(_ bytes: Bytes) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: CleanPNG.signature) {
      self = .png
    } else if bytes.count >= 12, bytes.starts(with: Array("RIFF".utf8)),
      bytes[8..<12].elementsEqual("WEBP".utf8)
    {
      self = .webp
    } else {
      return nil
    }
  }
}

/// What is wrong with a photo, as the end of a sentence.
struct PhotoProblem: Error, Equatable {
  let text: String

  init(_ text: String) { self.text = text }

  static let truncated = PhotoProblem("ends too early: it is cut short, or a length in it is wrong")
}
