/// A whole name folded for comparison: two are equal where nobody would call them different names.
/// `McDonald’s` and `MCDONALDS` are one; so are `Café-Bar` and `cafe bar`.
package struct FoldedName: Hashable, Sendable {
  private let scalars: [UInt32]

  package init(_ name: String) {
    let words = name.withBytes { NameMatch.words(in: $0) }
    // Of punctuation or emoji alone nothing is left, and each is itself.
    scalars =
      words.isEmpty
      ? name.unicodeScalars.map(\.value) : Array(words.joined(separator: [FoldedScalars.separator]))
  }

  /// The same for equal names, and in each process.
  package var hash: UInt64 {
    var hash = StableHash()
    for scalar in scalars { hash.add(UInt64(scalar)) }
    return hash.value
  }
}
