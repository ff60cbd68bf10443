// MARK: - Any name

extension NameMatch {
  /// The cursor is a value: a copy of it looks ahead while the first one stays.
  func begins(_ name: UnsafeBufferPointer<UInt8>, _ word: Word) -> Bool {
    let first = scalars[word.scalars.lowerBound]
    var text = FoldedScalars(name)
    var previous = FoldedScalars.separator
    while true {
      let here = text
      guard let scalar = text.next() else { return false }
      if scalar == first, Self.wordBegins(with: scalar, after: previous), continues(here, word) {
        return true
      }
      previous = scalar
    }
  }

  private func continues(_ text: FoldedScalars, _ word: Word) -> Bool {
    var text = text
    return scalars[word.scalars].allSatisfy { text.next() == $0 }
  }

  static func wordBegins(with scalar: UInt32, after previous: UInt32) -> Bool {
    guard scalar != FoldedScalars.separator else { return false }
    return previous == FoldedScalars.separator || isUnspaced(scalar) || isUnspaced(previous)
  }

  /// Letters of the scripts that put no spaces between words.
  static func isUnspaced(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true  // Thai, Lao; Burmese; Khmer
    case 0x3005...0x3007, 0x3041...0x30FF, 0x31F0...0x31FF: true  // Han signs; kana
    case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF: true  // Han
    default: false
    }
  }

  /// The folded words.
  static func words(in text: UnsafeBufferPointer<UInt8>) -> [[UInt32]] {
    var folded = FoldedScalars(text)
    var scalars: [UInt32] = []
    while let scalar = folded.next() { scalars.append(scalar) }
    return scalars.split(separator: FoldedScalars.separator).map(Array.init)
  }
}
