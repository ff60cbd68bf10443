import FinderEngine

/// What a place's key must have from the start of some word on, to match a name that is being typed.
///
///     WordBeginnings(of: "bishops c")   // "bishops c"
///     WordBeginnings(of: "sai")         // "sai" of Saintfield, "st " of St Ives
struct WordBeginnings {
  private let texts: [[UInt8]]
  private let first: Beginning
  /// There are never more than two.
  private let second: Beginning

  init(of text: String) {
    texts = PlaceKey.beginnings(of: text)
    first = texts.isEmpty ? .none : Beginning(texts, 0)
    second = texts.count < 2 ? .none : Beginning(texts, 1)
  }

  /// The offset in a key of the first word with this beginning; `nil` if there is none. The key is a range of
  /// the bytes, so reads of eight bytes may go beyond it: that saves a quarter of the time for 60,000 keys.
  func place(inKey key: Range<Int>, of bytes: Bytes) -> Int? {
    let place = place(of: first, inKey: key, bytes)
    guard second.count < Int.max, let other = self.place(of: second, inKey: key, bytes) else {
      return place
    }
    return min(place ?? other, other)
  }

  /// Searches eight bytes at once for the first letter after a space. With `memcmp` for each word, 60,000
  /// names took half as many instructions again.
  @inline(__always) private func place(
    of wanted: Beginning, inKey key: Range<Int>, _ bytes: Bytes
  ) -> Int? {
    guard key.count >= wanted.count else { return nil }
    if wanted.count == 0 { return 0 }
    let letter = EightBytes.repeating(UInt8(truncatingIfNeeded: wanted.eight))
    var place = key.lowerBound
    // The high bit of each byte that begins a word.
    var starts: UInt64 = 0x80
    while place < key.upperBound {
      let chunk = EightBytes.load(bytes, at: place)
      let spaces =
        EightBytes.zeros(chunk ^ EightBytes.repeating(PlaceKey.space)) & EightBytes.highBits
      starts |= spaces &<< 8
      var marks = starts & EightBytes.zeros(chunk ^ letter)
      while marks != 0 {
        let found = place &+ marks.trailingZeroBitCount &>> 3
        if isThere(wanted, at: found, inKey: key, bytes) { return found &- key.lowerBound }
        marks &= marks &- 1
      }
      starts = spaces &>> 56
      place &+= 8
    }
    return nil
  }

  /// Checks a mark: some are false, but none is missing.
  @inline(__always) private func isThere(
    _ wanted: Beginning, at place: Int, inKey key: Range<Int>, _ bytes: Bytes
  ) -> Bool {
    key.upperBound &- place >= wanted.count
      && (EightBytes.load(bytes, at: place) ^ wanted.eight) & wanted.mask == 0
      && (place == key.lowerBound || bytes[place &- 1] == PlaceKey.space)
      && (wanted.count <= 8 || isWhole(wanted, bytes, at: place))
  }

  @inline(never) private func isWhole(_ wanted: Beginning, _ bytes: Bytes, at place: Int) -> Bool {
    memcmp(bytes.baseAddress! + place, texts[wanted.number], wanted.count) == 0
  }

  /// One of the texts, in a form that needs no reference counting for each name.
  private struct Beginning: BitwiseCopyable {
    let number: Int
    let count: Int
    /// Its first eight bytes, and a mask of those it has.
    let eight: UInt64
    let mask: UInt64

    /// Longer than any key.
    static let none = Beginning(number: 0, count: .max, eight: 0, mask: .max)

    init(_ texts: [[UInt8]], _ number: Int) {
      let text = texts[number]
      self.init(
        number: number, count: text.count,
        eight: text.withUnsafeBufferPointer { EightBytes.load($0, at: 0) },
        mask: text.count >= 8 ? .max : 1 << UInt64(8 * text.count) - 1)
    }

    private init(number: Int, count: Int, eight: UInt64, mask: UInt64) {
      (self.number, self.count, self.eight, self.mask) = (number, count, eight, mask)
    }
  }
}
