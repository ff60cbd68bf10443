package struct PostcodeRepairs: OptionSet, Sendable, BitwiseCopyable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Lower-case letters made capitals.
  package static let letterCase = PostcodeRepairs(rawValue: 1)
  /// White space removed at either end.
  package static let outerSpace = PostcodeRepairs(rawValue: 2)
  /// A space added where there was none.
  package static let missingSpace = PostcodeRepairs(rawValue: 4)
  /// Spaces removed from wrong places.
  package static let misplacedSpace = PostcodeRepairs(rawValue: 8)
  /// Two spaces, or a tab or no-break space, made one space.
  package static let unusualSpace = PostcodeRepairs(rawValue: 16)
  /// O and I where there must be a digit.
  package static let letterForDigit = PostcodeRepairs(rawValue: 32)
  /// 0 and 1 where there must be a letter.
  package static let digitForLetter = PostcodeRepairs(rawValue: 64)

  package static let kinds: [(repair: PostcodeRepairs, name: String)] = [
    (.letterCase, "letter case"), (.outerSpace, "space round it"),
    (.missingSpace, "no space"), (.misplacedSpace, "space in the wrong place"),
    (.unusualSpace, "more than one space"), (.letterForDigit, "O or I for a digit"),
    (.digitForLetter, "0 or 1 for a letter"),
  ]
}
