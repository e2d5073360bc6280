#!/usr/bin/env python3
"""The page in a real browser: web-test.py BINARIES [FOLDER]

Walks through the journeys of the page with Chromium, and measures how long a hit takes after a key. Saves pictures in
FOLDER. Needs chromedriver and the Python package selenium; `make test-web` installs them.
"""

import json, os, statistics, subprocess, sys, tempfile, time
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

binaries = Path(sys.argv[1]).resolve()
pictures = Path(sys.argv[2]) if len(sys.argv) > 2 else None
home = Path(tempfile.mkdtemp())
environment = {"PATH": f"{binaries}:/usr/bin:/bin", "HOME": str(home), "SITTA_SOCKET": str(home / "socket"), "LC_ALL": "C.UTF-8"}
failures = []


def check(fact, sentence):
    print(("ok      " if fact else "FAILED  ") + sentence)
    if not fact:
        failures.append(sentence)


def sitta(*words):
    return subprocess.run([binaries / "sitta", *words], env=environment, text=True, stdout=subprocess.PIPE).stdout


# A home with letters, a mailbox, and many files of text.
documents = home / "Documents"
(documents / "Insurance").mkdir(parents=True)
(documents / "Insurance" / "bike theft claim.txt").write_text(
    "To: insurance\n\nMy bicycle (frame WTK88213) was stolen on 3 May.\n<script>document.title = 'harm'</script>\n")
(documents / "garden.txt").write_text("The fence is painted green.\n" * 400 + "A kingfisher sat on it.\n")
people = ["Jakob Brandt", "Marta Hofmann", "Ann Lee"]
with open(home / "Inbox.mbox", "w") as mailbox:
    for number in range(30):
        person = people[number % 3]
        mailbox.write(f"From a@b.test Thu Nov 12 10:00:00 20{10 + number % 15}\nFrom: {person} <a@b.test>\nTo: me@b.test\n"
                      f"Subject: Report {number}\nMessage-ID: <{number}@b.test>\n"
                      f"Date: Thu, 12 Nov 20{10 + number % 15} 10:00:00 +0000\n\nThe police report about the bicycle.\n\n")
words = "amber birch cedar dune ember fjord grove heath inlet jetty knoll ledge marsh north orchard pond quarry ridge".split()
for number in range(int(os.environ.get("FILES", "2000"))):
    folder = documents / f"notes{number % 20}"
    folder.mkdir(exist_ok=True)
    (folder / f"note{number}.txt").write_text(" ".join(words[(number * step) % len(words)] for step in range(1, 40)) + f" number{number}\n")
(home / "sittad.conf").write_text("[Cooldown]\nActiveTime=0\nOnBattery=yes\nPressure=0\n")
daemon = subprocess.Popen([binaries / "sittad", "--config", home / "sittad.conf", "--root", home, "--state", home / ".state",
                           "--socket", home / "socket"], env=environment, stderr=subprocess.DEVNULL)
while not (home / "socket").exists():
    time.sleep(0.05)
sitta("sync", "--timeout", "10m")
address = sitta("web", "--print").strip()
check(address.startswith("http://127.0.0.1:"), "sitta web prints an address of this machine")

options = webdriver.ChromeOptions()
for option in ["--headless=new", "--no-sandbox", "--lang=en", "--window-size=1600,1000", "--force-color-profile=srgb"]:
    options.add_argument(option)
options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
browser = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
wait = WebDriverWait(browser, 10, poll_frequency=0.02)
base = address.split("#")[0]


def go(place):
    browser.execute_script("location.hash = arguments[0]", place)


def picture(name):
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
        browser.save_screenshot(str(pictures / f"{name}.png"))


def hits():
    return browser.find_elements(By.CSS_SELECTOR, "#hits li")


def text(selector):
    return browser.execute_script("return document.querySelector(arguments[0])?.innerText ?? ''", selector)


def until(condition, sentence):
    try:
        wait.until(lambda _: condition())
        check(True, sentence)
    except Exception:
        check(False, sentence)


