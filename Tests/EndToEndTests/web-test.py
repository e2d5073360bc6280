#!/usr/bin/env python3
"""The page in a real browser: web-test.py BINARIES [FOLDER]

Walks through the journeys of the page with Chromium, measures its times, and examines its accessibility. Saves pictures
in FOLDER. FILES=20000 makes that many documents. Needs chromedriver and the Python package selenium; accessibility is
examined if axe-selenium-python or axe-playwright-python is installed, too. `make test-web` installs them.
"""

import importlib.util, json, os, re, signal, statistics, subprocess, sys, tempfile, time, urllib.request, zipfile
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

binaries = Path(sys.argv[1]).resolve()
pictures = Path(sys.argv[2]) if len(sys.argv) > 2 else None
page = Path(__file__).resolve().parents[2] / "share/sitta/web"
home = Path(tempfile.mkdtemp(prefix="sitta-web-"))
programs, opened, services = home / ".programs", home / ".opened", home / ".services"
failures = []
words = "amber birch cedar dune ember fjord grove heath inlet jetty knoll ledge marsh north orchard pond quarry ridge".split()


def environment(folder):
    socket = {"SITTA_SOCKET": str(folder / "socket")} if folder == home else {}
    return {"PATH": f"{programs}:{binaries}:/usr/bin:/bin", "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "DISPLAY": ":99",
            "LC_ALL": "C.UTF-8", **socket}


def check(fact, sentence):
    print(("ok      " if fact else "FAILED  ") + sentence, flush=True)
    if not fact:
        failures.append(sentence)


def sitta(*arguments, folder=home):
    return subprocess.run([binaries / "sitta", *arguments], env=environment(folder), text=True, stdout=subprocess.PIPE).stdout


def make_home():
    """Letters, a mailbox, damaged files, files that rules leave out, and many notes."""
    documents = home / "Documents"
    (documents / "Insurance").mkdir(parents=True)
    claim = "To: insurance\n\nMy bicycle (frame WTK88213) was stolen on 3 May.\n<script>document.title = 'harm'</script>\n"
    (documents / "Insurance" / "bike theft claim.txt").write_text(claim)
    (home / "Backup").mkdir()
    (home / "Backup" / "bike theft claim.txt").write_text(claim)
    (documents / "garden.txt").write_text("The fence is painted green.\n" * 400 + "A kingfisher sat on it.\n" + "A hedge.\n" * 200)
    (documents / "damaged.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<< " + bytes(range(256)) * 20)
    (documents / "id_rsa").write_text("-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n")
    with zipfile.ZipFile(documents / "letters.zip", "w") as archive:
        archive.writestr("old/theft.txt", "A letter about a stolen bicycle in an archive.\n")
    people = ["Jakob Brandt", "Marta Hofmann", "Ann Lee"]
    with open(home / "Inbox.mbox", "w") as mailbox:
        for number in range(30):
            person, year = people[number % 3], 2010 + number % 15
            mailbox.write(f"From a@b.test Thu Nov 12 10:00:00 {year}\nFrom: {person} <a@b.test>\nTo: me@b.test\nSubject: Report {number}\n"
                          f"Message-ID: <{number}@b.test>\nDate: Thu, 12 Nov {year} 10:00:00 +0000\n\nThe police report about the bicycle.\n\n")
    count = int(os.environ.get("FILES", "2000"))
    for number in range(count):
        folder = documents / f"notes{number % 20}" / f"part{number % 3}"
        folder.mkdir(parents=True, exist_ok=True)
        note = folder / f"note{number}.txt"
        note.write_text(" ".join(words[(number * step) % len(words)] for step in range(1, 40)) + f" number{number}\n")
        changed = 1_262_304_000 + 31_557_600 * (2 + int(14 * (number / count) ** 0.5)) + number * 997 % 30_000_000
        os.utime(note, (changed, changed))
    programs.mkdir()
    # Programs of the desktop: one that opens files, and one that starts services, as systemd does for its users.
    for name, script in [("xdg-open", f'echo "$@" >> {opened}'), ("systemctl", f"""echo "$@" >> {services}
case "$*" in *start*|*--now*) [ -S "$XDG_RUNTIME_DIR/sitta/io.sitta.Search" ] || setsid sittad > /dev/null 2>&1 < /dev/null & esac
while ! [ -S "$XDG_RUNTIME_DIR/sitta/io.sitta.Search" ]; do sleep 0.05; done""")]:
        (programs / name).write_text(f"#!/bin/sh\n{script}\n")
        (programs / name).chmod(0o755)
    (home / "sittad.conf").write_text("[Cooldown]\nActiveTime=0\nOnBattery=yes\nPressure=0\n")


