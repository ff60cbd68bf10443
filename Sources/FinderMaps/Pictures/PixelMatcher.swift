import CVector
import FinderEngine

/// Takes the pixels of a picture to pieces: runs of one colour, stretches that were there before, and
/// single pixels.
///
/// A stretch can only begin where a run ends, and only there it is looked for: these are a few in a
/// hundred pixels. It counts for what it saves, by the changes of colour in it, since a run costs little
/// anyway.
struct PixelMatcher: ~Copyable {
  private let bytes: Bytes
  private let changes: ByteChanges
  private var position = 0
  /// By a hash of some pixels, the last place that has them, and 1 more.
  private let latest = UnsafeMutablePointer<Int32>.allocate(capacity: 1 << hashBits)
  /// How far before a place, by its last bits, the latest with its hash was; 0 where that is out of reach.
  private let steps = UnsafeMutablePointer<UInt16>.allocate(capacity: window)

  private static let hashBits = 13
  private static let window = 1 << 15
  /// What a place is looked up by.
  private static let hashed = 8
  /// So many places are tried, the latest first. With eight, pictures are 1 to 5 % smaller and take a tenth
  /// longer to pack.
  private static let most = 4
  /// One as long as this is good enough.
  private static let enough = 64
  private static let longest = 258

  init(_ bytes: Bytes) {
    self.bytes = bytes
    changes = ByteChanges(bytes)
    latest.initialize(repeating: 0, count: 1 << Self.hashBits)
  }

  deinit {
    latest.deallocate()
    steps.deallocate()
  }

  /// Hands over the next piece; false at the end.
  @inline(__always)
  mutating func next(_ body: (UInt32) -> Void) -> Bool {
    guard position < bytes.count else { return false }
    if !changes[position] {
      let end = min(position + Self.longest, bytes.count)
      let length = changes.next(from: position, before: end) - position
      if length >= 3 {
        body(UInt32(length) << 16 | 1)
        position += length
        return true
      }
    } else if position + 8 <= bytes.count {
      let match = match()
      if match.length > 0 {
        body(UInt32(match.length) << 16 | UInt32(match.distance))
        pass(to: position + match.length)
        return true
      }
    }
    body(UInt32(bytes[position]))
    position += 1
    return true
  }

  /// Goes on to the end of a match. Places inside of it can be the beginning of others.
  private mutating func pass(to end: Int) {
    let last = min(end, bytes.count - 7)
    position = changes.next(from: position + 1, before: last)
    while position < last {
      remember()
      position = changes.next(from: position + 1, before: last)
    }
    position = end
  }

  /// How many bytes from both places on are the same.
  private func same(_ place: Int, _ other: Int) -> Int {
    let most = min(Self.longest, bytes.count - place)
    let base = UnsafeRawPointer(bytes.baseAddress!)
    var length = 0
    while length + 8 <= most {
      let a = base.loadUnaligned(fromByteOffset: place + length, as: UInt64.self)
      let b = base.loadUnaligned(fromByteOffset: other + length, as: UInt64.self)
      if a != b {
        return length + (UInt64(littleEndian: a) ^ UInt64(littleEndian: b)).trailingZeroBitCount / 8
      }
      length += 8
    }
    while length < most, bytes[place + length] == bytes[other + length] { length += 1 }
    return length
  }

  /// How far back the latest place with the same hash is, or 0; it is this one from now on.
  @discardableResult @inline(__always)
  private func remember() -> Int {
    let word = EightBytes.load(bytes, at: position) << UInt64(64 - 8 * Self.hashed)
    let hash = Int((word &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - Self.hashBits))
    let (before, place) = (Int(latest[hash]), position &+ 1)
    let step = before > 0 && place &- before < Self.window ? place &- before : 0
    steps[position & (Self.window - 1)] = UInt16(truncatingIfNeeded: step)
    latest[hash] = Int32(truncatingIfNeeded: place)
    return step
  }

  /// The longest at the latest of those places, if it saves anything; otherwise its length is 0.
  private func match() -> (length: Int, distance: Int) {
    var step = remember()
    var distance = step
    // Pixels with the same hash may be others.
    var best = (length: Self.hashed - 1, distance: 0)
    for _ in 0..<Self.most {
      guard step > 0, distance < Self.window else { break }
      let length = same(position, position &- distance)
      if length > best.length { best = (length, distance) }
      if length >= Self.enough { break }
      step = Int(steps[(position &- distance) & (Self.window - 1)])
      distance &+= step
    }
    guard best.distance > 0 else { return (0, 0) }
    // In bits: a change takes about 9 by itself, a match 18 and those that its distance needs.
    let needed = 18 + Int.bitWidth - best.distance.leadingZeroBitCount
    return differ(best.length, moreThan: needed / 9) ? best : (0, 0)
  }

  /// Whether more than `least` of so many pixels from here on differ from those before them.
  private func differ(_ length: Int, moreThan least: Int) -> Bool {
    let end = position + length
    var place = position
    for _ in 0...least {
      place = changes.next(from: place, before: end)
      guard place < end else { return false }
      place += 1
    }
    return true
  }
}

/// Which bytes differ from the one before them, a bit each. A picture is mostly runs, so that a look at
/// one word tells what 64 bytes would.
struct ByteChanges: ~Copyable {
  private let words: UnsafeMutablePointer<UInt64>

  /// The first counts as one that differs, and so do those beyond the end.
  init(_ bytes: Bytes) {
    let count = bytes.count / 64 + 1
    words = .allocate(capacity: count)
    for word in 0..<count {
      let first = word << 6
      if word > 0, first + 64 <= bytes.count {
        words[word] = cvector_changes64(bytes.baseAddress! + first)
        continue
      }
      var bits: UInt64 = 0
      for i in first..<first + 64 where i == 0 || i >= bytes.count || bytes[i] != bytes[i - 1] {
        bits |= 1 << UInt64(i & 63)
      }
      words[word] = bits
    }
  }

  deinit { words.deallocate() }

  @inline(__always) subscript(place: Int) -> Bool {
    words[place >> 6] >> UInt64(place & 63) & 1 != 0
  }

  /// The first at `place` or after it, or `end` where it comes first; `end` is at most the number of bytes.
  @inline(__always) func next(from place: Int, before end: Int) -> Int {
    guard place < end else { return end }
    var word = place >> 6
    var bits = words[word] & (~0 << UInt64(place & 63))
    while bits == 0 {
      word += 1
      guard word << 6 < end else { return end }
      bits = words[word]
    }
    return min(word << 6 + bits.trailingZeroBitCount, end)
  }
}
