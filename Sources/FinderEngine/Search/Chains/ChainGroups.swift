/// The cores of a corpus, grouped by the families they belong to. A group is a chain if it has venues at
/// more than one position.
struct ChainGroups {
  struct Group {
    /// The family's node with the most venues (`ChainFamilies`).
    var leader: Int
    var cores: [Int] = []
    var venues = 0
    /// The position of its first venue.
    var position: Coordinate?
    var hasSeveralPositions = false

    var isChain: Bool { venues > 1 && hasSeveralPositions }
  }

  private let corpus: ChainCorpus
  private(set) var all: [Group] = []
  private var reader: NameWords

  init(_ corpus: ChainCorpus, _ families: inout ChainFamilies) {
    self.corpus = corpus
    reader = NameWords(corpus.table)
    var groupOfLeader = [UInt32](repeating: .max, count: families.venues.count)
    for core in corpus.cores.indices {
      let leader = families.leader(of: families.node[core])
      if groupOfLeader[leader] == .max {
        groupOfLeader[leader] = UInt32(all.count)
        all.append(Group(leader: leader))
      }
      Self.add(core, of: corpus, to: &all[Int(groupOfLeader[leader])])
    }
  }

  private static func add(_ core: Int, of corpus: ChainCorpus, to group: inout Group) {
    group.cores.append(core)
    group.venues += Int(corpus.cores[core].venues)
    for place in corpus.cores[core].names {
      let name = corpus.names[Int(corpus.order[place])]
      let isElsewhere = group.position.map { $0 != name.position } ?? false
      group.hasSeveralPositions =
        group.hasSeveralPositions || name.hasSeveralPositions || isElsewhere
      group.position = group.position ?? name.position
    }
  }

  /// How to spell a chain: like its most frequent name with exactly the leader's words, else like the
  /// beginning of its most frequent name that starts with them.
  mutating func spelling(
    of group: Group, _ words: ArraySlice<WordTable.Word>, _ name: (Int) -> NamedVenues
  ) -> String? {
    var best: (number: Int, isWhole: Bool, venues: UInt32)?
    for core in group.cores where corpus.words(of: corpus.cores[core]).starts(with: words) {
      let isWhole = corpus.cores[core].count == words.count
      for place in corpus.cores[core].names {
        let number = Int(corpus.order[place])
        let venues = corpus.names[number].venues
        if let best, best.isWhole != isWhole ? best.isWhole : best.venues >= venues { continue }
        best = (number, isWhole, venues)
      }
    }
    guard let best else { return nil }
    let spelling = name(best.number).spelling
    spelling.withUnsafeBufferPointer { reader.read($0) }
    guard reader.items.count >= words.count, let first = reader.items.first else { return nil }
    let start = reader.article ?? first.start
    var end = reader.items[words.count - 1].end
    if end < spelling.count, spelling[end] == UInt8(ascii: ")"),
      spelling[start..<end].contains(UInt8(ascii: "("))
    {
      end += 1
    }
    return spelling.withUnsafeBufferPointer {
      TidyText.string(UnsafeBufferPointer(rebasing: $0[start..<end]))
    }
  }
}

extension ChainCorpus {
  /// The number of cores that contain each word.
  func coresByWord() -> [Int] {
    var uses = [Int](repeating: 0, count: table.count)
    for core in cores {
      let words = words(of: core)
      for place in words.indices where !words[..<place].contains(words[place]) {
        uses[Int(words[place])] += 1
      }
    }
    return uses
  }
}