make_home()
daemon = subprocess.Popen([binaries / "sittad", "--config", home / "sittad.conf", "--root", home, "--state", home / ".state",
                           "--socket", home / "socket"], env=environment(home), stderr=subprocess.DEVNULL)
while not (home / "socket").exists():
    time.sleep(0.05)
sitta("sync", "--timeout", "10m")

options = webdriver.ChromeOptions()
for option in ["--headless=new", "--no-sandbox", "--lang=en", "--window-size=1600,1000", "--force-color-profile=srgb", "--hide-scrollbars"]:
    options.add_argument(option)
options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
browser = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
wait = WebDriverWait(browser, 15, poll_frequency=0.02)
cdp, run = browser.execute_cdp_cmd, browser.execute_script
cdp("Network.enable", {})
bases = []
# The moment when the search box can be typed in.
cdp("Page.addScriptToEvaluateOnNewDocument", {"source": """
  new MutationObserver((_, observer) => { if (document.activeElement?.id === "query") { window.usable = performance.now(); observer.disconnect(); } })
    .observe(document, { childList: true, subtree: true });"""})


def enter(folder=home):
    address = sitta("web", "--print", folder=folder).strip()
    bases.append(address.split("#")[0])
    browser.get(address)
    return address


def show(place):
    run("location.hash = arguments[0]", place)


