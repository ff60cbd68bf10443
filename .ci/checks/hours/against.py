"""finder's hours beside those of other programs."""
import bisect
import datetime
import re
import subprocess

START, DAYS = datetime.datetime(2025, 1, 1), 730
PLACE = ("ireland", "53.35", "-6.26")
CLOCK_CHANGES = [(datetime.datetime(*day) - START).days
                 for day in [(2025, 3, 30), (2025, 10, 26), (2026, 3, 29), (2026, 10, 25)]]


def finder(bench, lines):
    """The answers of `finder-bench hours`: [(minute, state)], or the fault as a text."""
    text = "".join("\t".join(str(cell) for cell in line) + "\n" for line in lines)
    done = subprocess.run([bench, "hours"], input=text, capture_output=True, text=True, check=True)
    return [answer if answer.startswith("fault") else
            [(int(minute), state) for minute, state in (cell.split(" ") for cell in answer.split("\t"))]
            for answer in done.stdout.splitlines()]


def over_two_years(bench, texts):
    return finder(bench, [(*PLACE, "2025-01-01T00:00", DAYS, text) for text in texts])


def theirs(text, **where):
    """The same of opening-hours-py."""
    from opening_hours import OpeningHours, ParserError
    try:
        hours = OpeningHours(text, country="IE", **where)
    except (ParserError, SyntaxError) as error:
        return f"fault {str(error).splitlines()[0]}"
    changes = []
    for start, _, state, _ in hours.intervals(START, START + datetime.timedelta(days=DAYS)):
        if not changes or changes[-1][1] != str(state):
            minute = int((start.replace(tzinfo=None) - START).total_seconds()) // 60
            changes.append((minute, str(state)))
    return changes


def first_of(texts):
    """What opening-hours-py says of several texts: at each minute that of the first that is not closed."""
    all_changes = [theirs(text) for text in texts]
    faults = [changes for changes in all_changes if isinstance(changes, str)]
    if faults:
        return faults[0]
    states, merged = ["closed"] * len(texts), []
    for minute, place, state in sorted((minute, place, state) for place, changes in enumerate(all_changes)
                                       for minute, state in changes):
        states[place] = state
        now = next((state for state in states if state != "closed"), "closed")
        if merged and merged[-1][0] == minute:
            merged.pop()
        if not merged or merged[-1][1] != now:
            merged.append((minute, now))
    return merged


def other(bench, texts):
    faults = []
    for text, ours in zip(texts, over_two_years(bench, texts)):
        expected = theirs(text)
        if ours != expected and not differ_by_late_hours(text, ours, expected):
            faults.append(f"{text}: {difference(ours, expected)}")
    return len(texts), faults


def in_parts(bench, cases):
    """Texts beside several of the other, of which the first that is not closed counts."""
    faults = []
    for (text, parts), ours in zip(cases, over_two_years(bench, [text for text, _ in cases])):
        expected = first_of(parts)
        if ours != expected:
            faults.append(f"{text}: {difference(ours, expected)}")
    return len(cases), faults


