import FinderEngine

StandardStreams.reserve()
// A file that may grow no further is then reported like a full disk, and does not end the process.
signal(SIGXFSZ, SIG_IGN)
// On Linux they come from a file, which a process without a descriptor to spare cannot open. It would
// else print the help, as if nothing had been asked.
if CommandLine.argc == 0 {
  ProcessEnd.end(.refused, "finder: cannot read its arguments: the system refuses to open a file\n")
}
exit(Program.run(Program.arguments))
