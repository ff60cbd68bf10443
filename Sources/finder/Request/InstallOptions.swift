import CommandLineKit

enum InstallOptions {
  /// For `data install`, `data update` and `data rollback`. They choose the dataset that queries use, so they
  /// do not take `--data`; nor do they take options for tables.
  static let common = Options.results.with(formats: [.table, .json, .ndjson]).without(
    Options.units, Options.colour
  ).with(
    Options.exitStatus.with(summary: "exit with 1 if nothing changed"),
    Options.output.with(
      summary: "write to FILE, whole or not at all, after the change is made"))
}
