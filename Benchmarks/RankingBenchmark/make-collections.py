#!/usr/bin/env python3
"""make-collections.py FOLDER [NAME...]: makes collections of questions that other people wrote and judged.

Each is a folder for `RankingBenchmark --tree FOLDER/NAME --questions FOLDER/NAME/questions.tsv questions`. Every second
question is of the half `test`, which must not be looked at while tuning. The sources are public repositories; nothing
of them is kept in this one. SOURCE names another place than https://raw.githubusercontent.com.
"""
import json
import os
import random
import re
import shutil
import sys
import urllib.request

SOURCE = os.environ.get("SOURCE", "https://raw.githubusercontent.com")
CLASSIC = "fabianobie/luppar"
LANGUAGES = "ar de el en es hi ro ru th tr vi zh".split()
FILES = {
    "adi": (CLASSIC, ["data/adi/ADI.ALL", "data/adi/ADI.QRY", "data/adi/ADI.REL"]),
    "cacm": ("atcherepanov/Stemming-Algorithm", ["cacm.all", "query.text", "qrels.text"]),
    "cisi": (CLASSIC, ["data/cisi/CISI.ALL", "data/cisi/CISI.QRY", "data/cisi/CISI.REL"]),
    "cmrc": ("ymcui/cmrc2018", ["squad-style-data/cmrc2018_dev.json"]),
    "cnil": ("etalab-ia/piaf-ml", ["clients/cnil/knowledge_base/squad.json"]),
    "cranfield": (CLASSIC, ["data/cran/cran.all.1400", "data/cran/cran.qry", "data/cran/cranqrel"]),
    "jsquad": ("yahoojapan/JGLUE", ["datasets/jsquad-v1.3/valid-v1.3.json"]),
    "lisa": ("zer01ike/Search_BM25",
             ["lisa/lisa.all.txt", "lisa/lisa.queries.txt", "lisa/lisa.relevance.txt"]),
    "med": (CLASSIC, ["data/med/MED.ALL", "data/med/MED.QRY", "data/med/MED.REL"]),
    "npl": (CLASSIC, ["data/npl/doc-text", "data/npl/query-text", "data/npl/rlv-ass"]),
    "time": ("Chaplinski/IR-Assignment3", ["time/TIME.ALL", "time/TIME.QUE", "time/TIME.REL"]),
    "xquad": ("deepmind/xquad", [f"xquad.{language}.json" for language in LANGUAGES]),
}


def read(repository, path):
    with urllib.request.urlopen(f"{SOURCE}/{repository}/HEAD/{path}") as response:
        data = response.read()
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def on_one_line(text):
    return " ".join(text.split())


def write(folder, name, documents, questions):
    """Writes documents (number: (title, text)) and questions ((text, {number: grade from 1 to 3}))."""
    shutil.rmtree(f"{folder}/{name}", ignore_errors=True)
    files = {}
    for number, (title, text) in documents.items():
        title = on_one_line(title)
        # Only Markdown can have a title.
        files[number] = f"{number}.md" if title else f"{number}.txt"
        path = f"{folder}/{name}/files/{files[number]}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write((f"# {title}\n\n" if title else "") + text.strip() + "\n")
    count = 0
    with open(f"{folder}/{name}/questions.tsv", "w") as file:
        for text, grades in questions:
            answers = [f"{files[number]}={grade}" for number, grade in grades.items() if number in files]
            if answers and text.strip():
                count += 1
                half = "tune" if count % 2 else "test"
                line = [f"{name}-{count}", half, name, on_one_line(text), "|".join(answers)]
                file.write("\t".join(line) + "\n")
    print(f"{name}: {len(documents)} documents, {count} questions")


def records(text):
    """The records of SMART's format: `.I 1`, then fields such as `.T` with their lines."""
    found, field = [], None
    for line in text.split("\n"):
        if match := re.match(r"\.I\s*(\d+)\s*$", line):
            found.append({"I": int(match[1])})
        elif match := re.match(r"\.([A-Z])\s*$", line):
            field = match[1]
        elif found and field:
            found[-1][field] = found[-1].get(field, "") + line + "\n"
    return found


