import FinderEngine

StandardStreams.reserve()
// A file that may grow no further is then reported like a full disk, and does not end the process.
signal(SIGXFSZ, SIG_IGN)
exit(Program.run(Program.arguments))