def with_sun(bench, texts):
    """Both work out the sun, which may make a difference of some minutes; of an hour in the nights when the
    clocks change, as finder knows only what the clock on the wall shows."""
    faults, where = [], {"coords": (float(PLACE[1]), float(PLACE[2]))}
    for text, ours in zip(texts, over_two_years(bench, texts)):
        expected = theirs(text, **where)
        if isinstance(ours, str) or isinstance(expected, str) \
                or any(end - start > (60 if start // 1440 in CLOCK_CHANGES else 3)
                       for start, end in differing(ours, expected)):
            faults.append(f"{text}: {difference(ours, expected)}")
    return len(texts), faults


def differ_by_late_hours(text, ours, expected):
    """Whether they differ in nothing but the hours after midnight of a rule after `;`: the other drops
    those where a rule before holds on the day (see forms.py). What differs lies between midnight and their end, and there finder says
    what one of the rules says by itself: not closed."""
    late = [(int(hours) * 60 + int(minutes)) % 1440 for rule in text.split(";")[1:]
            for start, hours, minutes in SPAN.findall(rule)
            if f"{hours}:{minutes}" <= start.zfill(5) or int(hours) >= 24]
    if not late or isinstance(ours, str) or isinstance(expected, str):
        return False
    stretches = differing(ours, expected)
    if any((end - 1) % 1440 >= max(late) or end - start > max(late) for start, end in stretches):
        return False
    # Finder says what a rule with such hours says by itself.
    alone = [at_each(changes) for changes in map(theirs, re.split("[;,] ", text)) if not isinstance(changes, str)]
    own = at_each(ours)
    return all(own(start) != "closed" and any(state(start) == own(start) for state in alone)
               for start, _ in stretches)


SPAN = re.compile(r"(\d\d?:\d\d)-(\d\d):(\d\d)")


def at_each(changes):
    """The state at a minute, as a function."""
    minutes = [minute for minute, _ in changes]
    return lambda minute: changes[bisect.bisect_right(minutes, minute) - 1][1]


def differing(ours, expected):
    """Each stretch in which they differ: its first minute, and that after its last."""
    (one, other), found = (dict(ours), dict(expected)), []
    state, beside, start = None, None, None
    for minute in sorted(set(one) | set(other)) + [DAYS * 1440]:
        if start is not None:
            found.append((start, minute))
        state, beside = one.get(minute, state), other.get(minute, beside)
        start = minute if state != beside else None
    return found


def difference(ours, expected):
    """The first minute at which they differ."""
    if isinstance(ours, str) or isinstance(expected, str):
        return f"finder {ours if isinstance(ours, str) else 'reads it'}; " \
            f"other {expected if isinstance(expected, str) else 'reads it'}"
    # A state is told by its change; the first change that one side has alone is where they part.
    minute = min((set(ours) ^ set(expected)), default=(0, ""))[0]
    state = lambda changes: [state for start, state in changes if start <= minute][-1]
    return f"{START + datetime.timedelta(minutes=minute):%a %Y-%m-%d %H:%M} " \
        f"finder {state(ours)}, other {state(expected)}"


NATIONS = {
    "englandAndWales": ("GB", "ENG"), "scotland": ("GB", "SCT"), "northernIreland": ("GB", "NIR"),
    "ireland": ("IE", None), "isleOfMan": ("IM", None), "jersey": ("JE", None), "guernsey": ("GG", None),
}


def holidays(bench):
    """Of each nation, 2019 to 2027."""
    import holidays as package
    years = range(2019, 2028)
    lines = [(nation, 54, -2, f"{year}-01-01T00:00", 366, f"{year} PH")
             for nation in NATIONS for year in years]
    cases = [(nation, year) for nation in NATIONS for year in years]
    faults = []
    for (nation, year), changes in zip(cases, finder(bench, lines)):
        country, part = NATIONS[nation]
        expected = {day.isoformat() for day in package.country_holidays(country, subdiv=part, years=year)}
        found = open_days(changes, datetime.datetime(year, 1, 1))
        faults += [f"{nation} {day}: only one side has a holiday" for day in sorted(expected ^ found)]
        faults += missing_of_second_source(nation, year, found)
    return len(cases), faults


def missing_of_second_source(nation, year, found):
    """workalendar knows no part of the United Kingdom but England and Northern Ireland. What it has must be
    there; it was written before the last proclamations, so it may have less. Easter Sunday is a holiday
    by nobody's law here."""
    from workalendar.europe import UnitedKingdom, UnitedKingdomNorthernIreland
    calendar = {"englandAndWales": UnitedKingdom, "northernIreland": UnitedKingdomNorthernIreland}.get(nation)
    if calendar is None:
        return []
    days = {day.isoformat(): name for day, name in calendar().holidays(year) if name != "Easter Sunday"}
    return [f"{nation} {day}: workalendar has {days[day]}" for day in sorted(set(days) - found)]


def open_days(changes, start):
    """The dates of whole days that are open."""
    ends = [minute for minute, _ in changes[1:]] + [366 * 1440]
    return {(start + datetime.timedelta(days=day)).date().isoformat()
            for (minute, state), end in zip(changes, ends) if state == "open"
            for day in range(minute // 1440, end // 1440)}


PLACES = [(51.5, -0.12), (49.92, -6.3), (60.16, -1.15), (53.35, -6.26), (54.6, -5.93), (57.48, -4.22), (49.19, -2.11)]
EVENTS = ["dawn", "sunrise", "sunset", "dusk"]


def sun(bench):
    """Each event of every fifth day of two years, within two minutes, in civil time."""
    import zoneinfo
    from astral import LocationInfo
    from astral.sun import sun as astral_sun
    london = zoneinfo.ZoneInfo("Europe/London")
    days = [START.date() + datetime.timedelta(days=day) for day in range(0, DAYS, 5)]
    cases = [(place, event, day) for place in PLACES for event in EVENTS for day in days]
    lines = [("englandAndWales", *place, f"{day}T00:00", 1, f"{event}-24:00") for place, event, day in cases]
    faults, known = [], {}
    for (place, event, day), changes in zip(cases, finder(bench, lines)):
        if (place, day) not in known:
            try:
                known[place, day] = astral_sun(LocationInfo("", "", "UTC", *place).observer, date=day)
            except ValueError:
                known[place, day] = None
        times = known[place, day]
        if times is None or is_white_night(place, event, day):
            continue
        moment = times[event].astimezone(london)
        expected = moment.hour * 60 + moment.minute + moment.second / 60
        found = [minute for minute, state in changes if state == "open"]
        if not found or abs(found[0] - expected) > 2:
            faults.append(f"{event} at {place} on {day}: finder {found}, astral {moment:%H:%M:%S}")
    return len(cases), faults


def is_white_night(place, event, day):
    """In Shetland about midsummer the sun grazes the 6° that end the twilight: a hundredth of a degree is
    a minute, and whether the declination is taken at noon or at the time itself makes six."""
    return place[0] > 59 and event in ("dawn", "dusk") and (5, 20) <= (day.month, day.day) <= (7, 25)
