import FinderEngine
import TestSupport
import Testing

/// The script that compares the README's examples with their output: it must be able to fail.
@Suite(.enabled(if: Tool.isThere("python3"), "needs 'python3'"))
struct ReadmeCheckTests {
  private func check(
    _ readme: String, _ options: String = ""
  ) throws -> (result: ProcessResult, readme: String) {
    try TemporaryDirectory.with { folder in
      let path = try folder.write(readme, to: "README.md")
      try folder.write("hello\n", to: "greeting.txt")
      let result = try Finder.shell("\(Package.folder)/.ci/checks/readme/check \(options) \(path)")
      // Nothing that an example made is left behind.
      #expect(try Files.names(in: folder.path) == ["README.md", "greeting.txt"])
      return (result, try Files.text(path))
    }
  }

  @Test func asShown() throws {
    let readme = """
      # Title

      ```console
      $ cat greeting.txt > copy; cat copy; finder --version
      hello
      finder 2.0.0
      $ echo one \\
      > two; echo oops >&2
      one two
      oops
      $ true
      ```

      Not run: `$ false`

      ```sh
      exit 1
      ```

      <!-- run -->

      ```sh
      test -e greeting.txt
      echo anything
      ```

      - In a list:

        ```console
        $ printf ' a\\n\\nb\\n'
         a

        b
        ```

      """
    expect(try check(readme).result, stdout: "readme-check: 5 examples, all as shown\n")
  }

  @Test(
    .slow,
    arguments: [
      ("$ echo a\nb", "-b\n+a"), ("$ echo a", "+a"), ("$ true\na", "-a"),
      ("$ printf 'a\\nb\\n'\nb\na", "-a"), ("$ echo 'a '\na", "-a\n+a "),
      ("$ seq 9\n1\n…\n8", "+9"), ("$ seq 9\n2\n…\n9", "+1"),
      ("$ seq 9\n1\n…\n5\n…\n4\n…\n9", "+4"),
      ("$ seq 3\n1\n2\n…\n2\n3", "-…"), ("$ false\n…", "-…"), ("$ no-such-program\n…", "-…"),
    ])
  func notAsShown(session: String, difference: String) throws {
    let result = try check("```console\n\(session)\n```\n").result
    #expect(result.status == 1, "\(result)")
    #expect(result.stdout.contains("README.md:2: $ "), "\(result)")
    #expect(result.stdout.contains("\n\(difference)\n"), "\(result)")
    #expect(result.stdout.hasSuffix("readme-check: 1 of 1 examples are not as shown\n"))
  }

  @Test(arguments: ["…", "1\n…", "…\n9", "1\n…\n5\n…\n9", "1\n2\n3\n4\n…\n5\n6\n7\n8\n9\n…"])
  func leftOutLines(shown: String) throws {
    let readme = "```console\n$ seq 9\n\(shown)\n```\n"
    expect(try check(readme).result, stdout: "readme-check: 1 examples, all as shown\n")
  }

  @Test func marked() throws {
    let failing = "<!-- run -->\n```sh\necho why\nfalse\ntrue\n```\n"
    let result = try check(failing).result
    #expect(result.status == 1 && result.stdout.contains("ended with 1:\nwhy\n"), "\(result)")
  }

  @Test func nothingToRunIsAFault() throws {
    expect(
      try check("```sh\nfalse\n```\n").result, status: 1,
      stdout: "readme-check: no example to run\n")
    #expect(try check("```console\n$ true\n").result.status == 1)
    #expect(try check("```console\ntrue\n```\n").result.status == 1)
  }

  @Test func updates() throws {
    let old =
      "a\n```console\n$ seq 3\n…\n$ seq 2\n1\n…\n$ seq 4\nold\n```\n  ```console\n  $ echo b\n  ```\n"
    let new =
      "a\n```console\n$ seq 3\n1\n2\n3\n$ seq 2\n1\n…\n$ seq 4\n1\n2\n3\n4\n```\n"
      + "  ```console\n  $ echo b\n  b\n  ```\n"
    let (result, readme) = try check(old, "--update")
    expect(result, stdout: "readme-check: wrote the output of 3 of 4 examples\n")
    #expect(readme == new, "\(difference(new, readme))")
    expect(try check(readme).result, stdout: "readme-check: 4 examples, all as shown\n")
  }

  /// The examples shown must not depend on the machine they run on.
  @Test func nothingOfTheMachine() throws {
    let readme = "```console\n$ echo \"$FINDER_DATA$XDG_DATA_HOME\"; ls -A ~\n\n```\n"
    try TemporaryDirectory.with { folder in
      let path = try folder.write(readme, to: "README.md")
      let result = try Finder.shell(
        "\(Package.folder)/.ci/checks/readme/check \(path)",
        environment: ["FINDER_DATA": "x", "XDG_DATA_HOME": "y", "HOME": folder.path])
      expect(result, stdout: "readme-check: 1 examples, all as shown\n")
    }
  }
}
