/// The meanings of keys, by their letters and digits alone: `Wi-Fi`, `wifi` and `WIFI` are the same.
///
/// Each key of a dataset is looked up, and most mean nothing: comparing with forty names, one by one, took a
/// third of the time for `--fields address,phone,website`.
struct KeyMeanings<Meaning: Sendable>: Sendable {
  private let names = TextNumbers()
  private var meanings: [Meaning] = []
  /// The length of the longest name.
  private var longest = 0

  /// A name that is already there keeps its meaning.
  mutating func add(_ name: some Sequence<UInt8>, _ meaning: Meaning) {
    let name = Array(name)
    let number = name.withUnsafeBufferPointer { names.add($0) }
    if number == meanings.count { meanings.append(meaning) }
    longest = max(longest, name.count)
  }

  /// Stops reading at the length of the longest name.
  subscript(key: Bytes) -> Meaning? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest) { letters in
      var count = 0
      for byte in key where byte.isLetterOrDigit {
        guard count < longest else { return nil }
        letters[count] = byte.lowercasedASCII
        count += 1
      }
      return names.number(of: Bytes(rebasing: letters[..<count])).map { meanings[$0] }
    }
  }
}
