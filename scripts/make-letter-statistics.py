#!/usr/bin/env python3
"""Makes the statistics by which `CharacterEncodings` recognizes the encoding of a text.

Usage:
    make-letter-statistics.py DIR > Sources/Documents/CharacterEncodings/Generated/LetterData.swift

The letters are counted in translations that Debian 12 packages. DIR is a folder; the packages are
downloaded into it by apt-get, and unpacked. Translations of installed programs in /usr/share/locale
are counted for the languages into which few of the packages are translated.

For each language with an alphabet, the table has the cost of each pair of letters in half bits:
-2 log2 P(second letter | first letter), at most 27. All other characters count as one letter, the
blank. In Latin letters without accents, the cost is the difference to their cost in all languages, and
may be negative. A digit of the table is the character with the code "0" + 8 + cost.

For Chinese, Japanese and Korean, the common characters are listed by their cost in bits.
"""

import collections, gettext, glob, math, os, re, subprocess, sys, unicodedata

PACKAGES = ["krita-l10n", "gnucash-common", "gnome-user-docs", "freeciv-data"]
# The languages by their alphabet: the first and the last letter beyond ASCII.
SCRIPTS = {
    (0x80, 0x24F): "fr de es pt_BR it nl sv da nb fi is ca sq ga pl cs sk hu sl hr ro tr et lv lt",
    (0x400, 0x52F): "ru uk bg sr mk be",
    (0x370, 0x3FF): "el",
    (0x590, 0x5FF): "he",
    (0x600, 0x6FF): "ar fa",
    (0xE00, 0xE7F): "th",
}
# Western European languages; their sum is one more language, for names and foreign words.
WESTERN = "fr de es pt_BR it nl sv da nb fi is ca"
FEW = "th is be mk sq he bg ar sr fa et"
CHARACTERS = "zh_CN zh_TW ja ko"
ASCII = " abcdefghijklmnopqrstuvwxyz"
HIGHEST = 13.5
MOST = 600_000


def texts(folder, language):
    """Yields the translations of each program, and the manuals."""
    places = [folder + "/unpacked/**"] + (["/usr/share/locale"] if language in FEW else [])
    for place in places:
        path = "%s/%s/LC_MESSAGES/*.mo" % (place, language)
        all_messages = []
        for file in sorted(glob.glob(path, recursive=True)):
            try:
                with open(file, "rb") as opened:
                    catalog = gettext.GNUTranslations(opened)._catalog
            except (OSError, UnicodeDecodeError, LookupError):
                continue
            all_messages.append("\n".join(v for k, v in catalog.items() if k and isinstance(v, str)))
        yield from ["\n".join(all_messages)] if place.startswith("/usr") else all_messages
    pages = glob.glob("%s/unpacked/usr/share/help/%s/**/*.page" % (folder, language), recursive=True)
    yield "\n".join(open(page, encoding="utf-8").read() for page in sorted(pages))


def cleaned(text):
    text = re.sub(r"%\d*\$?[-0-9.]*l?[a-zA-Z]|%\d+|<[^>]*>|[&_](?=\w)", " ", text[:MOST])
    # Old encodings have the Romanian letters with cedillas only.
    return unicodedata.normalize("NFC", text).translate({0x218: 0x15E, 0x219: 0x15F, 0x21A: 0x162, 0x21B: 0x163})


def is_letter(character, script):
    return script[0] <= ord(character) <= script[1] and unicodedata.category(character)[0] in "LM"


def count(folder, language, script):
    """Counts the pairs of letters."""
    pairs = collections.Counter()
    is_latin = script[0] == 0x80
    for text in texts(folder, language):
        for line in cleaned(text).lower().split("\n"):
            # Lines that are not translated are not counted.
            if not is_latin and not any(is_letter(c, script) for c in line):
                continue
            former = " "
            for character in line + " ":
                letter = character if is_letter(character, script) else " "
                if is_latin and character in ASCII:
                    letter = character
                pairs[former + letter] += 1
                former = letter
    return pairs


def average(all_pairs):
    result = collections.Counter()
    for pairs in all_pairs:
        total = sum(pairs.values())
        for pair, number in pairs.items():
            result[pair] += number * 1e5 / total
    return result


