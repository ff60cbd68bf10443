import CommandLineKit
import FinderEngine

enum PointWords {
  /// How several words read as one point. Words without digits may be a place's.
  static let joined: @Sendable (String) -> JoinedWords = { text in
    guard let form = try? PointForm(text) else { return .no }
    guard case .words = form else { return .surely }
    let hasDigit = text.unicodeScalars.contains { ("0"..."9").contains($0) }
    return hasDigit || !text.contains(where: \.isLetter) ? .no : .perhaps
  }
}
