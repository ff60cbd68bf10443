import FinderEngine

StandardStreams.reserve()
// A file that may grow no further is a failure to be told, as a full disk is, not a sudden end.
signal(SIGXFSZ, SIG_IGN)
exit(Program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
