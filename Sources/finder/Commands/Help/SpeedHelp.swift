import CommandLineKit

enum SpeedHelp {
  static let topic = Command.topic(
    "speed", summary: "snapshots of datasets, and how to control the cache",
    otherWords: "fast slow performance snapshot snapshots",
    about: """
      The first query on a dataset reads it and keeps a snapshot in a form that later queries use \
      without reading it all. They then take little longer than starting a process. The cache is \
      $XDG_CACHE_HOME/finder, or ~/.cache/finder.

      A snapshot is used only while the file, its size and its times are the same as when it was \
      made. Each block is verified by a checksum before use. A damaged snapshot is removed, and \
      the query answered from the dataset. A file that changed within the last two seconds is not \
      kept yet, because it may change again without a visible difference.

      What only some commands look up, such as names, ids and postcodes, is in a second file \
      beside the snapshot. The first such command writes it after its answer (completions do not), \
      and it is removed with the snapshot.

      An installed dataset's snapshot is made when it is installed, and is kept beside it; the \
      cache holds the snapshots of other files. Together they may take half of what is free on the \
      disk, or what FINDER_CACHE_SIZE says. The snapshot unused for longest makes room for a new \
      one; a snapshot larger than the limit is not kept.

      One dataset and many points are quickest with 'finder bulk', which uses all processors.
      """,
    examples: """
      finder data cache # where the snapshots are, and how much space they take
      finder data cache --clear # removes them
      finder near London --no-cache # reads the dataset itself
      FINDER_CACHE=off finder near London # the same, set in the environment
      """,
    sections: [
      HelpSection(
        "Control",
        rows: """
          --no-cache  neither use nor keep a snapshot in this command
          --verify  work an answer out again from the dataset's file, and compare ('finder help formats')
          FINDER_CACHE=off  the same as --no-cache, in the environment
          FINDER_CACHE_SIZE=10GB  the most that all snapshots in the cache may take
          XDG_CACHE_HOME  the folder in which the cache is kept
          """)
    ])
}
