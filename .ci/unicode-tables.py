#!/usr/bin/env python3
"""Prints Sources/FinderEngine/Base/Text/UnicodeTables.swift, the engine's Unicode tables:

    python3 .ci/unicode-tables.py > Sources/FinderEngine/Base/Text/UnicodeTables.swift

The figures come from Python's unicodedata. Python 3.11 (Unicode 14) made the committed file;
another Python's Unicode makes a file that differs where the standard grew.
"""

import re
import sys
import unicodedata

MADE_WITH = "14.0.0"

APOSTROPHES = set("'’‘‛ʼʻʹʽʾʿ＇`´′‵")
ZERO_WIDTH_SPACE = "\u200b"
WHITE_CONTROLS = set("\t\n\v\f\r\x85")
# Letters that have no decomposition and no 'WITH STROKE' in their names, yet one plain spelling.
SPELLINGS = {"æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "ŋ": "n", "ĸ": "k"}
# Marks that are letters of their own: those with a primary weight in the Unicode collation (DUCET).
# Categories do not tell them: an anusvara is as much a nonspacing mark as a vowel sign is. Combining
# classes tell viramas (9) and some vowels (84 to 132: Telugu, Thai, Lao, Tibetan), names the rest.
# Against DUCET 10 this is wrong for some 20 rare signs, none of them in Indic, Thai, Lao, Burmese, Khmer or
# Tibetan but one each of Gurmukhi and Shan. Latin, Cyrillic and Glagolitic letters above others have
# weights too, and stay accents.
LETTER_CLASSES = {9, 84, 91, 103, 118, 129, 130, 132}
LETTER_MARKS = re.compile(
    "VOWEL|CONSONANT|MEDIAL|SUBJOINED|LENGTH MARK|SARA|MAI HAN-AKAT|LETTER|COENG|KILLER|ASAT"
    "|^THAANA|^MYANMAR .*TONE|^TAI VIET MAI (KHIT|KANG)|^GURMUKHI SIGN YAKASH")
NO_LETTER_MARKS = re.compile(
    "INHERENT|MODIFIER|EXTRA SHORT|FINAL CONSONANT MARK|SELECTOR|NUKTA|BATHAMASAT"
    "|^MASARAM GONDI SIGN (ANUSVARA|VISARGA|CANDRA)|^(ARABIC|COMBINING|SAMARITAN|SYRIAC|ETHIOPIC|ADLAM) ")
ARABIC_LIGATURES = range(0xFC00, 0xFE00)  # presentation forms: 400 rows that nobody types
FIRST_NON_ASCII, LAST = 0x80, 0x10FFFF
LONGEST_RUN = 1 << 11
LONGEST_EXPANSION = 3
FIRST_PAIR = 0x110000  # past the last scalar: two of ASCII in the place of one

# The kinds of an action; FoldedScalars.swift says what they mean.
OFFSET, CONSTANT, ALTERNATE, EXPANSION = range(4)


def algorithmic(scalar):
    """Surrogates are no scalars; Hangul syllables are taken apart by arithmetic."""
    return 0xD800 <= scalar <= 0xDFFF or 0xAC00 <= scalar <= 0xD7A3


def unassigned(scalar):
    return unicodedata.category(chr(scalar)) in ("Cn", "Co", "Cs")


def letter_mark(character):
    """Whether a mark is a letter, as a vowel sign is, and no accent."""
    if unicodedata.combining(character) in LETTER_CLASSES:
        return True
    name = unicodedata.name(character, "")
    return LETTER_MARKS.search(name) is not None and NO_LETTER_MARKS.search(name) is None


def reduced(character):
    """A letter or digit as it is, nothing for what vanishes, a space for what separates."""
    category = unicodedata.category(character)
    if character in WHITE_CONTROLS or character == ZERO_WIDTH_SPACE:
        return " "
    if category[0] == "M":
        return character if letter_mark(character) else ""
    if character in APOSTROPHES or category in ("Cc", "Cf"):
        return ""
    return " " if category[0] in "PSZ" else character


def plain(character):
    """The plain Latin letter in a name such as LATIN SMALL LETTER O WITH STROKE."""
    named = re.fullmatch(
        r"LATIN (?:SMALL|CAPITAL) LETTER ([A-Z]) WITH .*", unicodedata.name(character, ""))
    return named[1].lower() if named else SPELLINGS.get(character, character)


def decomposed(text):
    return "".join(reduced(c) for c in unicodedata.normalize("NFKD", text))


def folded(character):
    if reduced(character) == "":
        return ""
    if character == "№":
        return "no "  # as No. would
    text = decomposed(decomposed(character).casefold())
    text = re.sub(" +", " ", "".join(plain(c) for c in text))
    category = unicodedata.category(character)
    if category[0] == "S":
        # Ⓐ, 🄰 and ⒜ are used as letters; ™, ℃ and ㍿ are symbols.
        return text if len(text.strip()) == 1 and text.isascii() else " "
    if len(text) == 1 and unicodedata.name(text, "").startswith("CJK UNIFIED"):
        return character  # a thousand compatibility ideographs, which no text has after NFC
    if category == "Lo" and ord(character) in ARABIC_LIGATURES:
        return character
    return text if fits(text) else character.casefold()


def fits(text):
    """Whether an expansion has room for it: three scalars, the last of which may be two of ASCII."""
    extra = len(text) - LONGEST_EXPANSION
    return extra <= 0 or extra == 1 and text[-2:].isascii()


def pack(text):
    scalars = [ord(c) for c in text]
    if len(scalars) > LONGEST_EXPANSION:
        scalars[-2:] = [FIRST_PAIR | scalars[-1] << 7 | scalars[-2]]
    return sum(scalar << 21 * i for i, scalar in enumerate(scalars))


def run_length(start, fits, skip=lambda scalar: False, longest=LONGEST_RUN):
    """How many scalars from `start` a row may cover; what it skips does not end it."""
    last = scalar = start
    while scalar <= LAST and scalar - start < longest:
        if fits(scalar):
            last = scalar
        elif not skip(scalar):
            break
        scalar += 1
    return last - start + 1


def single_row(first, folds):
    """The longest row that starts at a scalar which folds to one other."""
    target = ord(folds[first])

    def follows(scalar):
        return folds.get(scalar) == chr(min(target + scalar - first, LAST))

    def alternates(scalar):
        if (scalar - first) % 2:
            return scalar not in folds
        return folds.get(scalar) == chr(scalar + 1)

    lengths = {
        OFFSET: run_length(first, follows),
        CONSTANT: run_length(first, lambda s: folds.get(s) == chr(target)),
        ALTERNATE: run_length(first, alternates) if target == first + 1 else 0,
    }
    kind = max(lengths, key=lambda k: (lengths[k], -k))
    return lengths[kind], kind, target


def fold_rows(folds):
    """Rows of (first scalar, count, kind, target) and the expansions that rows point to."""
    rows, expansions = [], [""]
    scalar = FIRST_NON_ASCII
    while scalar <= LAST:
        fold = folds.get(scalar)
        if fold is None:
            scalar += 1
            continue
        bridge = lambda s: s not in folds and not algorithmic(s) and unassigned(s)
        if fold == "":
            row = run_length(scalar, lambda s: folds.get(s) == "", bridge), EXPANSION, 0
        elif fold == " ":
            row = run_length(scalar, lambda s: folds.get(s) == " ", bridge), CONSTANT, 0x20
        elif len(fold) == 1:
            row = single_row(scalar, folds)
        else:
            if fold not in expansions:
                expansions.append(fold)
            row = run_length(scalar, lambda s: folds.get(s) == fold), EXPANSION, \
                expansions.index(fold)
        rows.append((scalar, *row))
        scalar += row[0]
    return rows, expansions


def wide(scalar):
    if unassigned(scalar):
        return 0x20000 <= scalar <= 0x3FFFD  # set aside for ideographs
    return unicodedata.east_asian_width(chr(scalar)) in "WF"


def wide_ranges():
    scalar = FIRST_NON_ASCII
    while scalar <= LAST:
        if wide(scalar):
            last = scalar + run_length(scalar, wide, unassigned, longest=LAST) - 1
            yield scalar, last
            scalar = last
        scalar += 1


def literal(value):
    """Grouped by four digits where swift-format asks for it."""
    digits = f"{value:X}"
    if len(digits) < 8:
        return f"0x{digits}"
    head = len(digits) % 4
    groups = [digits[:head]] if head else []
    return "0x" + "_".join(groups + [digits[i:i + 4] for i in range(head, len(digits), 4)])


def array(name, element, values, comment):
    lines, line = [], "   "
    for value in values:
        text = f" {literal(value)},"
        if len(line) + len(text) > 100:
            lines.append(line)
            line = "   "
        line += text
    lines.append(line)
    return "\n".join([f"  /// {comment}", f"  static let {name}: [{element}] = [", *lines, "  ]"])


def main():
    version = unicodedata.unidata_version
    if version != MADE_WITH:
        print(f"unicode-tables.py: this Python has Unicode {version}, the committed file "
              f"{MADE_WITH}", file=sys.stderr)
    folds = {}
    for scalar in range(FIRST_NON_ASCII, LAST + 1):
        if not algorithmic(scalar):
            fold = folded(chr(scalar))
            if fold != chr(scalar):
                folds[scalar] = fold
    rows, expansions = fold_rows(folds)
    packed = [pack(text) for text in expansions]
    arrays = [
        array("foldSpans", "UInt32", [first << 11 | count - 1 for first, count, _, _ in rows],
              "First scalar << 11 | count - 1, ascending; what lies in no span folds to itself."),
        array("foldActions", "UInt32", [kind << 21 | target for _, _, kind, target in rows],
              "What becomes of the span at the same place: kind << 21 | scalar or expansion."),
        array("expansions", "UInt64", packed,
              "Packed as FoldedScalars.fold has it; the first row is empty."),
        array("wideRanges", "UInt32", [scalar for pair in wide_ranges() for scalar in pair],
              "East Asian Wide and Fullwidth: first and last scalar in turn, ascending."),
    ]
    print(f"""\
// Made by .ci/unicode-tables.py from Unicode {version}. Do not edit: change the script, then
// python3 .ci/unicode-tables.py > Sources/FinderEngine/Base/Text/UnicodeTables.swift

enum UnicodeTables {{
{(chr(10) * 2).join(arrays)}
}}""")


if __name__ == "__main__":
    main()
