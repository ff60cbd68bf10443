/// What a `SectionFile` is: four letters, and a version that changes with its columns and with the way
/// in which any stored value is computed.
package struct SectionKind: Equatable {
  let letters: StaticString
  let version: UInt32

  /// `letters` is four ASCII letters.
  package init(_ letters: StaticString, version: UInt32) {
    precondition(letters.utf8CodeUnitCount == 4)
    self.letters = letters
    self.version = version
  }

  var word: UInt64 {
    let bytes = UnsafeRawPointer(letters.utf8Start)
    return UInt64(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
      | UInt64(version) << 32
  }

  package static func == (a: SectionKind, b: SectionKind) -> Bool { a.word == b.word }
}
