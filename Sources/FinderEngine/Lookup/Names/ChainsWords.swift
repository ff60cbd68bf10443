/// The words of chains' names, by which those who look for a chain type it.
///
///     Costa Coffee    costa, coffee, costacoffee
struct ChainsWords {
  private let chains: StoreChains
  /// By chain, once they were asked for.
  private var words: [[[UInt8]]?]

  /// Shorter beginnings say nothing: `s` of `subway`.
  private static let fewestLetters = 3

  init(_ chains: StoreChains) {
    self.chains = chains
    words = Array(repeating: nil, count: chains.count)
  }

  /// Whether the first word of the text is one of the chain's, or begins as one does: people write
  /// `mcdonald` and `pizzaexpress` as well as `mcdonalds` and `pizza express`.
  mutating func contain(_ text: Slice<UnsafeBufferPointer<UInt8>>, of chain: UInt32) -> Bool {
    guard chain < words.count else { return false }
    let first = text.prefix { $0 != 0x20 }
    return words(of: Int(chain)).contains { word in
      let shared = min(word.count, first.count)
      guard shared >= Self.fewestLetters || word.count == first.count else { return false }
      return word.prefix(shared).elementsEqual(first.prefix(shared))
    }
  }

  private mutating func words(of chain: Int) -> [[UInt8]] {
    if let known = words[chain] { return known }
    let name = NameKey.bytes(of: chains.name(of: chain))
    let parts = name.split(separator: 0x20).map { Array($0) }
    let all = parts.count > 1 ? parts + [parts.flatMap { $0 }] : parts
    words[chain] = all
    return all
  }
}
