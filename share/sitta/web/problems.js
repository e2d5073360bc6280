// Documents that are not completely read, by reason, and what rules leave out; each with its remedy.

import { call, CallFailure } from "./api.js";
import { button, copy, fill, linkButton, make } from "./dom.js";
import { number } from "./formats.js";
import { pathOf, shortPath } from "./query.js";
import { text } from "./texts.js";

const setting = (setting) => () => text("remedySetting", { setting });
const folder = () => text("remedyFolder");
/** How to index what a rule leaves out. */
const remedies = {
  hidden: setting("Hidden=yes"), pattern: setting("Exclude="), ignored: setting("IgnoreFiles=no"), secret: setting("Secrets=yes"), tooLarge: setting("MaxFileSize=infinity"),
  toolFolder: folder, otherFileSystem: folder, forgotten: () => text("remedyForgotten"), marker: () => text("remedyMarker"),
};

/** A list of paths; each one leads to its explanation. */
const paths = (context, locations) => make("ul", { class: "paths" }, locations.map((location) => make("li", {},
  linkButton(shortPath(pathOf(location), context.home) + (location.member ? ` › ${location.member}` : ""), () => context.go("health", new URLSearchParams({ path: location.uri }))))));

/** A group that is filled when it is opened. */
function group(count, title, load) {
  const body = make("div");
  return make("details", { ontoggle: async (event) => {
    if (event.target.open && body.children.length === 0) fill(body, await load());
  } }, make("summary", {}, make("span", { class: "count" }, number(count)), " ", title), body);
}

export class ProblemsPanel {
  #context; #shown; #list = make("div"); #waiting = make("div"); #busy = false;

  constructor(context) {
    this.#context = context;
    this.element = make("section", { class: "panel problems", id: "problems" }, make("h2", {}, text("problems")), this.#waiting, this.#list);
  }

  /** Lists the documents again if their numbers have changed. */
  async update(status) {
    const { withoutText, partial, unreadable, failed, locked, waiting } = status;
    const shown = JSON.stringify([withoutText, partial, unreadable, failed, locked, waiting]);
    if (this.#shown === shown || this.#busy) return;
    this.#shown = shown;
    fill(this.#waiting, waiting.map((group) => make("div", { class: "waiting" },
      make("p", {}, make("strong", {}, text("waiting", { n: group.documents, format: group.name })), " ", text(`waiting.${group.reason}`)),
      group.package && this.#command(`sudo apt install ${group.package}`))));
    this.#busy = true;
    try {
      const reply = await call("List", { failed: true, limit: 1000 });
      const groups = Map.groupBy(reply.documents, (document) => `${document.state} ${document.note ?? ""}`);
      fill(this.#list, groups.size === 0 && waiting.length === 0 && make("p", { class: "fine" }, text("noProblems")),
        [...groups.values()].sort((a, b) => b.length - a.length).map((documents) => this.#group(documents)),
        reply.next && make("p", { class: "quiet" }, text("firstOf", { n: reply.documents.length })));
    } catch (error) {
      if (error instanceof CallFailure) fill(this.#list, make("p", { class: "warning", lang: "en" }, error.message));
    }
    this.#busy = false;
  }

  #group(documents) {
    const { state, note } = documents[0];
    return group(documents.length, [text(`state.${state}`), note && make("span", { class: "quiet", lang: "en" }, ` ${note}`)], () => [
      make("p", { class: "remedy" }, text(`remedy.${state}`)), paths(this.#context, documents.slice(0, 200)),
      documents.length > 200 && make("p", { class: "quiet" }, text("firstOf", { n: 200 }))]);
  }

  #command(command) {
    const copying = button(text("copy"), () => copy(command, copying, text("copied")));
    return make("p", { class: "command" }, make("code", {}, command), " ", copying);
  }
}

export class LeftOutPanel {
  #context; #shown; #rules = make("div"); #mail = make("div");

  constructor(context) {
    this.#context = context;
    this.element = make("section", { class: "panel leftOut" }, make("h2", {}, text("leftOut")), this.#mail, this.#rules);
  }

  update(status) {
    const shown = JSON.stringify([status.leftOut, status.unindexedMail]);
    if (this.#shown === shown) return;
    this.#shown = shown;
    const rules = status.leftOut ?? [];
    fill(this.#mail);
    if (status.unindexedMail?.length) this.#showSources();
    fill(this.#rules, rules.length === 0 && make("p", { class: "quiet" }, text("nothingLeftOut")), rules.map(({ rule, count }) =>
      group(count, text(`rule.${rule}`), async () => {
        try {
          const reply = await call("ListExcluded", { rule });
          return [make("p", { class: "remedy" }, text(`ruleReason.${rule}`), " ", remedies[rule]?.()), paths(this.#context, reply.entries)];
        } catch (error) { return make("p", { class: "warning", lang: "en" }, error.message); }
      })));
  }

  /** Mail, address books and bookmarks that are found and not indexed. */
  async #showSources() {
    try {
      const { sources } = await call("ListSources");
      const missing = sources.filter((source) => !source.indexed && source.folders.length > 0);
      fill(this.#mail, missing.map((source) => make("p", { class: "waiting" },
        make("strong", {}, text("source", { name: source.title })), " ", text("sourceRemedy"), " ", make("code", {}, `Sources=${source.word}`))));
    } catch { /* An older server cannot list them. */ }
  }
}
