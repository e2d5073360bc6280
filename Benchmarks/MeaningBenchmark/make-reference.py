#!/usr/bin/env python3
"""Writes the vectors of the teacher in float, with which MeaningBenchmark compares.

Usage:
    make-reference.py --work DIR < TEXTS > REFERENCE

DIR is that of scripts/make-meaning-table.py. TEXTS has a text in each line. REFERENCE has in each
line the text, the numbers of its wordpieces as the model sorts them, and the teacher's vector,
separated by tabs.
"""

import argparse
import importlib.util
import pathlib
import sys

SCRIPT = pathlib.Path(__file__).parents[2] / "scripts/make-meaning-table.py"
spec = importlib.util.spec_from_file_location("maker", SCRIPT)
maker = importlib.util.module_from_spec(spec)
sys.modules["maker"] = maker
spec.loader.exec_module(maker)

parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("--work", type=pathlib.Path, required=True)
teacher = maker.Teacher(parser.parse_args().work)
names = sorted(teacher.pieces, key=str.encode)
numbers = {teacher.pieces[name]: number for number, name in enumerate(names)}
for line in sys.stdin.read().split("\n"):
    if text := " ".join(line.split()):
        (sequence,) = teacher.sequences([text])
        (vector,) = teacher.run(teacher.exact, [sequence], 1)
        print(text, " ".join(str(numbers[piece]) for piece in sequence), " ".join(map(str, vector)), sep="\t")
