import TestSupport
import Testing

@testable import finder

/// If input is needed and stdin is a terminal, the user gets help instead of a silent wait.
@Suite(.needsTerminal) struct TerminalInputTests {
  @Test(arguments: [
    ("bulk", "bulk"), ("bulk -", "bulk"), ("bulk --limit 2 --format csv", "bulk"),
    ("near --at 51.5,-0.1 --data -", "near"), ("within --bbox 0,51,1,52 --data -", "within"),
    ("check --at 51.5,-0.1 --span low --data -", "check"), ("data info -", "data info"),
    ("data validate --data -", "data validate"),
  ])
  func inputFromATerminal(line: String, command: String) throws {
    let result = try Finder.terminal(columns: 72, "finder \(line) > /dev/null")
    let help = try Finder.terminal(columns: 72, "finder \(command) --help")
    #expect(help.stdout.hasPrefix("finder \(command): "), "\(help)")
    let problem = WrappedLine(
      "finder: \(command): expected input on standard input, which is a terminal", width: 72,
      indent: 2)
    expect(result, status: 64, stdout: problem.text + "\n" + help.stdout)
  }

  @Test func wrongUsageComesFirst() throws {
    let result = try Finder.terminal(columns: 80, "finder near --at 95,0 --data -")
    #expect(result.status == 64)
    let refusal = "finder: near: --at 95,0 looks like degrees, but latitude 95 is out of range"
    #expect(result.stdout.hasPrefix(refusal), "\(result)")
  }
}
