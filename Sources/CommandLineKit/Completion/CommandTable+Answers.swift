// Shells complete by asking: the script of each hands over what has been typed and gets lines back.
// So the tree is the only account of what there is, and one process answers, in about 1 ms. The scripts
// are in Shell+Scripts.swift.
//
// Each line is a candidate. For zsh and fish it is the whole word, then a tab and what it stands for;
// for bash what is to stand in place of the end of the word, quoted, with the space after it. A line
// that begins with a tab says that files fit. Behind it, with tabs between, are what is to be left out
// of each name's beginning, what is to stand before the rest, the value as typed so far, and the endings
// with spaces between.

extension CommandTable {
  /// `words` are the rest of the script's call. `list` gives what the program knows: it is called with
  /// an option's `completes` and with what was typed of the value.
  public func answer(
    _ shell: Shell, _ words: [String], list: (_ list: ValueList, _ typed: String) -> [Candidate]
  ) -> String {
    switch shell {
    case .bash: answerToBash(words, list)
    case .zsh: answer(words, list) { $0.alike(typed: $1) }
    // It finds for itself which fit.
    case .fish: answer(words, list) { all, _ in all }
    }
  }

  private func answer(
    _ words: [String], _ list: (ValueList, String) -> [Candidate],
    choosing: ([Candidate], String) -> [Candidate]
  ) -> String {
    let completion = completion(of: words)
    let typed = words.last ?? ""
    let lines = choosing(completion.all(typed, list), typed).map { candidate in
      "\(candidate.text)\t\(UsageError.escape(candidate.summary))\n"
    }
    return lines.joined() + completion.fileLine(typed, keeping: "", list)
  }

  private func answerToBash(_ words: [String], _ list: (ValueList, String) -> [Candidate]) -> String
  {
    guard words.count == 2 else { return "" }
    let line = BashLine(words[0], breaks: words[1])
    guard line.isReplaceable, line.words.count > 1 || line.isRedirection else { return "" }
    let typed = line.words.last ?? ""
    var completion = Completion()
    if line.isRedirection {
      completion.files = ValueList.none
    } else {
      completion = self.completion(of: Array(line.words.dropFirst()))
    }
    let fitting = completion.all(typed, list).filter { $0.begins(with: line.kept) }
    let replies = fitting.alike(typed: typed).map { candidate in
      let rest = candidate.text.unicodeScalars.dropFirst(line.kept.unicodeScalars.count)
      return BashLine.quoted(rest, in: line.quote)
        + (candidate.isBeginning || line.quote != nil ? "\n" : " \n")
    }
    return replies.joined() + completion.fileLine(typed, keeping: line.kept, list)
  }
}

extension Completion {
  /// Whole words that fit what was typed.
  fileprivate func all(
    _ typed: String, _ list: (ValueList, String) -> [Candidate]
  ) -> [Candidate] {
    let value = String(typed.unicodeScalars.dropFirst(kept.unicodeScalars.count))
    let known = self.list == .none ? [] : list(self.list, value)
    let all = candidates.filter { $0.begins(with: value) } + known.filter(\.isShowable)
    if all.isEmpty, typed.isEmpty, files == nil { return otherwise }
    return kept.isEmpty ? all : all.map { Candidate(kept + $0.text, $0.summary) }
  }

  /// `keeping` is what of the word the shell leaves as it is.
  fileprivate func fileLine(
    _ typed: String, keeping: String, _ list: (ValueList, String) -> [Candidate]
  ) -> String {
    guard let files else { return "" }
    let value = String(typed.unicodeScalars.dropFirst(kept.unicodeScalars.count))
    let left = String(keeping.unicodeScalars.dropFirst(kept.unicodeScalars.count))
    let before = String(kept.unicodeScalars.dropFirst(keeping.unicodeScalars.count))
    // A name of several lines is not asked for.
    guard UsageError.escape(value) == value else { return "" }
    let endings = files == .none ? "" : list(files, "").map(\.text).joined(separator: " ")
    return "\t\(left)\t\(before)\t\(value)\t\(endings)\n"
  }
}
