import CommandLineKit

enum HoursHelp {
  static let topic = Command.topic(
    "hours", summary: "--open: which venues are open, where that is known, and what is not",
    otherWords: "open opening opening-hours time times when",
    about: """
      --open keeps the venues that are open now, and --open WHEN those that are open then, in near, \
      within, closest, burn, map, clusters and bulk. It is a filter, so --limit counts what is left. Venues whose hours are missing or \
      cannot be read are left out, and a note counts them; --unknown-hours keep keeps them too.

      Hours are those of the property opening_hours, in the form of OpenStreetMap; the keys \
      openingHours and Opening Hours count as well. Not all datasets have them: 'finder data validate \
      --attributes' says what share of the venues does, and --hours lists those that cannot be read.
      """,
    examples: """
      finder near London --open # who is open
      finder near 'WC1B 2JS' --open 'friday 7pm' # who will be
      finder within Brighton -r 1km --open 'sunday lunch' --count # how many are open for lunch
      finder near Leeds --open tonight --unknown-hours keep # or may be
      finder show zrz7p23dmzwy # the week of one venue, from today on
      """,
    sections: [
      HelpSection(
        "Times",
        text: """
          A time is what the clock on the wall shows where a venue is. now is that of this machine's \
          clock, in its time zone or the one that TZ names. When the clocks change, the hour that is \
          skipped counts as it is written, and the hour that comes twice is one. A note says which \
          moment words mean. Several words need quotes.
          """,
        rows: """
          now  this minute, as --open alone
          18:30, 7pm, 7.30pm, noon, midnight  today; midnight is the end of the day
          today, tomorrow, friday, 2026-11-27  at any minute of that day; a weekday is the next one, today
            included
          friday 7pm, tomorrow noon  a day and a time
          breakfast, lunch, dinner, tonight  08:30, 13:00, 19:30; alone they mean now while they are going
            on (07–11, 12–15, 18–23), else the next
          tomorrow lunch  a day and a meal
          2026-11-22T18:30  any minute; a space will do for the T
          """),
      HelpSection(
        "Answers",
        text: """
          Tables have a last column: open till 23:00, open till Mon 00:00, always open; open alone \
          where no end is in sight for four years; not known where --unknown-hours keeps a venue. \
          JSON venues and GeoJSON properties have hours, an object with state (open, closed or \
          unknown) and until, the time at which that changes, or null where it never does or nobody \
          knows. Of a day they say what holds at the first minute of it at which the venue is open, and \
          tables show from when till when: open 09:00–17:30. CSV and TSV have the columns hours_state and hours_until. --fields takes hours, \
          hours_state and hours_until.
          """),
      HelpSection(
        "What is known",
        text: """
          Public holidays (PH) are those of England and Wales, Scotland, Northern Ireland, Ireland, \
          the Isle of Man, Jersey or Guernsey: the postcode decides which, or else the position. \
          School holidays (SH) depend on calendars that finder does not have: what hangs on them is \
          unknown, and never guessed. So is what is only said in a comment, such as by appointment. An open end, as in Fr 18:00+, \
          says open until midnight, and one after a time, as in 18:00-22:00+, until that time; from \
          then on until five in the morning it is unknown, unless other times say open. After 17:00+ \
          off it is closed until five, unless other times say open: then it is unknown.
          """),
    ])
}
