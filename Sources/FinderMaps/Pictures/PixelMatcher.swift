import CVector
import FinderEngine

/// Splits the pixels of a picture into runs of one colour, stretches that occurred before, and single pixels.
///
/// A stretch begins only where the colour changes, so only those places are searched: a few in a hundred
/// pixels. It is used only if it has enough changes of colour, since a run costs little anyway.
struct PixelMatcher: ~Copyable {
  private let bytes: Bytes
  private let changes: ByteChanges
  private var position = 0
  /// For each hash of some pixels, the latest place with it, plus 1.
  private let latest = UnsafeMutablePointer<Int32>.allocate(capacity: 1 << hashBits)
  /// For each place, by its last bits, how far back the previous place with the same hash is; 0 if that is
  /// out of reach.
  private let steps = UnsafeMutablePointer<UInt16>.allocate(capacity: window)

  private static let hashBits = 13
  private static let window = 1 << 15
  /// How many pixels are hashed.
  private static let hashed = 8
  /// How many places are tried, the latest first. With eight, pictures are 1 to 5 % smaller and take a tenth
  /// longer to pack.
  private static let most = 4
  /// A match this long is good enough.
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

  /// Passes the next piece to `body`; false at the end.
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

  /// Moves to the end of a match. Places inside it may be the beginnings of others.
  private mutating func pass(to end: Int) {
    let last = min(end, bytes.count - 7)
    position = changes.next(from: position + 1, before: last)
    while position < last {
      remember()
      position = changes.next(from: position + 1, before: last)
    }
    position = end
  }

  /// How many bytes are the same, starting at both places.
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

  /// Returns how far back the latest place with the same hash is, or 0, and records this place.
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

  /// The longest match at the latest places with the same hash; its length is 0 if it would save nothing.
  private func match() -> (length: Int, distance: Int) {
    var step = remember()
    var distance = step
    // A match must have at least the hashed pixels, since different pixels may have the same hash.
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
    // In bits: a change takes about 9 by itself, a match 18 and the extra bits of its distance.
    let needed = 18 + Int.bitWidth - best.distance.leadingZeroBitCount
    return differ(best.length, moreThan: needed / 9) ? best : (0, 0)
  }

  /// Whether more than `least` of the next `length` pixels differ from the pixel before.
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

/// Which bytes differ from the one before, one bit each. A picture is mostly runs, so one word often answers
/// for 64 bytes.
struct ByteChanges: ~Copyable {
  private let words: UnsafeMutablePointer<UInt64>

  /// The first byte counts as a change, and so do bits beyond the end.
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

  /// The first change at `place` or later, or `end` if that comes first; `end` is at most the number of
  /// bytes.
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
