import FinderEngine
import TestSupport
import Testing

/// Names of files and folders that are not UTF-8, as on old disks and in foreign archives. macOS has no such
/// names.
#if os(Linux)
  @Suite struct ByteNameTests {
    private static let near = "finder near --at 51.508,-0.128 --limit 1 --format csv"
    private static let names = #"e=$'caf\xe9' E=$'caf\xe8'; "#

    private func script(
      _ text: String, environment: [String: String] = [:],
      sourceLocation: SourceLocation = #_sourceLocation, _ check: (ProcessResult) throws -> Void
    ) throws {
      try Dataset.with(Dataset.square) { folder, _ in
        try check(
          try Finder.shell(Self.names + text, environment: environment, directory: folder.path))
      }
    }

    @Test func outputsKeepApart() throws {
      try script(
        """
        set -e
        finder near --at 51.508,-0.128 --limit 1 --format csv --data venues.geojson --output $e.csv
        finder near --at 51.488,-0.128 --limit 1 --format csv --data venues.geojson --output=$E.csv
        ln -s $e.csv link; finder check --at 51.5,-0.1 --json --output link
        test $(ls | wc -l) = 4 && grep -q '"lat"' $e.csv && grep -c Pigeon $E.csv
        """
      ) { expect($0, stdout: "1\n") }
    }

    @Test func inputsAreFound() throws {
      try script(
        """
        set -e
        mv venues.geojson $e; echo 51.508,-0.128 > $E
        \(Self.near) --data $e | tail -1
        FINDER_DATA=$e finder bulk $E --format csv | tail -1
        finder data info $e | head -1; finder data info $e --json | head -1
        finder data validate $e; finder data diff $e $e --count | head -1
        finder data convert $e --format csv | tail -1
        """
      ) { result in
        expect(
          result,
          stdout: #"""
            Nelson,Nelson,,51.508,-0.128,0,0
            51.508,-0.128,1,Nelson,Nelson,,51.508,-0.128,0,0,
            dataset    caf\xE9
            {"source":"option",
            caf\xE9: no faults in 4 features
            old        caf\xE9: 4 venues
            Pigeon,Pigeon,51.488,-0.128

            """#)
      }
    }

    @Test(.slow) func foldersOfTheEnvironment() throws {
      try script(
        """
        set -e
        export HOME=$PWD/$e; mkdir $e; touch -d '1 hour ago' venues.geojson
        finder data install venues.geojson --quiet > /dev/null
        \(Self.near) --quiet | tail -1
        sleep 2.1
        \(Self.near) --quiet --data venues.geojson > /dev/null
        finder data cache --json | grep -c '"snapshots":.*snapshot"'
        ls -A; ls $e/.cache/finder | wc -l
        """
      ) { result in
        expect(
          result,
          stdout: """
            Nelson,Nelson,,51.508,-0.128,0,0
            1
            caf\u{FFFD}
            venues.geojson
            1

            """)
      }
    }

    @Test func messagesShowTheBytes() throws {
      try script("finder near --at 51.5,-0.1 --data $E") {
        expect(
          $0, status: 66, stdout: "",
          stderr: "finder: near: cannot read caf\\xE8: No such file or directory\n")
      }
    }

    @Test func anOptionOtherThanAPathIsText() throws {
      try script("finder near --at 51.5,-0.1 --match $e") {
        expect($0, status: 64, stdout: "", stderr: nil)
        #expect($0.stderr.hasPrefix("finder: near: --match caf\u{FFFD} is not UTF-8\n"), "\($0)")
      }
    }
  }
#endif
