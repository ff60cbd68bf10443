import CommandLineKit

enum HoursHelp {
  static let topic = Command.topic(
    "hours", summary: "--open: which venues are open, where that is known, and what is not",
    otherWords: "open opening opening-hours time times when",
    about: """
      --open keeps the venues that are open now, and --open WHEN those that are open then, in near, \
      within, meet, along, pick, closest, burn, map, clusters, coverage, food and bulk. It is a filter, so \
      --limit counts what is left. \
      Venues whose hours are missing or cannot be read are left out, and a note counts them; \
      --unknown-hours keep keeps them.

      Hours are those of the property opening_hours, in the form of OpenStreetMap; the keys \
      openingHours and Opening Hours count as well. Not all datasets have them: 'finder data validate \
      --attributes' says what share of the venues does, and --hours lists those that cannot be read.
      """,
    examples: """
      finder near London --open # open now
      finder near 'WC1B 2JS' --open 'friday 7pm' # open then
      finder within Brighton -r 1km --open 'sunday lunch' --count # how many are open for lunch
      finder near Leeds --open tonight --unknown-hours keep # also venues with unknown hours
      finder show zrz7p23dmzwy # the week of one venue, from today on
      """,
    sections: [
      HelpSection(
        "Times",
        text: """
          Times are local times at the venue. now is the time of this machine's clock, in its time \
          zone or the zone in TZ. When the clocks change, the hour that is skipped counts as it is \
          written, and the hour that comes twice counts once. A note shows the time that was \
          understood. Several words need quotes.
          """,
        rows: """
          now  this minute; the same as --open without WHEN
          18:30, 7pm, 7.30pm, noon, midnight  today; midnight is the end of the day
          today, tomorrow, friday, 2026-11-27  at any minute of that day; a weekday is the next one, today
            included
          friday 7pm, tomorrow noon  a day and a time
          breakfast, lunch, dinner, tonight  08:30, 13:00, 19:30; without a day, now during their
            hours (07–11, 12–15, 18–23), else the next one
          tomorrow lunch  a day and a meal
          2026-11-22T18:30  any minute; a space may replace the T
          """),
      HelpSection(
        "Answers",
        text: """
          Tables have a last column: open till 23:00, open till Mon 00:00, always open; open alone if \
          no end is found within four years; not known where --unknown-hours keeps a venue. JSON \
          venues and GeoJSON properties have hours, an object with state (open, closed or unknown) \
          and until, the time at which that changes, or null if it never does or that is unknown. For \
          a whole day they describe the first opening, and tables show its times: open 09:00–17:30. \
          CSV and TSV have the columns hours_state and hours_until. --fields takes hours, hours_state \
          and hours_until.
          """),
      HelpSection(
        "What is known",
        text: """
          Public holidays (PH) are those of England and Wales, Scotland, Northern Ireland, Ireland, \
          the Isle of Man, Jersey or Guernsey: the postcode decides which, or else the position. \
          School holidays (SH) depend on calendars that finder does not have: hours that depend on \
          them are unknown, and never guessed. So are hours given only in a comment, such as by \
          appointment.

          With an open end, as in Fr 18:00+, a venue is open until midnight. With an open end after a \
          time, as in 18:00-22:00+, it is open until that time. With an open end of either kind, its \
          state is then unknown until five in the morning, unless other times say open. With an open \
          end that is off, as in 17:00+ off, it is closed until five, or unknown where other times say \
          open.
          """),
    ])
}
