"""Cases by hand: hours of the forms that venues have most, filled with the times of day that shops, cafés, pubs and
kitchens keep; and where finder and opening-hours-py differ, what each says, and why finder says so. Each of those is
checked: finder must say what is written here, and the other something else, or the case is no longer one."""
import itertools

from . import against

DAYS = ["Mo-Fr", "Mo-Sa", "Mo-Su", "Tu-Su", "Tu-Sa", "We-Su", "Mo-Th", "Mo,We,Fr", "Su-Th", "Fr-Mo", "Sa-Su", "Sa,Su"]
TIMES = ["09:00-17:30", "08:00-18:00", "10:00-16:00", "11:00-23:00", "12:00-14:30,17:30-22:30",
         "12:00-15:00, 18:00-23:00", "17:00-24:00", "12:00-00:00", "16:00-01:00", "18:00-02:30", "00:00-24:00",
         "22:00-26:00", "7:30-15:00"]
SHAPES = [
    "{d} {t}", "{d} {t}; PH off", "{d} {t}; Su off", "{d} {t}; Su {u}", "{d} {t}; Sa {u}; PH off",
    "{d} {t}, Sa {u}", "{d} {t}; Su,PH {u}", "{d},PH {t}", "PH,{d} {t}", "{d} {t}; Dec 25 off",
    "{d} {t}; Dec 25-26 off; Jan 1 off", "{d} {t}; Dec 24-Jan 2 off", "Apr-Sep {d} {t}; Oct-Mar {d} {u}",
    "{d} {t}; 12:00-13:00 off", "{t}; Tu off", "{t}; PH off; Su {u}",
]
BY_HAND = """
24/7
24/7; Dec 25 off
24/7; PH off
open
off
closed
Mo-Su,PH 10:00-22:00
Mo-Fr 10:00-20:00; PH off
Mo 09:00-17:00; Tu 09:00-17:00; We 09:00-17:00; Th 09:00-19:00; Fr 09:00-17:00; Sa 10:00-16:00
Mo off; Tu-Th 17:00-22:00; Fr,Sa 12:00-23:00; Su 12:00-20:00
Mo-Th 11:00-23:00; Fr,Sa 11:00-24:00; Su 12:00-22:30
Mo-Th 11:00-23:00; Fr-Sa 11:00-01:00; Su 12:00-22:30
Su-Th 11:00-23:00; Fr,Sa 11:00-01:00
Su-Tu 11:00-01:00, We-Th 11:00-03:00, Fr 11:00-06:00, Sa 11:00-07:00
Mo-Th 12:00-23:00, Fr-Sa 12:00-00:30, Su 12:00-22:30
Mo,Tu,Th,Fr 12:00-18:00; Sa,PH 12:00-17:00; Th[3],Th[-1] off
Tu-Fr 12:00-14:30,18:00-22:00; Sa 18:00-22:30; Su 12:00-16:00
Mo-Sa 06:00-22:00; Su 10:00-16:00; easter off; Dec 25 off
Mo-Fr 08:30-17:00; Sa 09:00-13:00; PH off; easter -2 days off; easter +1 day off
Mo-Fr 08:00-12:00, We 14:00-18:00; Su,PH off
00:00-24:00; Tu-Su 08:30-09:00 off; Mo 08:00-13:00 off
Mar-Oct 10:00-18:00; Nov-Feb 10:00-16:00
Mar-Oct: Mo-Su 10:00-18:00; Nov-Feb: Sa-Su 10:00-16:00
Apr 1-Sep 30 10:00-17:00; Dec 25,Dec 26,Jan 1 off
Apr-Oct Su[2] 14:00-18:00
Sa[1] 10:00-12:00; Su[-1] 14:00-16:00
Sa[1,3] 10:00-12:00
Sa[1-2] 10:00-12:00
Tu[-1] off
Mo-Fr 09:00-17:00; We[1] 10:00-17:00
Sa[1],Sa[1] +1 day 10:00-12:00
week 1-53/2 Fr 09:00-12:00; week 2-52/2 We 09:00-12:00
week 10-20 Mo-Fr 08:00-16:00
week 26 off
Jun 15-Sep 15 Mo-Su 09:00-21:00; Sep 16-Jun 14 Mo-Fr 09:00-18:00
2026 Mo-Fr 09:00-17:00
2025-2026 Mo-Fr 09:00-17:00
2026+ Mo-Fr 09:00-17:00
2025 Dec 24-2026 Jan 2 off
Mo-Su 10:00-22:00; 2025 Dec 25-2026 Jan 5 off
2026 Apr 10-16 off, Mo-Su 09:00-14:00
2026 Mar 27-Apr 16 off; Mo-Su 12:00-14:00
Mo-Su 12:00-15:00; 2026 Mar 27-Apr 16 off
Jul-Aug off; Mo-Fr 09:00-17:00
Mo-Fr 09:00-17:00; Jul-Aug off
Mo-Fr 09:00-17:00; Aug 1-15 off
Mo-Fr 09:00-17:00 open "by the side door"
Mo-Fr 09:00-17:00 unknown "ring first"
PH 10:00-14:00
PH -1 day 10:00-14:00; PH off
PH +1 day 12:00-14:00
Fr-Sa 18:00-06:00; PH off
Tu 23:59-22:59
Mo 10:00-10:00
Mo-Fr 20:00-48:00
Fr 22:00-04:00; Sa off
22:00-02:00; Tu 12:00-14:00
Mo-Fr 10:00-16:00/01:30
Dec 20-Jan 6 10:00-20:00
Nov-Mar Fr-Mo 10:00-15:00
Jan off; Feb-Dec We-Su 12:00-22:00
Feb 29 10:00-12:00
Feb 1-Feb 29 10:00-12:00
easter 10:00-12:00
easter -7 days-easter 10:00-12:00
2025 easter -2 days-2025 easter +1 day off; 09:00-17:00
""".strip().splitlines()

