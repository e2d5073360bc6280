// The page: exchanges the code of its address for a key, and shows the view that the address names.

import { askedQuery, call, CallFailure, enter, hasKey, homeFolder, isFirstRun, whenEnded } from "./api.js";
import { dialog } from "./dialog.js";
import { button, fill, make } from "./dom.js";
import { receiveDrops } from "./folders.js";
import { SearchView } from "./search.js";
import { stateText, watchStatus } from "./status.js";
import { language, text } from "./texts.js";

document.documentElement.lang = language;
const element = (id) => document.getElementById(id);
const main = element("main"), notices = element("notices"), state = element("state"), nav = element("views");

const context = {
  main, status: null,
  get home() { return homeFolder(); },
  /** Shows a view; its content is in the address. */
  go(view, parameters, replaces = false) {
    const address = `#/${view}${parameters.size > 0 ? `?${parameters}` : ""}`;
    if (address === location.hash) return;
    history[replaces ? "replaceState" : "pushState"](null, "", address);
    show();
  },
  /** Names the page, for its window and for screen readers. */
  title(name) {
    document.title = `${name} – Sitta`;
    fill(element("title"), name);
  },
  /** Says a sentence, until the person closes it, or for a while. */
  say(sentence, { isPassing = false } = {}) {
    const notice = make("p", {}, make("span", {}, sentence), " ", button(text("close"), () => notice.remove()));
    notices.append(notice);
    if (isPassing) setTimeout(() => notice.remove(), 6000);
  },
  /** Continues with the daemon after the first run. */
  begin() {
    history.replaceState(null, "", "#/health");
    start();
    main.focus();
  },
};
/** The views; all but the search are loaded when they are needed. */
const views = {
  search: async () => SearchView, contents: async () => (await import("./contents.js")).ContentsView,
  health: async () => (await import("./health.js")).HealthView, first: async () => (await import("./first.js")).FirstView,
};
const shown = {};
const stateLink = make("a", { href: "#/health" });
const links = ["search", "contents", "health"].map((view) => make("a", { href: `#/${view}` }, text(view)));

async function show() {
  nav.hidden = isFirstRun();
  if (isFirstRun()) history.replaceState(null, "", "#/first");
  const [, name = "search", parameters = ""] = location.hash.match(/^#\/(\w+)(?:\?(.*))?$/) ?? [];
  const current = name in views && (name === "first") === isFirstRun() ? name : "search";
  for (const link of links) {
    if (link.hash === `#/${current}`) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  }
  const address = location.hash;
  try {
    const view = await (shown[current] ??= views[current]().then((View) => new View(context)));
    if (location.hash === address) view.show(new URLSearchParams(parameters));
  } catch { end(text("ended")); }
}

function end(sentence) {
  fill(main, make("p", { class: "ended" }, sentence));
  fill(state);
  nav.hidden = true;
}

function start() {
  show();
  watchStatus((status) => {
    if (context.status?.clock.sequence !== status.clock.sequence) shown.search?.then((view) => view.refresh());
    context.status = status;
    state.dataset.state = status.pauses.length > 0 ? "resting" : status.state;
    if (!stateLink.isConnected) fill(state, stateLink);
    fill(stateLink, stateText(status), " · ", text("documents", { n: status.documents }));
    shown.health?.then((view) => view.update(status));
  }, (reason) => {
    state.dataset.state = "away";
    fill(state, text("unavailable", { reason }));
  });
}

function showKeys() {
  dialog(text("keys"), make("dl", { class: "keys" }, [["/", "slash"], ["↑ ↓", "arrows"], ["Enter", "enter"],
    [`${text("ctrl")} + Enter`, "ctrlEnter"], ["Alt + ↑ ↓", "altArrows"], ["Esc", "escape"], ["?", "question"]].map(([key, name]) =>
    [make("dt", {}, make("kbd", {}, key)), make("dd", {}, text(`keyMeans.${name}`))])));
}

function listen() {
  addEventListener("popstate", show);
  addEventListener("hashchange", show);
  addEventListener("keydown", (event) => {
    const isWriting = /INPUT|SELECT|TEXTAREA/.test(document.activeElement.tagName) && document.activeElement.type !== "checkbox";
    if (isWriting || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog")) return;
    if (event.key === "?") showKeys();
    if (event.key !== "/" || isFirstRun()) return;
    event.preventDefault();
    const query = element("query");
    if (!query) return context.go("search", new URLSearchParams());
    query.focus();
    query.select();
  });
  element("help").append(button("?", showKeys, { "aria-label": text("keys") }));
  receiveDrops((uri) => !isFirstRun() && context.go("health", new URLSearchParams({ path: uri })), explainByName);
}

/** Some browsers give only the name of a dropped file; its path is then looked up in the index. */
async function explainByName(name) {
  if (!name || isFirstRun()) return;
  try {
    const reply = await call("Search", { query: `name:"${name.replace(/"/g, "")}"`, limit: 1, strict: true });
    const found = reply.hits.find((hit) => hit.document.name === name);
    if (found) context.go("health", new URLSearchParams({ path: found.document.uri }));
    else context.say(text("onlyName", { name }));
  } catch (error) {
    if (error instanceof CallFailure) context.say(error.message);
  }
}

async function begin() {
  fill(element("skip"), text("skip"));
  element("skip").addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  fill(nav, links);
  const [, code] = location.hash.match(/^#c=([\w-]+)$/) ?? [];
  if (code) {
    history.replaceState(null, "", "#/search");
    if (!(await enter(code))) return end(text("used"));
    if (askedQuery()) history.replaceState(null, "", `#/search?${new URLSearchParams({ q: askedQuery() })}`);
  }
  if (!hasKey()) return end(text("ended"));
  whenEnded(() => end(text("ended")));
  listen();
  if (isFirstRun()) show(); else start();
}

begin();
