"""Seeded strings from the specification's grammar, without what forms.py has a case for."""
import random

WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def strings(count, seed):
    draw = Draw(random.Random(seed))
    return [draw.domain() for _ in range(count)]


def fallbacks(count, seed):
    """Texts with `||`, each with its parts."""
    draw = Draw(random.Random(seed))
    parts = [[draw.rule() for _ in range(draw.random.randint(2, 3))] for _ in range(count)]
    return [(" || ".join(rules), rules) for rules in parts]


def open_ends(count, seed):
    """Rules with an open end, each as what is open for sure and what is unknown until five."""
    draw, cases = Draw(random.Random(seed)), []
    for _ in range(count):
        days, start = draw.weekdays(), draw.random.randint(24, 92)
        end = draw.random.choice([96, draw.random.randint(start + 1, 96)])
        begin, until = draw.clock(15 * start), draw.clock(15 * end)
        text = f"{days} {begin}+" if end == 96 else f"{days} {begin}-{until}+"
        cases.append((text, [f"{days} {begin}-{until}", f"{days} {begin}-29:00 unknown"]))
    return cases


def suns(count, seed):
    draw = Draw(random.Random(seed))
    return [draw.with_sun() for _ in range(count)]


class Draw:
    def __init__(self, source):
        self.random = source

    def one(self, *choices):
        return self.random.choice(choices)

    def perhaps(self, share, make):
        return make() if self.random.random() < share else ""

    def some(self, make, most=3, between=","):
        return between.join(make() for _ in range(self.random.randint(1, most)))

    def domain(self):
        text = self.rule()
        for _ in range(self.random.choice([0, 0, 1, 1, 2, 3])):
            # Days, a comma and days are one list for finder.
            text += self.one("; ", "; ", ", " if text[-1] in '0123456789"' else "; ") + self.rule()
        return text

    def rule(self):
        while True:
            wide, days = self.perhaps(0.35, self.wide), self.perhaps(0.7, self.days)
            times = self.perhaps(0.8, lambda: self.some(self.span, 2))
            # Weekdays after easter are Easter Monday or a fault.
            if "[" in wide and days or wide.endswith("easter") and days[:2] in WEEKDAYS:
                continue
            if (days or times and wide) and not ("[" in days and wide[:1].isalpha() and wide[:4] != "week"):
                break
        text = " ".join(part for part in (wide, days, times) if part)
        return text + self.perhaps(0.2, lambda: " " + self.one("open", "off", "closed", "unknown", 'open "so"'))

    def wide(self):
        return self.one(self.years, self.months, self.months, self.dates, self.dates, self.weeks)()

    def years(self):
        first = self.random.randint(2024, 2026)
        return self.one(f"{first}", f"{first}+", f"{first}-{first + 2}", f"{first}-{first + 4}/2", f"{first},{first + 2}")

    def months(self):
        first, last = self.one(*MONTHS), self.one(*MONTHS)
        return self.one(first, f"{first}-{last}", f"{first},{last}")

    def date(self):
        return f"{self.one(*MONTHS)} {self.random.randint(1, 28):02}"

    def dates(self):
        first = self.date()
        month, day = first.split()
        return self.one(
            first, f"{first}-{self.date()}", f"{first}-{int(day) + 2}", f"{first},{self.date()}", "easter",
            f"easter {self.one('+', '-')}{self.random.randint(1, 60)} days",
            f"{first} {self.one('+', '-')}{self.random.randint(1, 9)} days",
            f"{self.random.randint(2025, 2026)} {first}",
            f"2025 {first}-2026 {self.date()}", f"{first}+", f"2025 {month} 01-{int(day):02},{self.date()}",
            f"{self.date()},2026 {first},{self.date()}", f"{self.one(*MONTHS)}-{self.one(*MONTHS)} {self.nth_day()}")

    def weeks(self):
        first = self.random.randint(1, 40)
        return "week " + self.one(
            f"{first}", f"{first}-{first + 9}", f"{first}-53/2", f"{first},{first + 3}")

    def days(self):
        return self.some(self.one(self.weekdays, self.weekdays, self.weekdays, self.holiday, self.nth), 2)

    def weekdays(self):
        return self.one(self.one(*WEEKDAYS), f"{self.one(*WEEKDAYS)}-{self.one(*WEEKDAYS)}")

    def holiday(self):
        return self.one("PH", "PH", f"PH {self.one('+', '-')}{self.random.randint(1, 3)} days")

    def nth_day(self):
        """Months, then one weekday in each, from which days are counted."""
        return f"{self.one(*WEEKDAYS)}[{self.one(1, 2, 3, -1, -2)}] {self.one('+', '-')}{self.random.randint(1, 6)} days"

    def with_sun(self):
        """Of a day or a night, never one or the other by season."""
        offset = lambda: f"{self.one('+', '-')}{self.clock(15 * self.random.randint(0, 8))}"
        event = lambda name: self.one(name, name, f"({name}{offset()})")
        morning, evening = event(self.one("dawn", "sunrise")), event(self.one("sunset", "dusk"))
        span = self.one(
            f"{morning}-{evening}", f"{evening}-{morning}", f"{morning}-12:00", f"13:00-{evening}", f"{evening}-02:00",
            f"{morning}-01:00", f"13:00-{self.one('dawn', 'sunrise')}", f"{morning}-26:00", f"01:00-{morning}")
        return " ".join(part for part in (self.perhaps(0.5, self.weekdays), span) if part)

    def nth(self):
        places = self.one("1", "2", "5", "-1", "-2", "1,3", "2-4", "1,-1")
        return f"{self.one(*WEEKDAYS)}[{places}]" + self.perhaps(
            0.3, lambda: f" {self.one('+', '-')}{self.random.randint(1, 6)} days")

    def span(self):
        start = 15 * self.random.randint(0, 95)
        end = min(15 * self.random.randint(1, 96), 1440) if self.random.random() < 0.8 else \
            15 * self.random.randint(97, 130)
        return f"{self.clock(start)}-{self.clock(end)}"

    def clock(self, minute):
        return f"{minute // 60:02}:{minute % 60:02}"