FORMS = BY_HAND + [
    shape.format(d=days, t=times, u=TIMES[(place * 5 + 2) % len(TIMES)])
    for place, (shape, days, times) in enumerate(itertools.product(SHAPES, DAYS, TIMES))
    if place % 5 == 0 or "PH" in shape and place % 5 == 1
]


# Hours, a moment, finder's state then, opening-hours-py's, the reason. A state of None: it is a fault.
CASES = [
    ("Su-Th 11:00-23:00; Fr,Sa 11:00-01:00", "2025-01-05T00:30", "open", "closed",
     "times past midnight belong to the day that they began on; only a rule after theirs replaces them"),
    ("Mo-Fr 08:00-18:00 || unknown \"call\"", "2025-01-06T19:00", "unknown", "closed",
     "a fallback counts at every minute that is closed, not only on days without any rule"),
    ("Mo-Fr \"by appointment\"", "2025-01-06T10:00", "unknown", "open",
     "a comment by itself is a state of unknown (the table of rule modifiers)"),
    ("Mo-Fr 10:00-12:00 \"ring\"", "2025-01-06T10:30", "unknown", "open", "the same"),
    ("PH Mo-Fr 10:00-14:00", "2025-01-02T10:00", "closed", "open",
     "holidays, a space and weekdays must both hold; a comma makes a list of them"),
    ("Mo-Sa 07:00-19:00; PH Su off", "2025-01-01T10:00", "open", "closed", "the same"),
    ("Mo, We 10:00-12:00", "2025-01-06T18:00", "closed", "open",
     "days, a comma, a space and days are one list, as in opening_hours.js; nobody means all of Monday"),
    ("Sa 18:00+", "2025-01-05T01:00", "unknown", "closed",
     "an open end is not over at midnight: nobody knows until five"),
    ("Sa 18:00-20:00+", "2025-01-04T21:00", "unknown", "closed", "an open end after a time is one too"),
    ("SH 10:00-12:00", "2025-01-06T11:00", "unknown", "closed",
     "the holidays of schools are not known, and what hangs on them is neither"),
    ("Mo-Fr 09:00-17:00; SH off", "2025-01-06T11:00", "unknown", "open", "the same"),
    ("Apr,Aug Su[-1] 17:15-18:00", "2025-04-01T17:30", "closed", "open",
     "a list of months, then weekdays: both must hold"),
    ("Mo-Fr 10:00-16:00/90", "2025-01-06T11:00", "open", None, "a step of more than 59 minutes"),
    ("Mon-Fri 9:00–17:00;", "2025-01-06T11:00", "open", None, "slips that can only be meant one way"),
    ("Mo-Fr: 10:00-12:00", "2025-01-06T11:00", "open", None, "the separator for readability after days"),
    ("Mo-Fr 10:00-12:00,Sa 11:00-13:00", "2025-01-04T12:00", "open", None, "a space missing"),
    ("\"in term\": Mo 10:00-12:00", "2025-01-06T11:00", "unknown", None, "a comment for a date"),
    ("10:00-12:00; Dec 25 -Su off", "2025-12-21T11:00", "closed", None, "the Sunday before a date"),
    ("week 48-3 Mo 10:00-11:00", "2025-01-06T10:30", "open", None, "weeks over the new year, as months"),
    ("10:00-12:00; Dec 25,26 off", "2025-12-26T11:00", "closed", None, "a day in the month before it"),
    ("10:00-12:00; 24-26 Dec off", "2025-12-25T11:00", "closed", None, "days before their month"),
    ("2025 Dec 24-26,28 10:00-12:00", "2025-12-28T11:00", "open", None, "a day in the month and year before it"),
    ("10:00-12:00; Easter Monday off", "2025-04-21T11:00", "closed", None, "it can only be the day after easter"),
    ("Mo 24:00-26:00", "2025-01-07T01:00", "open", None, "24:00 is a time of the grammar"),
    ("10:00-12:00; easter-Apr 04 off", "2025-06-02T11:00", "open", "closed",
     "easter comes after 4 April that year: the range has no day in it, and not all but sixteen"),
    ("18:00-12:00 off; Mo-Fr PH off", "2025-01-06T11:00", None, "closed",
     "weekdays, a space and holidays are not in the grammar: a list, or both?"),
]


def check(bench):
    cases = CASES
    faults = []
    for (text, moment, ours, expected, _), changes in zip(
            cases, against.over_two_years(bench, [case[0] for case in cases])):
        found, other = at(changes, moment), at(against.theirs(text), moment)
        if found != ours:
            faults.append(f"{text}: at {moment} finder says {found}, and should say {ours}")
        if other == found or other != expected:
            faults.append(f"{text}: at {moment} the other says {other}, no longer {expected}")
    return len(cases), faults


def at(changes, moment):
    if isinstance(changes, str):
        return None
    minute = int((against.datetime.datetime.fromisoformat(moment) - against.START).total_seconds()) // 60
    return [state for start, state in changes if start <= minute][-1]
