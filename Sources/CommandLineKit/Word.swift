/// A word of a command line as the system hands it over: bytes, nearly always UTF-8 but not surely.
/// Only a path may be anything else, since it has to name the file that it names.
public struct Word: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }
  public init(bytes: [UInt8]) { self.bytes = bytes }

  public init(_ text: String) { bytes = Array(text.utf8) }

  /// As messages show it, with U+FFFD for what is not UTF-8.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Not by `String(validating:)`, which takes 5,000 instructions for a word of ten bytes.
  var isText: Bool { text.utf8.elementsEqual(bytes) }

  /// What stands before the first `=`, and what follows it.
  var splitAtEquals: (name: String, attached: Word?) {
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return (text, nil) }
    return (
      String(decoding: bytes[..<equals], as: UTF8.self), Word(bytes: bytes[(equals + 1)...])
    )
  }
}
