/// A shell that can be taught to complete the program's command lines.
public enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}