def window(width, height=1000):
    cdp("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})


def colours(scheme):
    cdp("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})


def speak(language):
    """Reloads the page in another language."""
    cdp("Network.setUserAgentOverride", {"userAgent": run("return navigator.userAgent"), "acceptLanguage": language})
    browser.refresh()
    until(lambda: run("return document.documentElement.lang") == language and text("#state a"), f"the page speaks {language}")


def picture(name):
    if not pictures:
        return
    pictures.mkdir(parents=True, exist_ok=True)
    browser.save_screenshot(str(pictures / f"{name}.png"))


def find(selector):
    return browser.find_elements(By.CSS_SELECTOR, selector)


def hits():
    return find("#hits li")


def text(selector):
    return run("return document.querySelector(arguments[0])?.innerText ?? ''", selector)


def texts(selector):
    return run("return [...document.querySelectorAll(arguments[0])].map((element) => element.innerText)", selector)


def query():
    return wait.until(lambda _: browser.find_element(By.ID, "query"))


def press(*keys):
    ActionChains(browser).send_keys(*keys).perform()


def click(selector, containing=""):
    """Clicks the first element with a text; the page may replace it meanwhile."""
    until_quietly(lambda: run("""
      const found = [...document.querySelectorAll(arguments[0])].find((element) => element.innerText.includes(arguments[1]));
      found?.click();
      return Boolean(found)""", selector, containing))


def until_quietly(condition):
    try:
        return wait.until(lambda _: condition())
    except Exception:
        return False


def settled():
    """Whether the hits and their numbers are those of the query."""
    return not find("[aria-busy]")


def until(condition, sentence):
    check(until_quietly(condition), sentence)


def find_and_open():
    print("a. Find and open")
    query().send_keys("bicycle stolen")
    until(lambda: hits() and "theft" in text("#hits li"), "a letter is the first hit")
    until(lambda: text("#hits mark").lower() in ("stolen", "bicycle"), "matches are marked")
    until(lambda: any("1 copy" in hit for hit in texts("#hits li")), "copies are folded")
    click("#hits li", "1 copy")
    until(lambda: "WTK88213" in text(".preview .lines"), "its text is beside it")
    check("<script>" in text(".preview .lines") and "harm" not in browser.title, "a text is only a text")
    until(lambda: find(".facets li"), "what hits have in common is counted")
    picture("search")
    click(".preview .others summary")
    until(lambda: "theft claim" in text(".preview .others li"), "the copies are listed")
    click(".preview [aria-expanded]")
    until(lambda: find(".preview .parts li"), "“why this hit” explains")
    picture("why")
    query().send_keys(Keys.CONTROL + "a" + Keys.NULL, Keys.BACKSPACE, "report bicycle")
    until(lambda: "Report" in text(".preview .mail"), "a mail is shown with its sender and subject")
    before = opened.read_text() if opened.exists() else ""
    query().send_keys(Keys.ENTER)
    until(lambda: opened.exists() and opened.read_text() != before, "Enter opens")
    before = opened.read_text()
    query().send_keys(Keys.CONTROL + Keys.ENTER + Keys.NULL)
    until(lambda: opened.read_text() != before or text("#notices"), "a key shows the folder")
    query().send_keys(Keys.ARROW_DOWN)
    until(lambda: run("return document.querySelector('#hits [aria-selected=true]').id") == "hit-1", "arrow keys choose")
    check(query().get_attribute("aria-activedescendant") == "hit-1", "and the search box names the hit")
    show("#/search?q=kingfisher")
    until(lambda: find(".earlier") and "kingfisher" in text(".lines"), "a long text opens at its match")
    click(".earlier")
    until(lambda: len(find(".lines")) > 1, "and earlier lines can be read")
    show("#/search?q=bicycel")
    until(lambda: hits() and "bicycle" in text(".remarks .link"), "a misspelled word is corrected, as one click")


def narrow():
    print("b. Narrow")
    show("#/search?q=report")
    click(".facets li button", "Jakob")
    until(lambda: "author:" in query().get_attribute("value") and text(".chip"), "a filter is a word of the query and a chip")
    until(lambda: hits() and all("Jakob" in hit for hit in texts("#hits .title")), "only his mails are left")
    check("author" in browser.current_url, "the address holds the query")
    picture("narrow")
    until(lambda: run("return document.querySelector('.facets [aria-pressed=true]') !== null"), "the chosen value is marked")
    browser.back()
    until(lambda: text(".chips") == "" and "author" not in query().get_attribute("value"), "back goes back")
    show("#/search?q=number*")
    until(lambda: settled() and len(find(".timeline rect")) > 5, "a timeline shows the years")
    timeline = find(".timeline")[0]
    width = timeline.size["width"]
    ActionChains(browser).move_to_element_with_offset(timeline, -int(width * 0.3), 0).click_and_hold() \
        .move_to_element_with_offset(timeline, int(width * 0.1), 0).release().perform()
    until(lambda: re.search(r"modified:\d{4}\.\.\d{4}", query().get_attribute("value")), "one can drag over it")
    click(".chip")
    until(lambda: "modified" not in query().get_attribute("value") and find(".range select"), "a chip takes the filter away")
    until_quietly(settled)
    run("""const select = document.querySelector(".range select"); select.selectedIndex = 3; select.dispatchEvent(new Event("change"))""")
    until(lambda: "modified:" in query().get_attribute("value"), "the same works without dragging")
    show("#/search?q=number*&sort=name")
    until(lambda: hits() and "note0.txt" in text("#hits .title"), "hits are sorted by name")
    if not has_saved():
        return print("skipped saved searches: this server has none")
    click(".save")
    until_quietly(lambda: find("dialog #savedName"))
    run("document.getElementById('savedName').value = ''")
    press("All notes", Keys.ENTER)
    until(lambda: "All notes" in text("#notices"), "a search is saved")
    show("#/search")
    until(lambda: "All notes" in text(".start .tile"), "and pinned under the empty search box")
    picture("start")
    check("All notes" in sitta("saved"), "sitta saved lists it")
    click(".tile", "All notes")
    until(lambda: query().get_attribute("value") == "number*" and "sort=name" in browser.current_url, "a click runs it")
    show("#/search")
    click(".tileActions button", "Remove")
    until(lambda: "All notes" not in text(".start"), "and it can be removed")


def has_saved():
    return run("""return (async () => (await fetch("saved/list", { method: "POST", body: "{}", headers: { "Content-Type": "application/json",
      Authorization: "Bearer " + JSON.parse(sessionStorage.getItem("session")).key } })).ok)()""")


def contents():
    print("c. What is in there")
    show("#/contents")
    until(lambda: "Documents" in text(".map .cell"), "folders are a map")
    until(lambda: find(".contents .plot svg") and find(".bars li"), "kinds, languages, years and growth are shown")
    click(".map .cell button", "Documents")
    until(lambda: "notes" in text(".map") and "Documents" in text(".path"), "a click goes one level down")
    picture("contents")
    if find(".switch button"):
        click(".switch button", "By size")
        until(lambda: "by=bytes" in browser.current_url and "kB" in text(".map"), "areas can be sizes")
    else:
        print("skipped sizes: this daemon does not count them")
    click(".path button", "All files")
    until(lambda: "Documents" in text(".map") and "notes" not in text(".map"), "and a step of the path goes up")
    click(".path .sum button")
    until(lambda: hits(), "the number of documents is a link to them")


def health():
    print("d. Is it well")
    show("#/health")
    until(lambda: "Up to date" in text(".live h2"), "it is up to date")
    until(lambda: "damaged" in text(".problems summary"), "what failed is grouped by its reason")
    click(".problems summary")
    until(lambda: text(".problems .remedy") and "damaged.pdf" in text(".problems .paths"), "with a remedy and the documents")
    click(".leftOut summary", "secret")
    until(lambda: "id_rsa" in text(".leftOut"), "what is left out is listed by its rule")
    picture("health")
    click(".paths button", "damaged.pdf")
    until(lambda: "damaged" in text(".explain .steps"), "each path leads to its explanation")
    find("#path")[0].clear()
    find("#path")[0].send_keys("~/Documents/garden.txt" + Keys.ENTER)
    until(lambda: "It is selected" in text(".explain .steps"), "a typed path is explained")
    run("""const data = new DataTransfer(); data.setData("text/uri-list", arguments[0]);
      for (const type of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))""",
        (home / ".config").as_uri())
    until(lambda: "hidden" in text(".explain .steps") or "not in the index" in text(".explain"), "a dropped file is explained")
    click(".live button", "Pause")
    until(lambda: "You paused it" in text(".pauses"), "it can be paused, and says why it rests")
    click(".live button", "Continue now")
    until(lambda: text(".pauses") == "", "and continued")
    (home / "More").mkdir()
    (home / "More" / "new.txt").write_text("A walrus.\n")
    folder = find("#newFolder")[0]
    folder.send_keys("~/More" + Keys.ENTER)
    until(lambda: "~/More" in text(".roots"), "a folder can be added")
    click(".roots button[aria-label*=More]")
    until_quietly(lambda: find("dialog"))
    click("dialog button.main")
    until(lambda: "~/More" not in text(".roots"), "and removed after a question")
    if run("return document.querySelector('.usage')?.hidden === false"):
        check(len(find(".usage svg")) == 3, "processor, memory and disk are plotted")
    sitta("sync", "--timeout", "10m")


def refusals():
    print("Refusals")
    base = bases[0]

    def status(address, **fields):
        request = urllib.request.Request(address, data=b"{}" if "call" in address else None,
                                         headers={"Content-Type": "application/json", **fields})
        try:
            return urllib.request.urlopen(request).status
        except urllib.error.HTTPError as error:
            return error.code

    check(status(base.replace("127.0.0.1", "localhost")) == 421, "another name of this machine is refused")
    check(status(base, Origin="http://evil.test") == 403, "another page is refused")
    check(status(f"{base}call/Status") == 401, "no key is refused")
    check(status(f"{base}call/Forget") == 401, "Forget is refused")


def keyboard():
    print("Only the keyboard")
    show("#/health")
    until_quietly(lambda: text(".live h2"))
    run("document.activeElement.blur()")
    press("/")
    until(lambda: run("return document.activeElement?.id") == "query", "/ goes to the search box from each view")
    press("kingfisher")
    until_quietly(lambda: hits())
    press(Keys.ESCAPE)
    until(lambda: query().get_attribute("value") == "", "Escape empties it")
    press("report")
    until_quietly(lambda: find(".facets li button"))
    reached = []
    for _ in range(80):
        press(Keys.TAB)
        reached += run("return ['facets', 'range', 'preview', 'text', 'matches'].filter((part) => document.activeElement.closest('.' + part))")
    for part in ["facets", "range", "preview", "text", "matches"]:
        check(part in reached, f"Tab reaches {part}")
    run("document.querySelector('.facets li button').focus()")
    press(Keys.ENTER)
    until(lambda: text(".chip"), "Enter on a value narrows")
    until(lambda: run("return document.activeElement.closest('.facets') !== null"), "and the focus stays there")
    run("document.activeElement.blur()")
    press("?")
    until(lambda: find("dialog[open]"), "? shows the keys")
    if axe_source():
        examine("the keys", axe_source())
    press(Keys.ESCAPE)
    until(lambda: not find("dialog"), "and Escape closes them")


def screen_reader():
    print("For screen readers")
    for place, wanted in [("#/search?q=report", [("combobox", "Words in your files"), ("listbox", "Hits"), ("option", "Report"), ("region", "Preview")]),
                          ("#/contents", [("navigation", "Folder"), ("list", "Documents by folder"), ("button", "Documents"), ("heading", "Growth")]),
                          ("#/health", [("heading", "Up to date"), ("button", "Pause"), ("textbox", "Path of a file"), ("combobox", "Length")])]:
        show(place)
        for role, name in wanted:
            found = until_quietly(lambda: any(node.get("role", {}).get("value") == role and name in node.get("name", {}).get("value", "")
                                              for node in cdp("Accessibility.getFullAXTree", {})["nodes"]))
            check(found, f"{place} has a {role} “{name}”")
        nameless = [node["role"]["value"] for node in cdp("Accessibility.getFullAXTree", {})["nodes"] if not node.get("ignored")
                    and node["role"]["value"] in ("button", "link", "textbox", "combobox", "checkbox", "image") and not node.get("name", {}).get("value")]
        check(not nameless, f"{place} has no control without a name {nameless}")


def axe_source():
    for package, path in [("axe_playwright_python", "axe.min.js"), ("axe_selenium_python", "node_modules/axe-core/axe.min.js")]:
        found = importlib.util.find_spec(package)
        file = found and Path(found.submodule_search_locations[0]) / path
        if file and file.exists():
            return file.read_text()


def examine(name, source):
    """Runs axe-core; its styles and scripts come through the debugger, so the policy of the page stays as it is."""
    if not run("return typeof axe === 'object'"):
        cdp("Runtime.evaluate", {"expression": source})
    found = run("""return (async () => (await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }))
      .violations.map(({ id, nodes }) => id + " " + nodes.map((node) => node.target.join(" ") + ": " + node.any.map((any) => any.message).join()).slice(0, 4).join(" | ")))()""")
    check(not found, f"axe-core finds nothing in {name} {found}")


def accessibility():
    source = axe_source()
    if not source:
        return print("skipped axe-core: it is not installed")
    print("Accessibility")
    views = [("start", "#/search", lambda: find(".tile .number:not(:empty)")), ("search", "#/search?q=bicycle+stolen", lambda: find(".facets li") and find(".lines")),
             ("contents", "#/contents?in=in:Documents", lambda: find(".cell")), ("health", "#/health?path=~/.config", lambda: find(".steps") and find(".problems summary"))]
    for language in ["en", "de"]:
        speak(language)
        for scheme in ["light", "dark"]:
            colours(scheme)
            for name, place, ready in views:
                for width in [1600, 800, 360]:
                    window(width)
                    show(place)
                    until_quietly(lambda: ready() and settled())
                    examine(f"{name}, {language}, {scheme}, {width} pixels", source)
                    wide = run("return document.documentElement.scrollWidth")
                    check(wide <= width, f"{name} needs no scrolling to the side in {width} pixels ({wide})")
                    picture(f"{name}-{language}-{scheme}-{width}")
    window(1600)
    colours("light")
    speak("en")


def times():
    print("Times")
    show("#/search")
    opening = []
    for _ in range(5):
        browser.refresh()
        until_quietly(lambda: run("return window.usable"))
        opening.append(run("return window.usable"))
    check(statistics.median(opening) <= 300, f"the page is usable {statistics.median(opening):.0f} ms after opening")
    show("#/search")
    query()
    run("""window.delays = []; let typed = null;
      document.getElementById("query").addEventListener("input", () => { typed = performance.now(); }, true);
      new MutationObserver(() => { if (typed !== null) { window.delays.push(performance.now() - typed); typed = null; } })
        .observe(document.getElementById("hits"), { childList: true })""")
    for word in words * 2:
        for letter in word:
            query().send_keys(letter)
            time.sleep(0.12)
        query().send_keys(Keys.CONTROL + "a" + Keys.NULL, Keys.BACKSPACE)
    delays = sorted(run("return window.delays"))
    middle, late = statistics.median(delays), delays[int(len(delays) * 0.99)]
    check(middle <= 100 and late <= 200, f"hits after a key: {len(delays)} keys, median {middle:.0f} ms, 99 of 100 {late:.0f} ms")


def files():
    print("Files")
    texts = {file.name.split(".")[1]: file for file in page.glob("texts.*.js")}
    size = sum(file.stat().st_size for file in page.iterdir()) - sum(file.stat().st_size for file in texts.values())
    size += max(file.stat().st_size for file in texts.values())
    check(size <= 150_000, f"the page has {size / 1000:.1f} KB in a language")
    source = {file.name: file.read_text() for file in page.glob("*.js")}
    check(not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", "".join(source.values())), "no text is read as markup")
    keys = run("""return Promise.all(arguments[0].map((language) => import(`./texts.${language}.js`).then((file) => [language, Object.keys(file.default)])))
      .then(Object.fromEntries)""", list(texts))
    check(set(keys["en"]) == set(keys["de"]), f"both languages have the same texts {set(keys['en']) ^ set(keys['de'])}")
    others = "".join(content for name, content in source.items() if not name.startswith("texts."))
    quoted, families = set(re.findall(r'"([\w.]+)"', others)), set(re.findall(r"`([\w]+\.)\$\{", others))
    unused = [key for key in keys["en"] if key not in quoted and key.split(".")[0] + "." not in families]
    check(not unused, f"each text is used {unused}")


def quiet():
    print("Quiet")
    errors = [entry for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    check(not errors, f"the console is silent {errors[:5]}")
    requests = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    addresses = {request["params"]["request"]["url"] for request in requests if request["method"] == "Network.requestWillBeSent"}
    foreign = {address for address in addresses if not address.startswith((*bases, "data:"))}
    check(not foreign, f"no request leaves this machine {foreign}")


def first_run():
    """In a home folder without an index; the server says so with the key."""
    print("e. First run")
    new = home / ".new"
    (new / "Documents" / "Letters").mkdir(parents=True)
    (new / "Pictures").mkdir()
    for number in range(50):
        (new / "Documents" / "Letters" / f"letter{number}.txt").write_text(f"A heron, seen {number} times.\n")
    (new / ".hidden").mkdir()
    try:
        enter(new)
    except Exception:
        return print("skipped: this server has no first run")
    if not until_quietly(lambda: run("return JSON.parse(sessionStorage.getItem('session'))?.first === true")):
        return print("skipped: this server has no first run")
    until(lambda: "#/first" in browser.current_url and "Documents" in text(".tree"), "the folders are a tree")
    until(lambda: "50 documents" in text(".tree"), "with sizes")
    until(lambda: "hidden" in text(".rules"), "what is left out, and why")
    until(lambda: text(".figures"), "and the cost")
    picture("first")
    source = axe_source()
    if source:
        examine("first run", source)
    click(".tree .opener")
    click(".tree label", "Home folder")
    until(lambda: run("return document.querySelector('.firstRun .main').disabled"), "nothing can be begun without a folder")
    click(".tree label", "Documents")
    click("label", "Start Sitta when I log in")
    click(".firstRun .main")
    until(lambda: "#/health" in browser.current_url and "Documents" in text(".roots"), f"yes begins, and shows how it is doing {text('.firstRun .warning')}")
    check(services.exists() and "enable" in services.read_text(), "and it is started at login, as the person agreed")
    # On a busy machine the first index rests, and the page offers to continue.
    until(lambda: run("document.querySelector('.live .main:not([hidden])')?.click(); return document.querySelector('.live h2').innerText") == "Up to date",
          "the first index becomes complete")
    show("#/search?q=heron")
    until(lambda: hits(), "and the files are found")


def end():
    browser.quit()
    daemon.terminate()
    daemon.wait()
    # The servers of the page, and the daemon of the first run, have the folder in their environment.
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str(home).encode() in (process / "environ").read_bytes() and int(process.name) != os.getpid():
                os.kill(int(process.name), signal.SIGTERM)
        except (OSError, ValueError):
            pass


try:
    check(enter().startswith("http://127.0.0.1:"), "sitta web prints an address of this machine")
    query()
    check("c=" not in browser.current_url, "the code is gone from the address")
    for part in [find_and_open, narrow, contents, health, refusals, keyboard, screen_reader, accessibility, times, files, first_run, quiet]:
        part()
finally:
    end()
sys.exit(f"{len(failures)} failed: {failures}" if failures else 0)
