import FinderEngine

StandardStreams.reserve()
exit(Program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
