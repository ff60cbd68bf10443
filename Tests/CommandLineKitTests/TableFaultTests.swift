import CommandLineKit
import TestSupport
import Testing

@Suite struct TableFaultTests {
  @Test func aGoodTableHasNone() {
    #expect(Kiln.table.faults() == [])
  }

  private static let heat = Option("heat", value: "C", summary: "how hot")

  private func faults(_ commands: Command...) -> [String] {
    CommandTable(.group("kiln", summary: "fires", commands: commands), version: "1").faults()
  }

  private func command(
    _ name: String, _ summary: String, options: [Option] = [], arguments: [Argument] = []
  ) -> Command {
    .command(
      name, summary: summary, exits: [.fired], options: options, arguments: arguments,
      run: { _ in Kiln.Done.fired })
  }

  private func faults(options: [Option] = [], arguments: [Argument] = []) -> [String] {
    faults(command("fire", "fires", options: options, arguments: arguments))
  }

  @Test func oneNameHasOneShape() {
    let others = [
      Option("heat", summary: "how hot"),
      Option("heat", short: "t", value: "C", summary: "how hot"),
    ]
    for other in others {
      let found = faults(
        command("fire", "fires", options: [Self.heat]),
        command("glaze", "glazes", options: [other]))
      #expect(found == ["--heat has two shapes"])
    }
    let wording = Self.heat.with(
      choices: ["1", "2"], summary: "other words", defaultText: "900")
    #expect(
      faults(
        command("fire", "fires", options: [Self.heat]),
        command("glaze", "glazes", options: [wording])) == [])
  }

  @Test func anAliasDiffersFromOtherNames() {
    let fire = Command.command(
      "fire", alias: "burn", summary: "fires", exits: [.fired], run: { _ in Kiln.Done.fired })
    #expect(faults(fire, command("glaze", "glazes")) == [])
    #expect(faults(fire, command("burn", "burns")) == ["kiln: has two commands 'burn'"])
    let loud = Command.command(
      "fire", alias: "Burn!", summary: "fires", exits: [.fired], run: { _ in Kiln.Done.fired })
    #expect(faults(loud) == ["fire: 'Burn!' is not a plain name"])
  }

  @Test func oneLetterIsOneOption() {
    let found = faults(
      command(
        "fire", "fires", options: [Option("heat", short: "x", value: "C", summary: "how hot")]),
      command("glaze", "glazes", options: [Option("hot", short: "x", summary: "hot")]))
    #expect(found == ["-x stands for both --heat and --hot"])
  }

  @Test func options() {
    let switches = Option("Hot!", short: "1", summary: "Hot.", defaultText: "no")
    #expect(
      faults(options: [switches]) == [
        "fire: --Hot! is not a plain name",
        "fire: --Hot! -1 is not a letter",
        "fire: --Hot! has no summary of one line without a full stop",
        "fire: --Hot! is a switch, which neither repeats nor has choices or a default",
      ])
    #expect(faults(options: [Self.heat, Self.heat]) == ["fire: --heat is listed twice"])
    #expect(
      faults(options: [Option("hot", choices: ["very"], summary: "hot")])
        == ["fire: --hot is a switch, which neither repeats nor has choices or a default"])
    #expect(
      faults(options: [Option("host", short: "h", summary: "a host")])
        == ["fire: --host takes the place of a built-in option"])
    #expect(
      faults(options: [Option("version", summary: "a version")])
        == ["fire: --version takes the place of a built-in option"])
  }

  @Test func arguments() {
    let optional = Argument("A", isRequired: false, summary: "one")
    let repeated = Argument("B", isRepeatable: true, summary: "many")
    let last = Argument("C", summary: "last")
    #expect(faults(arguments: [optional, last]) == ["fire: C is required after A, which is not"])
    #expect(faults(arguments: [repeated, last]) == ["fire: B repeats but is not the last"])
    #expect(faults(arguments: [last, last]) == ["fire: C is listed twice"])
  }

  @Test func commands() {
    #expect(
      faults(command("Fire", ""), command("a", "a"), command("a", "a"))
        == [
          "kiln: has two commands 'a'",
          "Fire: is not a plain name",
          "Fire: has no summary of one line without a full stop",
        ])
    #expect(faults(command("help", "mine")) == ["kiln: has two commands 'help'"])
  }
}
