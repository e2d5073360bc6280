// Is it well: progress, pauses, folders, what was not read and why, what rules leave out, and why a file is found or not.

import { call, CallFailure, follow } from "./api.js";
import { fill, make } from "./dom.js";
import { explanation } from "./hits.js";
import { shortPath } from "./query.js";
import { moment, number, size, text } from "./texts.js";

/** The state of the service in a few words. */
export function stateText(status) {
  if (status.first && status.looking) return text("looking", { done: status.documents });
  if (status.first && status.pending) return text("first", { done: status.documents, all: status.documents + status.pending });
  if (status.state === "resting") return text("resting", { why: status.pauses.map((pause) => pause.text).join("; ") });
  if (status.state === "indexing") return text("indexing", { n: status.pending });
  return text("upToDate");
}

export class HealthView {
  #context; #parts = {}; #watched;

  constructor(context) { this.#context = context; }

  show(parameters) {
    if (!this.#parts.main?.isConnected) this.#build();
    if (parameters.get("path")) this.#explain(parameters.get("path"));
    this.update(this.#context.status);
    this.#loadProblems();
  }

  #build() {
    const live = make("section", { class: "live" }), folders = make("section"), problems = make("section"), leftOut = make("section");
    const path = make("input", { type: "text", id: "path", placeholder: text("explainHint"), "aria-label": text("explain") });
    const answer = make("div", { role: "status" });
    const form = make("form", { onsubmit: (event) => {
      event.preventDefault();
      this.#context.go("health", new URLSearchParams({ path: path.value.trim() }));
    } }, path, make("button", { type: "submit", class: "main" }, text("ask")));
    const main = make("div", { class: "health" }, live, folders, problems, leftOut,
      make("section", {}, make("h2", {}, text("explain")), form, answer));
    this.#parts = { main, live, folders, problems, leftOut, path, answer };
    fill(this.#context.main, main);
  }

  update(status) {
    if (!status || !this.#parts.main?.isConnected) return;
    const { live, folders } = this.#parts;
    const all = status.documents + status.pending;
    const isBusy = status.first || status.state !== "idle";
    fill(live, make("h2", {}, stateText(status)),
      isBusy && make("progress", { max: all || 1, value: status.looking ? undefined : status.documents, "aria-label": stateText(status) }),
      make("p", {}, text("indexSize", { size: size(status.indexBytes), n: status.documents, watched: status.watchedFolders }),
        status.checked && ` · ${text("checked", { time: moment(status.checked) })}`),
      make("p", { class: "actions" },
        status.state === "resting" && make("button", { type: "button", class: "main", onclick: () => this.#act("Resume", { now: true }) }, text("resume")),
        make("button", { type: "button", onclick: () => this.#act("Pause", { until: new Date(Date.now() + 7_200_000).toISOString().replace(/\.\d+/, "") }) },
          text("pause"))),
      status.warnings.map((warning) => make("p", { class: "warning" }, warning)),
      status.recoveries.map((recovery) => make("p", { class: "quiet" }, recovery.text)));
    if (JSON.stringify(status.roots) !== this.#watched) {
      this.#watched = JSON.stringify(status.roots);
      const input = make("input", { type: "text", placeholder: "~/Documents", "aria-label": text("addFolder") });
      fill(folders, make("h2", {}, text("folders")), make("ul", { class: "roots" }, status.roots.map((root) => make("li", {},
        make("span", {}, shortPath(root.path ?? root.uri, this.#context.home)), root.note && make("span", { class: "quiet" }, ` ${root.note}`), " ",
        make("button", { type: "button", class: "link", onclick: () => this.#act("RemoveRoot", { folder: root.uri }) }, text("remove"))))),
      make("form", { onsubmit: (event) => {
        event.preventDefault();
        this.#act("AddRoot", { folder: input.value.trim().replace(/^~(?=\/|$)/, this.#context.home ?? "~") });
      } }, input, make("button", { type: "submit" }, text("add"))));
    }
    this.#showLeftOut(status);
  }

  #showLeftOut(status) {
    const { leftOut } = this.#parts;
    const rules = JSON.stringify(status.leftOut ?? []);
    if (leftOut.dataset.rules === rules) return;
    leftOut.dataset.rules = rules;
    fill(leftOut, make("h2", {}, text("leftOut")), (status.leftOut ?? []).map(({ rule, count }) => {
      const list = make("ul");
      return make("details", { ontoggle: (event) => event.target.open && list.children.length === 0 && this.#listExcluded(rule, list) },
        make("summary", {}, `${number(count)} ${text(`rule.${rule}`)}`), list);
    }));
  }

  async #listExcluded(rule, list) {
    const reply = await call("ListExcluded", { rule });
    fill(list, reply.entries.map((entry) => make("li", {}, this.#pathButton(entry.uri, entry.path))));
  }

  #pathButton(uri, path) {
    return make("button", { type: "button", class: "link", onclick: () => this.#context.go("health", new URLSearchParams({ path: uri })) },
      shortPath(path ?? uri, this.#context.home));
  }

  async #loadProblems() {
    const { problems } = this.#parts;
    const reply = await call("List", { failed: true, limit: 1000 });
    const groups = Map.groupBy(reply.documents, (document) => document.note ?? document.state);
    fill(problems, make("h2", {}, text("problems")), groups.size === 0 && make("p", {}, text("noProblems")),
      [...groups].sort((a, b) => b[1].length - a[1].length).map(([reason, documents]) => make("details", {},
        make("summary", {}, text("reasons", { n: documents.length, reason })),
        make("ul", {}, documents.slice(0, 100).map((document) => make("li", {}, this.#pathButton(document.uri, document.path)))))),
      reply.next && make("p", { class: "quiet" }, text("firstOf", { n: reply.documents.length })));
  }

  async #explain(path) {
    const { answer, path: input } = this.#parts;
    input.value = path;
    const full = path.replace(/^~(?=\/|$)/, this.#context.home ?? "~");
    try {
      fill(answer, explanation(await call("Explain", { path: full })));
    } catch (error) {
      if (error instanceof CallFailure) fill(answer, make("p", { class: "warning" }, error.message));
    }
    answer.scrollIntoView({ block: "nearest" });
  }

  async #act(method, parameters) {
    try {
      const reply = await call(method, parameters);
      for (const warning of reply.warnings ?? []) this.#context.say(warning);
    } catch (error) {
      if (error instanceof CallFailure) this.#context.say(error.message);
    }
  }
}

/** Keeps the status current until the page is left, and says when sittad does not answer. */
export async function watchStatus(receive, fail) {
  for (let wait = 1; ; wait = Math.min(30, wait * 2)) {
    try {
      await follow("Status", {}, undefined, (status) => {
        wait = 1;
        receive(status);
      });
    } catch (error) {
      if (!(error instanceof CallFailure)) return;
      fail(error.message);
    }
    await new Promise((resume) => setTimeout(resume, wait * 1000));
  }
}
