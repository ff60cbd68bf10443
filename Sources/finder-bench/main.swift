// `finder-bench <subcommand>`: the project's workshop tools, kept out of `finder` itself. A new
// subcommand lives in a folder of its own and joins the list below.

import FinderEngine

let subcommands: [Subcommand] = [.sample, .measure, .search, .scatter, .scale, .hours]

let arguments = Array(CommandLine.arguments.dropFirst())
guard let subcommand = subcommands.first(where: { $0.name == arguments.first }) else {
  printError(usage(of: subcommands))
  exit(ExitStatus.usage)
}
do {
  try subcommand.run(Array(arguments.dropFirst()))
} catch let problem as Problem {
  printError("finder-bench \(subcommand.name): \(problem.message)\n")
  exit(problem.status)
}
