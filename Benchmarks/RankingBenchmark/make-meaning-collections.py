#!/usr/bin/env python3
"""make-meaning-collections.py FOLDER [NAME...]: makes collections of questions which say it in other words.

Like make-collections.py: each is a folder for `RankingBenchmark --tree FOLDER/NAME --questions
FOLDER/NAME/questions.tsv questions`; every second question is of the half `test`. The questions were written by other
people, who described the same thing in words of their own. A question stays if no wanted document has more than SHARED
of its words (by stem, without stop words) in the title and the first 100 words, and none of these that is rare: in less
than one of RARE documents. FOLDER/NAME/shared.tsv has all, for another choice: id and half (or -), kind, words, shared
words, documents with the rarest of them, words shared with the whole document, question.

Nothing of the sources is kept. SOURCE names another place than https://raw.githubusercontent.com, ARCHIVE another than
https://codeload.github.com for whole repositories. The rest is of Debian 12, by apt-get (170 MB); DEBIAN is a folder
where its files stay for the next time.
"""
import collections
import csv
import functools
import glob
import gzip
import html
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from xml.etree import ElementTree

SOURCE = os.environ.get("SOURCE", "https://raw.githubusercontent.com")
ARCHIVE = os.environ.get("ARCHIVE", "https://codeload.github.com")
SHARED = 1
RARE = 200
TEMPORARY = tempfile.TemporaryDirectory()
DEBIAN = os.environ.get("DEBIAN", TEMPORARY.name)
STOP = set("""a about above after again against all also although always am an and another any anybody anyone anything
are aren't as at be because been before being below between both but by can can't cannot could couldn't did didn't do
does doesn't doing don't down during each either else even ever every few for from further get gets getting give given
go goes going got had hadn't has hasn't have haven't having he her here hers herself him himself his how however i i'd
i'll i'm i've if in instead into is isn't it it's its itself just know let like made make makes making many may maybe
me might more most much must my myself need needs neither no nor not now of off often on once one only or other others
our ours ourselves out over own please possible possibly put rather really same see she should shouldn't since so some
somebody someone something sometimes still such take taken than that that's the their theirs them themselves then
there there's these they this those though through to too two under until up upon us use used useful user uses using
usually various very via want wants was wasn't way ways we well were weren't what when where whether which while who
whom whose why will with within without won't would wouldn't yes yet you your yours yourself
""".split())


