// Find and narrow: hits as one types, what they have in common, and the text of one beside them.

import { call, CallFailure } from "./api.js";
import { fill, make } from "./dom.js";
import { hitItem, Preview } from "./hits.js";
import { adding, filters, removing, replacing } from "./query.js";
import { language, languageName, number, text } from "./texts.js";
import { timeline } from "./timeline.js";

const orders = ["relevance", "date", "name", "size"];
const properties = ["type", "folder", "author", "language", "tag"];
const pageSize = 30;

export class SearchView {
  #context; #running; #hits = []; #selected = -1; #parts = {}; #typedAt = 0;

  constructor(context) { this.#context = context; }

  show(parameters) {
    const query = parameters.get("q") ?? "", order = orders.includes(parameters.get("sort")) ? parameters.get("sort") : orders[0];
    if (!this.#parts.main?.isConnected) this.#build();
    const { input, sort } = this.#parts;
    if (input.value !== query) input.value = query;
    sort.value = order;
    this.#run(query, order);
  }

  #build() {
    const preview = new Preview(this.#context);
    const input = make("input", {
      type: "search", id: "query", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "2000",
      placeholder: text("searchHint"), "aria-label": text("searchLabel"), role: "combobox", "aria-expanded": "true", "aria-controls": "hits",
      "aria-autocomplete": "list", oninput: () => this.#typed(), onkeydown: (event) => this.#key(event),
    });
    const sort = make("select", { "aria-label": text("sort"), onchange: () => this.#go(input.value, { sort: sort.value }) },
      orders.map((order) => make("option", { value: order }, text(`sort.${order}`))));
    const chips = make("p", { class: "chips", "aria-label": text("filters") });
    const count = make("p", { class: "count", role: "status" });
    const remarks = make("div", { class: "remarks" });
    const list = make("ol", {
      id: "hits", role: "listbox", "aria-label": text("hits"),
      onclick: (event) => this.#choose(Number(event.target.closest("li")?.dataset.index ?? -1)),
      ondblclick: (event) => event.target.closest("li") && this.#open(),
    });
    const more = make("button", { type: "button", class: "more", hidden: true, onclick: () => this.#more() }, text("more"));
    const facets = make("aside", { class: "facets", "aria-label": text("filters") });
    const main = make("div", { class: "search" },
      make("form", { role: "search", onsubmit: (event) => event.preventDefault() }, input, sort), chips,
      make("div", { class: "columns" }, facets, make("section", { class: "results" }, count, remarks, list, more, make("p", { class: "quiet keys" }, text("keys"))),
        preview.element));
    this.#parts = { main, input, sort, chips, count, remarks, list, more, facets, preview };
    fill(this.#context.main, main);
    input.focus();
  }

  #typed() {
    // What was on the page for a while stays behind the back key.
    const now = Date.now(), isNew = now - this.#typedAt > 3000;
    this.#typedAt = now;
    this.#go(this.#parts.input.value, { keepsPlace: !isNew });
  }

  #go(query, { sort = this.#parts.sort.value, keepsPlace = false } = {}) {
    const parameters = new URLSearchParams();
    if (query) parameters.set("q", query);
    if (sort !== orders[0]) parameters.set("sort", sort);
    this.#context.go("search", parameters, keepsPlace);
  }

  async #run(query, order) {
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    const { chips, count, list, remarks, more, facets, preview } = this.#parts;
    fill(chips, filters(query).map((filter) => make("button", {
      type: "button", class: "chip", "aria-label": text("removeFilter", { filter }), onclick: () => this.#go(removing(filter, query)),
    }, filter, " ×")));
    if (!query.trim()) {
      this.#hits = [];
      fill(count); fill(remarks, make("p", { class: "quiet" }, text("empty"))); fill(list); fill(facets);
      more.hidden = true;
      preview.clear();
      return;
    }
    list.setAttribute("aria-busy", "true");
    const reply = await this.#search(query, order, 0, running.signal);
    if (!reply || running.signal.aborted) return;
    list.removeAttribute("aria-busy");
    this.#hits = reply.hits;
    fill(list, reply.hits.map((hit, index) => hitItem(hit, index, this.#context)));
    more.hidden = !reply.more;
    fill(count, reply.count + (reply.partial ?? 0) === 0 ? text("nothing") : [
      text("found", { n: reply.count }), reply.partial ? text("foundPartly", { partial: reply.partial }) : ""]);
    fill(remarks, this.#remarks(reply, query));
    this.#selected = -1;
    if (reply.hits.length > 0) this.#choose(0, { isQuiet: true }); else preview.clear();
    await this.#narrow(reply.corrected ?? query, query, running.signal);
  }

  async #search(query, order, offset, signal) {
    try {
      return await call("Search", { query, order, offset, limit: pageSize, prefixes: "last", language, passages: 3, deadline: 2000 }, signal);
    } catch (error) {
      if (error.name === "AbortError") return null;
      if (!(error instanceof CallFailure)) return null;
      if (error.name === "DeadlineExceeded") return { hits: error.details.partial ?? [], more: false, count: error.details.partial?.length ?? 0, warnings: [text("late")] };
      return { hits: [], more: false, count: 0, warnings: [error.message] };
    }
  }

  #remarks(reply, query) {
    const again = (meant) => make("button", { type: "button", class: "link", onclick: () => this.#go(meant) }, meant);
    return [
      reply.corrected && make("p", {}, text("insteadOf", { typed: query }), " ", again(reply.corrected)),
      reply.spoken && make("p", {}, text("spoken"), " ", again(reply.spoken)),
      reply.suggestions?.length > 0 && make("p", {}, text("tryInstead"), " ", reply.suggestions.map((meant) => [again(meant), " "])),
      reply.warnings?.map((warning) => make("p", { class: "warning" }, warning)),
    ];
  }

  async #more() {
    const { input, sort, list, more } = this.#parts;
    const reply = await this.#search(input.value, sort.value, this.#hits.length, this.#running.signal);
    if (!reply) return;
    list.append(...reply.hits.map((hit, index) => hitItem(hit, this.#hits.length + index, this.#context)));
    this.#hits.push(...reply.hits);
    more.hidden = !reply.more;
  }

  /** Counts what the hits have in common, after they are shown. */
  async #narrow(searched, query, signal) {
    let reply;
    try {
      reply = await call("Count", { query: searched, prefixes: "last", facets: [...properties, "year"], facetValues: 60, deadline: 2000 }, signal);
    } catch { return; }
    const values = Object.fromEntries((reply.facets ?? []).map((facet) => [facet.field, facet]));
    const used = filters(query);
    const range = used.find((filter) => filter.startsWith("modified:"))?.match(/^modified:(\d{4})(?:\.\.(\d{4}))?$/);
    fill(this.#parts.facets,
      values.year?.values.length > 0 && make("section", {}, make("h2", {}, text("facet.year")),
        timeline(values.year.values, range && [Number(range[1]), Number(range[2] ?? range[1])], (from, to) =>
          this.#go(replacing("modified", from && (from === to ? `modified:${from}` : `modified:${from}..${to}`), query)))),
      properties.filter((name) => values[name]?.values.length).map((name) => this.#facet(name, values[name], query)));
  }

  #facet(name, facet, query) {
    const shown = facet.values.slice(0, 8), others = facet.others + facet.values.length - shown.length;
    return make("section", {}, make("h2", {}, text(`facet.${name}`)), make("ul", {}, shown.map(({ value, filter, count }) => make("li", {},
      make("button", { type: "button", disabled: !filter, onclick: () => this.#go(adding(filter, query)) },
        make("span", {}, name === "language" ? languageName(value) : value), make("span", { class: "number" }, number(count)))))),
      others > 0 && make("p", { class: "quiet" }, text("others", { n: others })));
  }

  #key(event) {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step) {
      event.preventDefault();
      this.#choose(Math.min(this.#hits.length - 1, Math.max(0, this.#selected + step)));
    } else if (event.key === "Enter" && this.#selected >= 0) {
      event.preventDefault();
      this.#open({ reveal: event.ctrlKey });
    } else if (event.key === "Escape" && this.#parts.input.value) {
      event.preventDefault();
      this.#go("");
    }
  }

  #open(action) {
    const hit = this.#hits[this.#selected];
    if (hit) this.#parts.preview.open(hit, this.#parts.input.value, action);
  }

  #choose(index, { isQuiet = false } = {}) {
    const { list, input, preview } = this.#parts;
    if (index < 0 || index >= this.#hits.length || index === this.#selected) return;
    list.children[this.#selected]?.setAttribute("aria-selected", "false");
    this.#selected = index;
    const item = list.children[index];
    item.setAttribute("aria-selected", "true");
    input.setAttribute("aria-activedescendant", item.id);
    if (!isQuiet) item.scrollIntoView({ block: "nearest" });
    preview.show(this.#hits[index], input.value);
  }
}