try:
    browser.get(address)
    query = wait.until(lambda _: browser.find_element(By.ID, "query"))
    check("c=" not in browser.current_url, "the code is gone from the address")

    print("a. Find and open")
    query.send_keys("bicycle stolen")
    until(lambda: hits() and "bike theft claim" in hits()[0].text, "the letter is the first hit")
    until(lambda: "stolen" in text("#hits mark") or "bicycle" in text("#hits mark").lower(), "matches are marked")
    until(lambda: "WTK88213" in text(".preview .lines"), "its text is beside it")
    check("<script>" in text(".preview .lines") and browser.title != "harm", "a text is only a text")
    picture("search")
    query.send_keys(Keys.ARROW_DOWN)
    until(lambda: hits()[1].get_attribute("aria-selected") == "true", "arrow keys choose")
    until(lambda: "From" in text(".preview .mail"), "a mail is shown with its sender")
    browser.find_elements(By.CSS_SELECTOR, ".preview .actions button")[2].click()
    until(lambda: text(".preview .steps") != "", "“why this hit” explains")

    print("b. Narrow")
    until(lambda: browser.find_elements(By.CSS_SELECTOR, ".facets button"), "what hits have in common is counted")
    next(button for button in browser.find_elements(By.CSS_SELECTOR, ".facets button") if "Jakob" in button.text).click()
    until(lambda: text(".chips") != "" and "author" in query.get_attribute("value"), "a filter is a word of the query")
    until(lambda: hits() and all("Jakob" in hit.text for hit in hits()), "only his mails are left")
    picture("narrow")
    browser.back()
    until(lambda: text(".chips") == "", "back goes back")
    query.clear()
    query.send_keys("bycicle")
    until(lambda: hits(), "a misspelled word is corrected")

    print("c. What is in there")
    go("#/contents")
    until(lambda: browser.find_elements(By.CSS_SELECTOR, ".map .cell"), "folders are a map")
    picture("contents")

    print("d. Is it well")
    go("#/health")
    until(lambda: "up to date" in text(".live h2"), "it is up to date")
    browser.find_element(By.ID, "path").send_keys(str(documents / "garden.txt") + Keys.ENTER)
    until(lambda: "It is selected" in text(".health .steps"), "a path is explained")
    picture("health")

    print("Refusals")
    port = base.split(":")[2].strip("/")

    def curl(*arguments):
        return subprocess.run(["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", *arguments], text=True, stdout=subprocess.PIPE).stdout

    check(curl(f"http://localhost:{port}/") == "421", "another name of this machine is refused")
    check(curl(base, "-H", "Origin: http://evil.test") == "403", "another page is refused")
    check(curl(f"{base}call/Status", "-X", "POST", "-H", "Content-Type: application/json", "-d", "{}") == "401", "no key is refused")
    check(curl(f"{base}call/Forget", "-X", "POST", "-H", "Content-Type: application/json", "-d", "{}") == "401", "Forget is refused")

    print("Times")
    go("#/search")
    query = wait.until(lambda _: browser.find_element(By.ID, "query"))
    browser.execute_script("""
      window.delays = [];
      const list = document.getElementById('hits');
      document.getElementById('query').addEventListener('input', () => { window.typed = performance.now(); }, true);
      new MutationObserver(() => { if (window.typed) { window.delays.push(performance.now() - window.typed); window.typed = null; } })
        .observe(list, { childList: true });""")
    for word in words:
        for letter in word:
            query.send_keys(letter)
            time.sleep(0.12)
        query.clear()
    delays = sorted(browser.execute_script("return window.delays"))
    if delays:
        print(f"        hits after a key: {len(delays)} keys, median {statistics.median(delays):.0f} ms, "
              f"99 of 100 {delays[int(len(delays) * 0.99)]:.0f} ms")
    size = sum(file.stat().st_size for file in (Path(__file__).parents[2] / "share/sitta/web").iterdir())
    check(size < 150_000, f"the page has {size // 1000} kB")

    print("Quiet")
    errors = [entry for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    check(not errors, f"the console is silent {errors}")
    requests = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    foreign = {entry["params"]["request"]["url"] for entry in requests
               if entry["method"] == "Network.requestWillBeSent" and not entry["params"]["request"]["url"].startswith((base, "data:"))}
    check(not foreign, f"no request leaves this machine {foreign}")
    if pictures:
        for name, width, dark in [("narrow-window", 500, False), ("dark", 1600, True)]:
            browser.set_window_size(width, 1000)
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
            go("#/search?q=bicycle+stolen")
            until(lambda: hits(), f"hits in {width} pixels")
            picture(name)
finally:
    browser.quit()
    daemon.terminate()
    daemon.wait()
sys.exit(f"{len(failures)} failed" if failures else 0)