@functools.cache
def stem(word):
    """A simple stem: `archives`, `archived`, `archiving` and `archiver` have one."""
    for suffix in ("ization", "isation", "ational", "fulness", "iveness", "ations", "ation", "ments", "ment", "ness",
                   "ings", "ing", "ions", "ion", "ies", "ied", "ers", "ors", "ed", "es", "er", "or", "ly", "al", "ic",
                   "s", "y", "e"):
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word[:-len(suffix)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
                word = word[:-1]
            return stem(word) if suffix in ("s", "ers", "ors", "ings", "ions") else word.rstrip("ey") or word
    return word


def stems(text):
    words = re.findall(r"[a-z0-9]+(?:'[a-z]+)?", text.lower().replace("’", "'"))
    return {stem(word.partition("'")[0]) for word in words if word not in STOP and len(word) > 1}


def start(title, text):
    return title + " " + " ".join(text.split()[:100])


def on_one_line(text):
    return " ".join(text.split())


def read_data(repository, path):
    with urllib.request.urlopen(f"{SOURCE}/{repository}/HEAD/{path}") as response:
        return response.read()


def read(repository, path):
    return read_data(repository, path).decode(errors="replace").replace("\r\n", "\n").replace("\r", "\n")


def read_all(repository, pattern):
    """The files of a repository whose path matches, as {path: text}."""
    found = {}
    with tempfile.NamedTemporaryFile() as file:
        with urllib.request.urlopen(f"{ARCHIVE}/{repository}/tar.gz/HEAD") as response:
            shutil.copyfileobj(response, file)
        file.flush()
        with tarfile.open(file.name) as archive:
            for member in archive:
                path = member.name.partition("/")[2]
                if member.isfile() and re.fullmatch(pattern, path):
                    found[path] = archive.extractfile(member).read().decode(errors="replace")
    return found


def write(folder, name, documents, questions):
    """Writes documents (number: (title, text)) and questions ((kind, text, {number: grade from 1 to 3}))."""
    shutil.rmtree(f"{folder}/{name}", ignore_errors=True)
    files, starts, wholes, frequency = {}, {}, {}, collections.Counter()
    for number, (title, text) in documents.items():
        title = on_one_line(title)
        # Only Markdown can have a title.
        files[number] = f"{number}.md" if title else f"{number}.txt"
        starts[number] = stems(start(title, text))
        wholes[number] = stems(title + " " + text)
        frequency.update(wholes[number])
        path = f"{folder}/{name}/files/{files[number]}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write((f"# {title}\n\n" if title else "") + text.strip() + "\n")
    count = too_many = too_rare = 0
    with open(f"{folder}/{name}/questions.tsv", "w") as file, open(f"{folder}/{name}/shared.tsv", "w") as side:
        for kind, text, grades in questions:
            words = stems(text)
            shared = max((words & starts[number] for number in grades), key=len)
            rarest = min((frequency[word] for number in grades for word in words & starts[number]), default=0)
            whole = max(len(words & wholes[number]) for number in grades)
            identifier, half = "-", "-"
            if len(shared) > SHARED:
                too_many += 1
            elif shared and rarest * RARE < len(documents):
                too_rare += 1
            else:
                count += 1
                identifier, half = f"{name}-{count}", "tune" if count % 2 else "test"
                answers = [f"{files[number]}={grade}" for number, grade in grades.items()]
                file.write("\t".join([identifier, half, kind, on_one_line(text), "|".join(answers)]) + "\n")
            numbers = map(str, [len(words), len(shared), rarest, whole])
            side.write("\t".join([identifier, half, kind, *numbers, on_one_line(text)]) + "\n")
    print(f"{name}: {len(documents)} documents, {count} questions, left out {too_many} with more than {SHARED} shared "
          f"and {too_rare} with a rare shared word")


def least_shared(documents, questions, count=1):
    """As many questions for each wanted document: those with the fewest of its words."""
    starts, best = {}, {}
    for kind, text, number in questions:
        words = starts.setdefault(number, stems(start(*documents[number])))
        best.setdefault(number, []).append((len(stems(text) & words), kind, on_one_line(text)))
    merged = {}
    for number, found in best.items():
        for _, kind, text in sorted(dict.fromkeys(found), key=lambda each: each[0])[:count]:
            merged.setdefault(text, (kind, text, {}))[2][number] = 3
    return list(merged.values())


def packages(names):
    """A folder with the files of Debian's packages."""
    missing = [name for name in names if not glob.glob(f"{DEBIAN}/{name}_*.deb")]
    if missing:
        subprocess.run(["apt-get", "download", *missing], cwd=DEBIAN, check=True)
    for name in names:
        if not os.path.isdir(f"{DEBIAN}/{name}"):
            subprocess.run(["dpkg-deb", "-x", *glob.glob(f"{DEBIAN}/{name}_*.deb"), f"{DEBIAN}/{name}"], check=True)
    return [f"{DEBIAN}/{name}" for name in names]


def manual():
    """Debian's manual pages as text: {page: (names, text)}; links are names of the page that they lead to."""
    folders = packages(PACKAGES.split())
    paths = sorted(path for folder in folders for path in glob.glob(f"{folder}/usr/share/man/man[168]/*.[168]*"))
    places = {os.path.basename(path).removesuffix(".gz"): path for path in paths if not os.path.islink(path)}
    names = {}
    for path in paths:
        name = page = os.path.basename(path).removesuffix(".gz")
        if os.path.islink(path):
            page = os.path.basename(os.readlink(path)).removesuffix(".gz")
        for _ in range(2):
            if page in places:
                with gzip.open(places[page]) as file:
                    included = re.match(rb"\s*\.so\s+\S*?([^/\s]+)\s", file.read(500))
                page = included[1].decode().removesuffix(".gz") if included else page
        if page in places:
            names.setdefault(page, set()).update(re.sub(r"\.[168][a-zA-Z_]*$", "", each) for each in (name, page))
    pages = {}
    environment = dict(os.environ, MANWIDTH="100", LC_ALL="C.UTF-8", GROFF_NO_SGR="1")
    for page in names:
        shown = subprocess.run(["man", "-E", "UTF-8", "-l", places[page]], env=environment, capture_output=True).stdout
        text = re.sub(r"\n{3,}", "\n\n", re.sub(".\b", "", shown.decode(errors="replace"))).strip()
        if len(text.split()) > 30:
            pages[page] = (sorted(names[page]), text)
    return pages


EMPTY = r"(?i)This command |View documentation|More information|See also|(Display|Print|Show) (the )?(help|version)"


def names_it(question, name):
    """Whether the question has the name of the command, a word of it, or hides it in another word."""
    words = re.split(r"[^a-z0-9]+", question.lower())
    parts = [part for part in re.split(r"[^a-z0-9]+", name) if part] + [re.sub(r"[^a-z0-9]", "", name)]
    return any(part in "".join(words) if len(part) > 3 else part in words for part in parts if part)


def tldr():
    """What a command is for or is used for, as the authors of tldr pages say; its manual page is wanted."""
    pages = manual()
    documents, holders = {}, {}
    for page, (names, text) in pages.items():
        documents[page] = ("", text)
        for name in names:
            holders.setdefault(name.lower(), set()).add(page)
    starts = {page: stems(start("", text)) for page, (_, text) in pages.items()}
    queries = {}
    for path, text in sorted(read_all("tldr-pages/tldr", r"pages/(common|linux)/[^/]+\.md").items()):
        name = os.path.basename(path).removesuffix(".md").lower()
        wanted = dict.fromkeys(sorted(holders.get(name, [])), 3)
        purposes = [line[2:] for line in text.split("\n") if line.startswith("> ")][:1]
        tasks = [line[2:] for line in text.split("\n") if line.startswith("- ")][:3]
        for kind, lines in ("purpose", purposes), ("task", tasks):
            for line in lines:
                line = re.sub(r"\[(\w+)\]", r"\1", line.replace("`", ""))
                line = re.sub(r"\s*\([^()]*\)", "", line).strip().rstrip(".:")
                if wanted and line not in queries and not names_it(line, name) and not re.match(EMPTY, line) \
                        and len(stems(line)) >= (3 if kind == "purpose" else 4):
                    queries[line] = (kind, line, wanted)
                    # One task of a page is enough: the first in words of its own.
                    if kind == "task" and all(len(stems(line) & starts[page]) <= SHARED for page in wanted):
                        break
    return documents, list(queries.values())


def letters():
    """Letters of patients and questions of doctors, which others put into one question (MeQSum and RQE)."""
    with zipfile.ZipFile(io.BytesIO(read_data("abachaa/MeQSum", MEQSUM))) as book:
        shared = book.read("xl/sharedStrings.xml").decode()
        strings = [html.unescape(re.sub("<[^>]+>", "", text)) for text in re.findall(r"<si>(.*?)</si>", shared, re.S)]
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
    rows = {}
    for column, row, place in re.findall(r'<c r="([A-Z])(\d+)"[^>]*? t="s"[^>]*><v>(\d+)</v>', sheet):
        rows.setdefault(int(row), {})[column] = strings[int(place)]
    documents, questions, numbers = {}, [], {}
    for row in rows.values():
        if row.keys() >= {"B", "C"} and row["B"] != "CHQ":
            letter = re.match(r"\s*SUBJECT:(.*?)\n\s*MESSAGE:(.*)", row["B"].replace("\r", ""), re.S)
            documents[f"letter-{len(documents) + 1}"] = letter.groups() if letter else ("", row["B"])
            questions.append(("letter", row["C"], f"letter-{len(documents)}"))
    for pair in ElementTree.fromstring(read_data("abachaa/RQE_Data_AMIA2016", "RQE_Train_8588_AMIA2016.xml")):
        asked, short = pair.findtext("chq").strip(), pair.findtext("faq").strip()
        number = numbers.setdefault(asked, f"doctor-{len(numbers) + 1}")
        documents[number] = ("", asked)
        if pair.get("value") == "true":
            questions.append(("doctor", short, number))
    return documents, least_shared(documents, [each for each in questions if len(stems(each[1])) > 1])


def faq():
    """Questions on web applications (StackFAQ) and the virus (COVID-QA) as others ask them, between pages of help."""
    documents, questions = {}, []
    text = read("ML-Recipes/BERT-FAQ", "data/StackFAQ/stackExchange-FAQ.xml")
    for place, thread in enumerate(re.findall(r"<qapair>(.*?)</qapair>", text, re.S), 1):
        fields = {tag: [html.unescape(field).strip() for field in re.findall(f"<{tag}>(.*?)</{tag}>", thread, re.S)]
                  for tag in ("rephr", "question", "answer")}
        documents[f"webapp-{place}"] = (fields["question"][0], "\n\n".join(fields["answer"]))
        questions += [("webapp", each, f"webapp-{place}") for each in fields["rephr"]]
    numbers = {}
    for row in csv.DictReader(io.StringIO(read("deepset-ai/COVID-QA", "data/faqs/faq_covidbert.csv"))):
        # The other authorities answer the same questions, which nobody judged.
        if "(CDC)" in row["source"]:
            number = numbers.setdefault(row["question"].strip(), f"virus-{len(numbers) + 1}")
            documents[number] = (row["question"], row["answer"])
    for row in csv.DictReader(io.StringIO(read("deepset-ai/COVID-QA", "data/eval_question_similarity_en.csv"))):
        if row["similar"] == "1" and row["question_1"].strip() in numbers:
            questions.append(("virus", row["question_2"], numbers[row["question_1"].strip()]))
    for path, text in sorted(read_all("abachaa/MedQuAD", r"[4789]_[^/]+/[^/]+\.xml").items()):
        page = ElementTree.fromstring(text)
        for place, pair in enumerate(page.iter("QAPair"), 1):
            if (pair.findtext("Answer") or "").strip():
                name = f"health-{os.path.basename(path).removesuffix('.xml')}-{place}"
                documents[name] = (pair.findtext("Question"), pair.findtext("Answer"))
    for folder in packages(["gnome-user-docs", "libreoffice-help-en-us"]):
        pages = glob.glob(f"{folder}/usr/**/*.page", recursive=True)
        pages += glob.glob(f"{folder}/usr/**/*.html", recursive=True)
        for path in sorted(path for path in pages if "/C/" in path or "/en-US/" in path):
            with open(path, errors="replace") as file:
                page = re.sub(r"(?s)<(script|style|info|nav)\b.*?</\1>", " ", file.read())
            title = re.search(r"<title[^>]*>(.*?)</title>", page, re.S)
            page = re.sub(r"(?s)<(title|head)\b.*?</\1>", " ", page, count=1)
            page = re.sub(r"\s*\n\s*", "\n", html.unescape(re.sub("<[^>]+>", " ", page)))
            if len(page.split()) > 30:
                title = html.unescape(re.sub("<[^>]+>", "", title[1])) if title else ""
                documents[f"help-{len(documents)}"] = (title, page)
    return documents, least_shared(documents, [each for each in questions if len(stems(each[1])) > 1], 3)


def debian_lists(kind):
    """The paragraphs of Debian's lists of packages, as {field: text}."""
    options = [f"-oDir::State::lists={DEBIAN}/lists", "-oAcquire::Languages=en"]
    if not glob.glob(f"{DEBIAN}/lists/*{kind}*"):
        os.makedirs(f"{DEBIAN}/lists/partial", exist_ok=True)
        subprocess.run(["apt-get", *options, "update"], stdout=subprocess.DEVNULL, check=True)
    for path in sorted(glob.glob(f"{DEBIAN}/lists/*_dists_bookworm_main_*{kind}*")):
        text = subprocess.run(["/usr/lib/apt/apt-helper", "cat-file", path], capture_output=True).stdout.decode()
        for paragraph in text.split("\n\n"):
            yield {match[1]: match[2] for match in re.finditer(r"^(\S+?): ?(.*(?:\n .*)*)", paragraph, re.M)}


def address(text):
    return re.sub(r"^https?://(www\.)?|#.*|(\.git)?/*$", "", text.strip().lower())


def first_sentence(text):
    return re.split(r"(?<=[.!?])\s", on_one_line(text))[0]


def described():
    """What others say of programs: (name, home page, description)."""
    for repository in "ScoopInstaller/Main", "ScoopInstaller/Extras":
        for path, text in read_all(repository, r"bucket/[^/]+\.json").items():
            entry = json.loads(text)
            yield os.path.basename(path).removesuffix(".json"), entry.get("homepage"), entry.get("description")
    for path, text in read_all("termux/termux-packages", r"(x11-|root-)?packages/[^/]+/build\.sh").items():
        fields = dict(re.findall(r'^TERMUX_PKG_(HOMEPAGE|DESCRIPTION)="?(.*?)"?$', text, re.M))
        yield path.split("/")[1], fields.get("HOMEPAGE"), fields.get("DESCRIPTION")
    for path, text in read_all("openwrt/packages", r"[^/]+/[^/]+/Makefile").items():
        fields = dict(re.findall(r"^ *(URL|TITLE):=(.*)$", text, re.M))
        yield path.split("/")[1], fields.get("URL"), fields.get("TITLE")
    for path, text in read_all("buildroot/buildroot", r"package/[^/]+/Config\.in").items():
        about = re.search(r"^\thelp\n(.*?)^\t +(https?://\S+)$", text, re.M | re.S)
        if about:
            yield path.split("/")[1], about[2], first_sentence(about[1])
    for path, text in read_all("spack/spack-packages", r".*/builtin/packages/[^/]+/package\.py").items():
        about, home = re.search(r'"""(.*?)"""', text, re.S), re.search(r'^    homepage = "(.*)"', text, re.M)
        if about and home:
            yield path.split("/")[-2], home[1], first_sentence(about[1])
    for path, text in read_all("easybuilders/easybuild-easyconfigs", r".*\.eb").items():
        fields = dict(re.findall(r'(?ms)^(name|homepage|description) *= *(?:"""|["\'])(.*?)(?:"""|["\']$)', text))
        if "description" in fields and "name" in fields:
            yield fields["name"], fields.get("homepage"), first_sentence(fields["description"])
    slackware = read_all("SlackBuildsOrg/slackbuilds", r"[^/]+/[^/]+/(slack-desc|[^/]+\.info)")
    for path, text in slackware.items():
        folder = os.path.dirname(path)
        name = os.path.basename(folder)
        about = re.search(rf"^{re.escape(name)}: .*?\((.*)\)\s*$", slackware.get(f"{folder}/slack-desc", ""), re.M)
        home = re.search(r'HOMEPAGE="(.*)"', text)
        if home and about:
            yield name, home[1], about[1]
    for row in csv.DictReader(io.StringIO(read("toolleeo/awesome-cli-apps-in-a-csv", "data/apps.csv"))):
        yield row["name"], row["homepage"], row["description"]
        yield row["name"], row["git"], row["description"]
    for match in re.finditer(r"\[([^\[\]]+)\]\((https?://[^)]+)\)\s*[-–]\s*(.+)",
                             read("luong-komorebi/Awesome-Linux-Software", "README.md")):
        yield match.groups()
    for match in re.finditer(r"^- \[([^\[\]]+)\]\((https?://[^)]+)\)[^-]*- (.+?)(?: \(| `|$)",
                             read("awesome-selfhosted/awesome-selfhosted", "README.md"), re.M):
        yield match.groups()


def programs():
    """What others say of a program; Debian's description is wanted. Name and home page have to be the same."""
    texts = {each["Package"]: each["Description-en"] for each in debian_lists("Translation-en")
             if "Description-en" in each}
    sources = {}
    for each in debian_lists("Packages"):
        name = each.get("Package", "")
        if name in texts and each.get("Section", "").split("/")[-1] not in NO_PROGRAMS.split() \
                and not re.match(r"lib|.*-(dev|doc|docs|data|common|dbg|examples|plugins?|modules?|l10n)$", name):
            source = each.get("Source", name).split()[0]
            sources.setdefault(source, {})[name] = address(each.get("Homepage", ""))
    documents, homes = {}, {}
    for source, names in sources.items():
        # A source's packages have much of their text in common.
        name = source if source in names else min(names, key=len)
        title, _, text = texts[name].partition("\n")
        text = re.sub(r"^ ?(\.$)?", "", text, flags=re.M)
        documents[name] = (f"{name}: {title}", text)
        homes[re.sub(r"[^a-z0-9]", "", name), names[name]] = name
    questions = []
    for name, home, text in described():
        found = homes.get((re.sub(r"[^a-z0-9]", "", name.lower()), address(home))) if home and text else None
        if found and not names_it(text, found) and len(stems(text)) > 2:
            questions.append(("program", text.strip().rstrip("."), found))
    return documents, least_shared(documents, questions)


MEQSUM = "MeQSum_ACL2019_BenAbacha_Demner-Fushman.xlsx"
NO_PROGRAMS = """libs libdevel debug localization doc oldlibs fonts perl haskell ruby golang rust python java javascript
php lisp ocaml metapackages tasks introspection gnu-r kernel cli-mono"""
PACKAGES = """
abcde acl acpi adb age alien antiword apg apt apt-utils aptitude archivemount argon2 aria2 arp-scan ascii
asciidoctor aspell astyle at attr autojump autossh bash bat bc bchunk bind9-dnsutils bind9-host bindfs
binutils-common bison bmon boxes brightnessctl bsdextrautils bsdgames bsdmainutils bsdutils btrfs-progs bup busybox
byobu bzip2 cadaver calcurse catdoc cd-discid cdparanoia cdrdao chafa chntpw chrony cmark cmatrix colordiff
conntrack convmv coreutils cowsay cpio cpuid cpulimit cron cryptsetup-bin csvtool cuetools cups-client curl dash
datamash dc dcfldd debhelper debianutils debsums devscripts dialog dict diffstat diffutils direnv djvulibre-bin
dmidecode dmraid dmsetup dnsmap dnstracer doas docx2txt dos2unix dosfstools dpkg dpkg-dev dtrx duc duf dune
dvd+rw-tools e2fsprogs efibootmgr eject enscript entr ethtool exfatprogs exif exiftran expect extundelete eyed3
f2fs-tools fakeroot faketime fatrace fbset fcrackzip fdisk fdupes ffmpeg figlet file findutils fio flac flex
fontconfig foremost fortune-mod fossil fping fscrypt fswebcam fzf gawk gcal gddrescue gdisk genisoimage geoip-bin
gettext ghostscript gifsicle git-man glances gnupg gnuplot-nox gocryptfs gpart gpg gpm grep groff groff-base gron
gsutil gzip haproxy hdparm hexedit hping3 html2text htop httpie httping hunspell hwinfo hyperfine icedax id3v2
ifstat iftop imagemagick-6-common img2pdf inotify-tools inxi ioping iotop ipcalc iperf3 iproute2 ipset iptables
iputils-ping iputils-tracepath irssi iw jdupes jfsutils jhead jpegoptim jq keychain keyutils kmod knockd kpartx
lame latexmk less lftp lhasa libarchive-tools libcap2-bin libimage-exiftool-perl libjpeg-turbo-progs libnotify-bin
libsecret-tools libwww-perl libxml2-utils links lm-sensors lnav login logrotate logwatch lolcat lrzip lshw lsof
lsscsi ltrace lvm2 lynx lzip lzop m4 macchanger magicrescue mailutils make makepasswd man-db mawk mc mdadm mdevctl
media-types mediainfo mercurial minicom mktorrent mmv moreutils most mount mp3info mp3splt mpc mpg123 msmtp mtools
mtr multipath-tools multitail mutt myrescue nano nbd-client nbtscan ncal ncdu ncurses-bin ndctl net-tools
netcat-openbsd nethogs netpbm newsboat nfs-common ngrep nilfs-tools nload nmap nmon normalize-audio notmuch npm
ntfs-3g ntpsec-ntpdate numactl oathtool ocrmypdf odt2txt offlineimap3 open-iscsi openssh-client openssh-server
openssl optipng opus-tools p7zip-full pandoc par2 parallel partclone parted partimage pass passwd patch patchelf
pax pbzip2 pdfgrep pdftk-java perl picocom pigz pkexec plocate pmount pngcheck pngcrush pngquant poppler-utils
postfix potrace powertop procps progress psmisc pssh psutils pv pwgen qpdf qrencode quota rcs rdate rdfind
recoverdm rename reportbug reptyr rfkill rhash ripgrep rkhunter rlwrap rmlint rsync rtorrent runit s3cmd safecopy
samtools sane-utils screen scrot scrounge-ntfs sed setserial sharutils shellcheck shntool sipcalc slurp
smartmontools smbclient smem socat sox sqlite3 squashfs-tools sshfs sshpass sshuttle steghide stow strace stress-ng
subversion sudo surfraw swaks sysstat systemd systemd-container sysvinit-utils tar tcpdump tcpflow tcptraceroute
tcsh telnet tesseract-ocr testdisk tidy tig time timelimit tmux tnftp torsocks traceroute transmission-cli
trash-cli tree tshark ufw ugrep uncrustify units unp unpaper unrar-free unrtf unzip uptimed usbutils util-linux
util-linux-extra uudeview uuid-runtime vim-common virt-what vlock vmtouch vnstat vorbis-tools w3m wamerican wdiff
webp wget whiptail whois wipe wireguard-tools wireless-tools wmctrl wodim wv x11-utils x11-xserver-utils xauth
xclip xdelta3 xdg-utils xdotool xfsprogs xinput xmlstarlet xmlto xorriso xsel xterm xxd xz-utils yamllint yank
zerofree zile zint zip zsh zstd
"""
COLLECTIONS = {"faq": faq, "letters": letters, "programs": programs, "tldr": tldr}


def main():
    if len(sys.argv) < 2 or set(sys.argv[2:]) - set(COLLECTIONS):
        sys.exit(f"usage: make-meaning-collections.py FOLDER [{' | '.join(COLLECTIONS)}]...")
    for name in sys.argv[2:] or COLLECTIONS:
        write(sys.argv[1], name, *COLLECTIONS[name]())


main()