def smart(texts, judged_column=1, grade=lambda words: 3, numbered=False):
    """Documents, queries and judgments in SMART's format; if `numbered`, queries have successive numbers."""
    documents = {}
    for place, record in enumerate(records(texts[0]), 1):
        # One number of CACM is another document's.
        number = place if record["I"] in documents else record["I"]
        fields = [on_one_line(record.get("A", "")), record.get("W", ""), record.get("K", "")]
        documents[number] = (record.get("T", ""), "\n\n".join(filter(None, fields)))
    grades = {}
    for words in map(str.split, texts[2].split("\n")):
        if len(words) > judged_column and (value := grade(words)):
            grades.setdefault(int(words[0]), {})[int(words[judged_column])] = value
    queries = [
        (record.get("W", ""), grades.get(place if numbered else record["I"], {}))
        for place, record in enumerate(records(texts[1]), 1)]
    return documents, queries


def lisa(texts):
    documents = {}
    for part in re.split(r"^\*{20,}\s*$", texts[0], flags=re.M):
        if match := re.match(r"\s*Document\s+(\d+)\s*\n(.*)", part, re.S):
            title, _, text = re.sub(r"\n\s*\n", "\n\n", match[2].strip("\n")).partition("\n\n")
            documents[int(match[1])] = (title, text)
    numbers = [int(word) for word in texts[2].replace("$", " ").split() if word.isdigit()]
    grades, place = {}, 0
    while place < len(numbers):
        query, count = numbers[place:place + 2]
        grades[query] = dict.fromkeys(numbers[place + 2:place + 2 + count], 3)
        place += 2 + count
    parts = [re.match(r"\s*(\d+)\s*\n(.*)", part, re.S) for part in texts[1].split("#")]
    return documents, [(part[2], grades.get(int(part[1]), {})) for part in parts if part]


def time(texts):
    parts = re.split(r"^\*TEXT ", texts[0], flags=re.M)[1:]
    documents = {
        number: ("", re.sub(r"\*STOP\s*$", "", part.partition("\n")[2].strip()))
        for number, part in enumerate(parts, 1)}
    lines = [[int(word) for word in line.split()] for line in texts[2].split("\n") if line.split()]
    grades = {line[0]: dict.fromkeys(line[1:], 3) for line in lines}
    queries = []
    for part in re.split(r"^\*FIND", texts[1], flags=re.M)[1:]:
        number, _, text = part.partition("\n")
        queries.append((text.replace("*STOP", ""), grades.get(int(number), {})))
    return documents, queries


def npl(texts):
    """Records that end with a line of a slash, and begin with a line of their number."""
    def numbered(text):
        for part in re.split(r"^\s*/\s*$", text, flags=re.M):
            number, _, rest = part.strip().partition("\n")
            if number.isdigit():
                yield int(number), rest
    documents = {number: ("", text) for number, text in numbered(texts[0])}
    grades = {number: dict.fromkeys(map(int, text.split()), 3) for number, text in numbered(texts[2])}
    return documents, [(text.lower(), grades.get(number, {})) for number, text in numbered(texts[1])]


def squad(texts, prefixes=("",), count=300, titled=True):
    """Paragraphs and questions in SQuAD's format; the paragraph with the answer is wanted."""
    documents, queries = {}, []
    for text, prefix in zip(texts, prefixes):
        numbers, all_questions = {}, []
        for article in json.loads(text)["data"]:
            for paragraph in article["paragraphs"]:
                body = paragraph["context"].split(" [SEP] ")[-1]
                number = numbers.setdefault(body, f"{prefix}{len(numbers)}")
                documents[number] = (article.get("title", "") if titled else "", body)
                all_questions += [(asked["question"], {number: 3}) for asked in paragraph["qas"]]
        chosen = random.Random(1).sample(range(len(all_questions)), min(count, len(all_questions)))
        queries += [all_questions[place] for place in sorted(chosen)]
    return documents, queries


def main():
    if len(sys.argv) < 2 or set(sys.argv[2:]) - set(FILES):
        sys.exit(f"usage: make-collections.py FOLDER [{' | '.join(FILES)}]...")
    for name in sys.argv[2:] or FILES:
        repository, paths = FILES[name]
        texts = [read(repository, path) for path in paths]
        if name == "lisa":
            made = lisa(texts)
        elif name == "npl":
            made = npl(texts)
        elif name == "time":
            made = time(texts)
        elif name == "xquad":
            made = squad(texts, [f"{language}/" for language in LANGUAGES], 120, False)
        elif name in ("cmrc", "cnil", "jsquad"):
            made = squad(texts, titled=name != "cnil")
        elif name == "cranfield":
            # Codes from 1, a complete answer, to 4.
            grade = lambda words: {"1": 3, "2": 3, "3": 2, "4": 1}.get(words[2])
            made = smart(texts, grade=grade, numbered=True)
        else:
            made = smart(texts, judged_column=2 if name == "med" else 1)
        write(sys.argv[1], name, *made)


main()
