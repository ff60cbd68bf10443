"""Where finder and opening-hours-py differ, what each says, and why finder says so. Each case is checked:
finder must say what stands here, and the other something else, or the case is no longer one."""
from . import against

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
