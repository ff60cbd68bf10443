import FinderEngine

/// What a photo is kept as: the SHA-256 of what is kept of it, and the ending of its kind.
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

/// Told by a file's first bytes. What is not one of these is refused: nothing of a file is kept that
/// finder does not understand.
enum PhotoKind: String, CaseIterable {
  case jpeg = "jpg"
  case png
  case webp

  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
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