def bits(share):
    return min(HIGHEST, -math.log2(share))


def costs(pairs, generic):
    """Returns the letters of a language, and the costs of their pairs in half bits."""
    sums = collections.Counter()
    for pair, number in pairs.items():
        sums[pair[1]] += number
    total = sum(number for letter, number in sums.items() if letter != " ")
    is_latin = generic is not None
    letters = [c for c, n in sums.most_common() if n > total * 2e-5 and c not in " ºª"]
    if is_latin:
        letters = [c for c in letters if c not in ASCII]
    letters = (list(ASCII) if is_latin else [" "]) + letters
    rows = {a: sum(pairs[a + c] for c in letters) for a in letters}
    shares = {c: sum(pairs[a + c] for a in letters) for c in letters}
    everything = sum(rows.values())
    generic_rows = {a: sum(generic[a + c] for c in ASCII) for a in ASCII} if is_latin else {}
    result = []
    for a in letters:
        for c in letters:
            cost = bits((pairs[a + c] + 30 * shares[c] / everything + 1e-3) / (rows[a] + 30))
            if is_latin and a in ASCII and c in ASCII:
                usual = bits((generic[a + c] + 1e-1) / (generic_rows[a] + 3))
                cost = max(-4, min(6, cost - usual))
            result.append(round(2 * cost))
    assert len(letters) < 250
    return letters, result


def frequent(folder, language):
    """Returns the common characters of a language by their cost."""
    counts = collections.Counter(
        c for text in texts(folder, language) for c in cleaned(text) if ord(c) >= 0x80)
    total = sum(counts.values())
    levels = collections.defaultdict(list)
    for character, number in counts.items():
        cost = round(-math.log2(number / total))
        if cost <= 14 and unicodedata.category(character)[0] in "LP":
            levels[max(cost, 5)].append(character)
    return [(cost, "".join(sorted(levels[cost]))) for cost in sorted(levels)]


def literal(parts, width, indent):
    """Returns a literal with a number of parts in each line."""
    lines = ["".join(parts[start:start + width]) for start in range(0, len(parts), width)]
    return '"""\n' + "\\\n".join(indent + line for line in lines) + "\n" + indent + '"""'


def main():
    folder = os.path.abspath(sys.argv[1])
    os.makedirs(folder, exist_ok=True)
    for package in PACKAGES:
        if not glob.glob("%s/%s_*.deb" % (folder, package)):
            subprocess.run(["apt-get", "download", "-q", package], cwd=folder, check=True, stdout=sys.stderr)
        subprocess.run(["dpkg", "-x", glob.glob("%s/%s_*.deb" % (folder, package))[0], folder + "/unpacked"], check=True)
    pairs = {l: count(folder, l, script) for script, names in SCRIPTS.items() for l in names.split()}
    latin = next(iter(SCRIPTS.values())).split()
    generic = average(pairs[l] for l in latin)
    pairs["western"] = average(pairs[l] for l in WESTERN.split())
    print("// Generated by scripts/make-letter-statistics.py; do not edit.\n//")
    print("// Counted in translations that Debian 12 packages: the messages of Krita, GnuCash and Freeciv, and GNOME's\n// user documentation; for %s also those of all programs that were installed.\n" % FEW)
    print("/// The letters of languages, and the costs of their pairs; the script describes the format.")
    print("enum LetterData {\n  static let pairs: [(language: String, letters: String, costs: String)] = [")
    for language in sorted(pairs):
        letters, values = costs(pairs[language], generic if language in latin + ["western"] else None)
        digits = "".join(chr(0x30 + 8 + value) for value in values)
        names = ["\\u{%x}" % ord(c) if ord(c) > 127 else c for c in letters]
        print('    (\n      "%s",\n      %s,\n      %s\n    ),' % (
            language, literal(names, 10, "      "), literal(digits, 92, "      ")))
    print("  ]\n\n  static let characters: [(language: String, cost: Int, characters: String)] = [")
    for language in CHARACTERS.split():
        for cost, characters in frequent(folder, language):
            print('    ("%s", %d, %s),' % (language, cost, literal(characters, 45, "      ")))
    print("  ]\n}")


if __name__ == "__main__":
    main()
