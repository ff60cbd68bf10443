import CVector

/// The smallest of many keys, in ascending order, kept without a branch that could be mispredicted;
/// in a heap nearly every step of a key is one.
///
/// A new key goes to its place as through a row of sieves: each place keeps the smaller of its own
/// key and the one that comes from the left. There are always 16 places, in eight registers. For a
/// smaller limit the places on the left hold keys that nothing gets past.
struct Sieve {
  typealias Pair = SIMD2<Double>

  static let places = 16

  private var a, b, c, d, e, f, g, h: Pair
  /// The smallest of what is in no place any longer, or never was.
  private(set) var smallestDropped = Double.infinity

  /// The largest that is kept; infinite while fewer than `limit` have come.
  @inline(__always) var last: Double { h.y }

  @inline(__always)
  init(limit: Int) {
    func pair(_ number: Int) -> Pair {
      let blocked = Self.places - limit
      return Pair(
        2 * number < blocked ? -.infinity : .infinity,
        2 * number + 1 < blocked ? -.infinity : .infinity)
    }
    (a, b, c, d) = (pair(0), pair(1), pair(2), pair(3))
    (e, f, g, h) = (pair(4), pair(5), pair(6), pair(7))
  }

  @inline(__always)
  mutating func insert(_ key: Double) {
    let new = Pair(repeating: key)
    let overLast = cvector_larger2(h, new).y
    smallestDropped = overLast < smallestDropped ? overLast : smallestDropped
    h = Self.passed(new, from: g, into: h)
    g = Self.passed(new, from: f, into: g)
    f = Self.passed(new, from: e, into: f)
    e = Self.passed(new, from: d, into: e)
    d = Self.passed(new, from: c, into: d)
    c = Self.passed(new, from: b, into: c)
    b = Self.passed(new, from: a, into: b)
    a = Self.passed(new, from: Pair(repeating: -.infinity), into: a)
  }

  /// What two places keep, when to their left stand the second of `before` and the first of `here`.
  @inline(__always)
  private static func passed(_ new: Pair, from before: Pair, into here: Pair) -> Pair {
    cvector_smaller2(here, cvector_larger2(Pair(before.y, here.x), new))
  }

  /// All places from the left on, those that are blocked as well.
  @inline(__always)
  func store(to keys: UnsafeMutablePointer<Double>) {
    withUnsafeBytes(of: (a, b, c, d, e, f, g, h)) {
      UnsafeMutableRawPointer(keys).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
    }
  }
}
