// The first run: which folders, what is left out, what it costs, and yes. Nothing is read or started before that.

import { ask, CallFailure, endFirstRun, survey } from "./api.js";
import { fill, make } from "./dom.js";
import { duration, number, size } from "./formats.js";
import { text } from "./texts.js";
import { FolderTree } from "./tree.js";

export class FirstView {
  #context; #parts = {}; #counting; #timer; #tree;

  constructor(context) { this.#context = context; }

  show() {
    this.#context.title(text("welcome"));
    if (this.#parts.main?.isConnected) return;
    const { home } = this.#context;
    this.#tree = new FolderTree(home, () => this.#chosen());
    const state = make("p", { class: "quiet", role: "status" }), leftOut = make("ul", { class: "rules" }), cost = make("dl", { class: "figures" }), sum = make("p");
    const atLogin = make("input", { type: "checkbox", id: "atLogin" });
    const failure = make("p", { class: "warning", role: "alert" });
    const yes = make("button", { type: "submit", class: "main" }, text("yes"));
    const step = (name, ...content) => make("section", { class: "panel" }, make("h2", {}, text(name)), content);
    const main = make("form", { class: "firstRun", onsubmit: (event) => { event.preventDefault(); this.#begin(); } },
      make("p", { class: "welcome", "aria-hidden": "true" }, text("welcome")), make("p", { class: "lead" }, text("welcomeMeans")),
      step("firstFolders", this.#tree.element, state),
      step("firstLeftOut", leftOut),
      step("firstCost", cost, sum, make("p", { class: "quiet" }, text("firstCostMeans"))),
      step("firstYes", make("p", { class: "check" }, atLogin, make("label", { for: "atLogin" }, text("atLogin"))), make("p", { class: "quiet" }, text("atLoginMeans")),
        failure, make("p", { class: "actions" }, yes)));
    this.#parts = { main, state, leftOut, cost, sum, atLogin, yes, failure };
    fill(this.#context.main, main);
    this.#count([], (snapshot) => this.#tree.update(snapshot.folders, snapshot));
  }

  /** Counts again what the chosen folders cost. */
  #chosen() {
    clearTimeout(this.#timer);
    const { roots } = this.#tree, { yes, cost, sum, failure } = this.#parts;
    yes.disabled = roots.length === 0;
    fill(failure);
    if (roots.length === 0) {
      this.#counting?.abort();
      fill(cost);
      return fill(sum, text("noFolder"));
    }
    this.#timer = setTimeout(() => this.#count(roots), 300);
  }

  async #count(roots, receive = () => {}) {
    this.#counting?.abort();
    const { signal } = (this.#counting = new AbortController());
    const { state } = this.#parts;
    try {
      await survey(roots, signal, (snapshot) => {
        receive(snapshot);
        this.#showCost(snapshot);
        fill(state, !snapshot.done && text("counting", { n: snapshot.documents }));
      });
    } catch (error) {
      if (error instanceof CallFailure) fill(state, make("span", { class: "warning" }, text("notCounted")));
    }
  }

  #showCost(snapshot) {
    const { leftOut, cost, sum } = this.#parts;
    const range = (value) => (Array.isArray(value) ? value : [value, value]);
    const figures = [["costTime", duration(...range(snapshot.seconds))], ["costDisk", size(...range(snapshot.indexBytes))]];
    fill(cost, figures.map(([name, value]) => make("div", {}, make("dt", {}, text(name)), make("dd", {}, value))));
    fill(sum, text("costOf", { n: snapshot.documents, size: size(snapshot.bytes) }), snapshot.unread > 0 && ` ${text("unread", { n: snapshot.unread })}`);
    fill(leftOut, snapshot.leftOut.length === 0 && make("li", { class: "quiet" }, text("nothingLeftOut")), snapshot.leftOut.map(({ rule, count }) =>
      make("li", {}, make("strong", {}, `${number(count)} ${text(`rule.${rule}`)}`), make("span", { class: "quiet" }, ` ${text(`ruleReason.${rule}`)}`))));
  }

  async #begin() {
    const { yes, failure, atLogin } = this.#parts;
    yes.disabled = true;
    this.#counting?.abort();
    try {
      await ask("begin", { roots: this.#tree.roots, atLogin: atLogin.checked });
      endFirstRun();
      this.#context.begin();
    } catch (error) {
      yes.disabled = false;
      if (error instanceof CallFailure) fill(failure, error.message);
    }
  }
}

