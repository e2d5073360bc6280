// The page: trades the code of its address for a key, and shows the view that the address names.

import { enter, hasKey, homeFolder, whenEnded } from "./api.js";
import { ContentsView } from "./contents.js";
import { fill, make } from "./dom.js";
import { HealthView, stateText, watchStatus } from "./health.js";
import { SearchView } from "./search.js";
import { language, text } from "./texts.js";

document.documentElement.lang = language;
const main = document.getElementById("main"), notices = document.getElementById("notices"), state = document.getElementById("state");
fill(document.getElementById("skip"), text("skip"));

const context = {
  main, status: null,
  get home() { return homeFolder(); },
  /** Shows a view; what it shows is in the address. */
  go(view, parameters, keepsPlace = false) {
    const address = `#/${view}${parameters.size > 0 ? `?${parameters}` : ""}`;
    if (address === location.hash) return;
    history[keepsPlace ? "replaceState" : "pushState"](null, "", address);
    show();
  },
  /** Says a sentence. */
  say(sentence) {
    const notice = make("p", {}, sentence, " ", make("button", { type: "button", onclick: () => notice.remove() }, text("close")));
    notices.append(notice);
  },
};
const views = { search: new SearchView(context), contents: new ContentsView(context), health: new HealthView(context) };

function show() {
  const [, name = "search", parameters = ""] = location.hash.match(/^#\/(\w+)(?:\?(.*))?$/) ?? [];
  const current = name in views ? name : "search";
  document.title = `${text(current)} – Sitta`;
  fill(document.getElementById("views"), Object.keys(views).map((view) =>
    make("a", { href: `#/${view}`, "aria-current": view === current && "page" }, text(view))));
  views[current].show(new URLSearchParams(parameters));
}

function end(sentence) {
  fill(main, make("p", { class: "ended" }, sentence));
  fill(state);
}

async function begin() {
  const code = location.hash.match(/^#c=([\w-]+)$/)?.[1];
  if (code) {
    history.replaceState(null, "", "#/search");
    if (!(await enter(code))) return end(text("used"));
  }
  if (!hasKey()) return end(text("ended"));
  whenEnded(() => end(text("ended")));
  addEventListener("popstate", show);
  addEventListener("hashchange", show);
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !/INPUT|SELECT|TEXTAREA/.test(document.activeElement.tagName)) {
      event.preventDefault();
      document.getElementById("query")?.focus();
    }
  });
  show();
  watchStatus((status) => {
    context.status = status;
    fill(state, stateText(status), " · ", text("documents", { n: status.documents }));
    views.health.update(status);
  }, (reason) => fill(state, text("unavailable", { reason })));
}

begin();
