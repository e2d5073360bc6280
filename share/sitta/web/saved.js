// Searches that a person saved, and some for a start, under the empty search box.

import { ask, call, CallFailure } from "./api.js";
import { dialog } from "./dialog.js";
import { button, fill, make } from "./dom.js";
import { number } from "./formats.js";
import { text } from "./texts.js";

const starts = [["start.week", "modified:7d", "date"], ["start.mail", "type:mail", "date"], ["start.pdf", "type:pdf", "date"], ["start.image", "type:image", "date"]];

export class SavedSearches {
  #context; #search; #searches = [];

  constructor(context, search) {
    this.#context = context;
    this.#search = search;
    this.element = make("div", { class: "start" });
  }

  async load() {
    try {
      this.#searches = (await ask("saved/list")).searches;
    } catch (error) {
      if (!(error instanceof CallFailure)) return;
      this.#context.say(error.message);
    }
    const pinned = this.#searches.filter((search) => search.pinned), others = this.#searches.filter((search) => !search.pinned);
    fill(this.element,
      make("p", { class: "lead" }, text("empty")),
      pinned.length > 0 && [make("h2", {}, text("pinned")), make("ul", { class: "tiles" }, pinned.map((search) => this.#saved(search)))],
      others.length > 0 && [make("h2", {}, text("saved")), make("ul", { class: "tiles" }, others.map((search) => this.#saved(search)))],
      make("h2", {}, text("starts")), make("ul", { class: "tiles" }, starts.map(([name, query, sort]) => make("li", {}, this.#tile(text(name), query, sort)))),
      make("h2", {}, text("writing")), make("dl", { class: "examples" }, ["phrase", "type", "time", "from"].map((name) => [
        make("dt", {}, make("code", {}, text(`example.${name}`))), make("dd", {}, text(`meaning.${name}`))])));
    for (const tile of this.element.querySelectorAll(".tile")) this.#count(tile);
  }

  #tile(name, query, sort) {
    return make("button", { type: "button", class: "tile", dataset: { query }, onclick: () => this.#search(query, sort) },
      make("strong", {}, name), make("code", {}, query), make("span", { class: "number" }));
  }

  #saved(search) {
    const { name, query, sort, pinned } = search;
    return make("li", {}, this.#tile(name, query, sort), make("span", { class: "tileActions" },
      button(text(pinned ? "unpin" : "pin"), () => this.#change("saved/add", { ...search, pinned: !pinned }), { class: "link", "aria-label": `${text(pinned ? "unpin" : "pin")}: ${name}` }),
      button(text("remove"), () => this.#change("saved/remove", { name }), { class: "link", "aria-label": `${text("remove")}: ${name}` })));
  }

  async #count(tile) {
    try {
      const reply = await call("Count", { query: tile.dataset.query, deadline: 1000 });
      fill(tile.querySelector(".number"), number(reply.count));
    } catch { /* The tile works without its number. */ }
  }

  async #change(path, values) {
    try {
      await ask(path, values);
      await this.load();
      document.getElementById("query").focus();
    } catch (error) {
      if (error instanceof CallFailure) this.#context.say(error.message);
    }
  }

  /** Asks for a name, and saves a search. */
  async add(query, sort) {
    const name = make("input", { type: "text", id: "savedName", value: query, maxlength: "100", required: true });
    const pinned = make("input", { type: "checkbox", id: "savedPinned", checked: true });
    const isWanted = await dialog(text("saveTitle"), [
      make("p", {}, make("label", { for: "savedName" }, text("savedName")), name),
      make("p", { class: "check" }, pinned, make("label", { for: "savedPinned" }, text("savedPinned"))),
    ], text("save"));
    if (!isWanted) return;
    try {
      await ask("saved/add", { name: name.value.trim(), query, sort, pinned: pinned.checked });
      this.#context.say(text("savedNow", { name: name.value.trim() }), { isPassing: true });
    } catch (error) {
      if (error instanceof CallFailure) this.#context.say(error.message);
    }
  }
}
