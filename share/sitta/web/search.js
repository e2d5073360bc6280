// Find and narrow: hits as one types, what they have in common, and the text of one beside them.

import { call, CallFailure } from "./api.js";
import { button, fill, linkButton, make, refill } from "./dom.js";
import { Facets } from "./facets.js";
import { HitList } from "./hits.js";
import { Preview } from "./preview.js";
import { filters, removing } from "./query.js";
import { SavedSearches } from "./saved.js";
import { language, text } from "./texts.js";

const orders = ["relevance", "date", "name", "size"];
const pageSize = 20;
/** The pauses after a key before the text of the first hit, and then numbers and completions are asked for, which are not as urgent as hits. */
const shortCalm = 100, calm = 100;
const wide = matchMedia("(min-width: 75rem)"), oneColumn = matchMedia("(max-width: 48rem)");

/** Waits; false if the signal came meanwhile. */
const rest = async (time, signal) => {
  await new Promise((resume) => setTimeout(resume, time));
  return !signal.aborted;
};

export class SearchView {
  #context; #running = new AbortController(); #settled = Promise.resolve(); #parts = {}; #typedAt = 0; #shown;

  constructor(context) { this.#context = context; }

  show(parameters) {
    const query = parameters.get("q") ?? "", like = parameters.get("like");
    const order = orders.includes(parameters.get("sort")) ? parameters.get("sort") : orders[0];
    const isNew = !this.#parts.main?.isConnected;
    if (isNew) this.#build();
    const { input, sort } = this.#parts;
    if (input.value !== query) input.value = query;
    sort.value = order;
    this.#context.title(query || text("search"));
    const address = String(parameters);
    if (!isNew && this.#shown === address) return;
    this.#shown = address;
    this.#settled = this.#run(query, order, like);
  }

  /** Searches again if nothing was found, because the index has changed. */
  refresh() {
    const { main, list, input, sort } = this.#parts;
    if (main?.isConnected && list.count === 0 && input.value) this.#settled = this.#run(input.value, sort.value);
  }

  #build() {
    const preview = new Preview(this.#context, { search: (query) => this.#go(query), close: () => this.#read(false) });
    const list = new HitList(this.#context, {
      chosen: (hit, isClicked) => {
        preview.show(hit, this.#parts.input.value);
        if (isClicked) this.#read(true);
      },
      opened: () => this.#open(),
    });
    const input = make("input", {
      type: "search", id: "query", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "2000",
      placeholder: text("searchHint"), "aria-label": text("searchLabel"), role: "combobox", "aria-expanded": "false", "aria-controls": "hits",
      "aria-autocomplete": "list", oninput: () => this.#typed(), onkeydown: (event) => this.#key(event),
    });
    const sort = make("select", { id: "sort", onchange: () => this.#go(input.value, { sort: sort.value }) },
      orders.map((order) => make("option", { value: order }, text(`sort.${order}`))));
    const save = button(text("save"), () => this.#parts.saved.add(input.value, sort.value), { class: "save" });
    const chips = make("div", { class: "chips", role: "group", "aria-label": text("filters") });
    const completions = make("p", { class: "completions" });
    const count = make("p", { class: "count", role: "status" });
    const remarks = make("div", { class: "remarks" });
    const more = button(text("more"), () => this.#more(), { class: "more", hidden: true });
    const facets = new Facets(this.#context, (query) => this.#go(query));
    const narrowing = make("details", { class: "narrowing", open: wide.matches }, make("summary", {}, text("filters")), facets.element);
    wide.onchange = () => { narrowing.open = wide.matches; };
    const saved = new SavedSearches(this.#context, (query, order) => this.#go(query, { sort: order }));
    const columns = make("div", { class: "columns", hidden: true }, narrowing,
      make("section", { class: "results", "aria-label": text("hits") }, count, remarks, list.element, more), preview.element);
    const main = make("div", { class: "search" },
      make("form", { role: "search", onsubmit: (event) => event.preventDefault() }, input,
        make("label", { class: "hidden", for: "sort" }, text("sort")), sort, save),
      make("div", { class: "row" }, chips, completions), saved.element, columns);
    this.#parts = { main, input, sort, save, chips, completions, count, remarks, list, more, facets, preview, saved, columns };
    fill(this.#context.main, main);
    input.focus();
  }

  #typed() {
    // A query that was on the page for a while stays in the history.
    const now = Date.now(), isNew = now - this.#typedAt > 3000;
    this.#typedAt = now;
    this.#go(this.#parts.input.value, { replaces: !isNew });
  }

  #go(query, { sort = this.#parts.sort.value, replaces = false } = {}) {
    const parameters = new URLSearchParams();
    if (query) parameters.set("q", query);
    if (sort && sort !== orders[0]) parameters.set("sort", sort);
    this.#context.go("search", parameters, replaces);
  }

  async #run(query, order, like) {
    this.#running.abort();
    const { signal } = (this.#running = new AbortController());
    const { input, chips, completions, columns, saved, list, facets, save, main } = this.#parts;
    refill(chips, input, filters(query).map((filter) => button([filter, make("span", { "aria-hidden": "true" }, " ×")], () => this.#go(removing(filter, query)),
      { class: "chip", "aria-label": text("removeFilter", { filter }), dataset: { key: filter } })));
    const isEmpty = !query.trim() && !like;
    columns.hidden = isEmpty;
    saved.element.hidden = !isEmpty;
    save.hidden = !query.trim();
    if (isEmpty) {
      this.#read(false);
      fill(completions);
      list.replace([]);
      input.setAttribute("aria-expanded", "false");
      return saved.load();
    }
    main.classList.add("busy");
    list.element.setAttribute("aria-busy", "true");
    facets.element.setAttribute("aria-busy", "true");
    const reply = like ? await this.#similar(like, query, signal) : await this.#search(query, order, 0, signal);
    if (!reply || signal.aborted) return;
    main.classList.remove("busy");
    list.element.removeAttribute("aria-busy");
    this.#fillHits(reply, query, like);
    this.#addDetails(query, reply.corrected, like, signal);
  }

  async #addDetails(query, corrected, like, signal) {
    const { list, preview } = this.#parts;
    if (!(await rest(shortCalm, signal))) return;
    if (list.chosen && !preview.shows(list.chosen)) preview.show(list.chosen, query);
    if (like || !(await rest(calm, signal))) return;
    this.#parts.facets.update(query, corrected, signal);
    this.#complete(query, signal);
  }

  #fillHits(reply, query, like) {
    const { input, list, more, count, remarks, facets, preview } = this.#parts;
    list.replace(reply.hits);
    more.hidden = !reply.more;
    input.setAttribute("aria-expanded", String(reply.hits.length > 0));
    fill(count, like ? text("similarTo", { name: decodeURIComponent(like.split("/").pop()) })
      : reply.count + (reply.partial ?? 0) === 0 ? text("nothing")
        : [text("found", { n: reply.count }), reply.partial ? text("foundPartly", { n: reply.partial }) : ""]);
    fill(remarks, this.#remarks(reply, query, like));
    if (like) facets.clear();
    if (reply.hits.length > 0) list.choose(0, { isQuiet: true }); else preview.clear();
    if (reply.hits.length === 0) input.removeAttribute("aria-activedescendant");
  }

  async #search(query, order, offset, signal) {
    try {
      return await call("Search", { query, order, offset, limit: pageSize, prefixes: "last", language, passages: 4, deadline: 2000 }, signal);
    } catch (error) {
      if (!(error instanceof CallFailure)) return null;
      const hits = error.details.partial ?? [];
      return { hits, more: false, count: hits.length, warnings: [error.name === "DeadlineExceeded" ? text("late") : error.message] };
    }
  }

  async #similar(uri, query, signal) {
    try {
      const reply = await call("Similar", { uri, query: query || undefined, limit: 30 }, signal);
      return { ...reply, count: reply.hits.length };
    } catch (error) {
      return error instanceof CallFailure ? { hits: [], count: 0, warnings: [error.message] } : null;
    }
  }

  #remarks(reply, query, like) {
    const again = (meant) => linkButton(meant, () => this.#go(meant));
    return [
      reply.corrected && make("p", {}, text("insteadOf", { typed: query }), " ", again(reply.corrected)),
      reply.spoken && make("p", {}, text("spoken"), " ", again(reply.spoken)),
      reply.suggestions?.length > 0 && make("p", {}, text("tryInstead"), " ", reply.suggestions.map((meant) => [again(meant), " "])),
      reply.count + (reply.partial ?? 0) === 0 && filters(query).length > 0 && make("p", {}, text("filtersMayHide"), " ",
        filters(query).map((filter) => [linkButton(text("without", { filter }), () => this.#go(removing(filter, query))), " "])),
      reply.hits.length === 0 && !like && make("p", {}, linkButton(text("missingFile"), () => this.#context.go("health", new URLSearchParams({ ask: "" })))),
      reply.warnings?.map((warning) => make("p", { class: "warning", lang: "en" }, warning)),
    ];
  }

  async #complete(query, signal) {
    const { completions, input } = this.#parts;
    if (!/\p{L}{2}$/u.test(query)) return fill(completions);
    try {
      const reply = await call("Suggest", { text: query, limit: 4 }, signal);
      const texts = [...new Set(reply.completions.map((completion) => completion.text))].filter((found) => found !== query.toLowerCase());
      refill(completions, input, texts.length > 0 && [make("span", {}, text("continue")), " "], texts.map((found) => [linkButton(found, () => {
        this.#go(found);
        input.focus();
      }), " "]));
    } catch { fill(completions); }
  }

  async #more() {
    const { input, sort, list, more } = this.#parts;
    const reply = await this.#search(input.value, sort.value, list.count, this.#running.signal);
    if (!reply) return;
    const first = list.count;
    list.append(reply.hits);
    more.hidden = !reply.more;
    if (more.hidden) list.element.focus();
    list.choose(first);
  }

  async #key(event) {
    if (event.isComposing) return;
    const { list, input, preview } = this.#parts;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step && event.altKey) {
      event.preventDefault();
      preview.step(Math.sign(step));
    } else if (step) {
      event.preventDefault();
      list.move(step);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const action = { reveal: event.ctrlKey };
      // Hits of an older query are never opened.
      for (let settled; settled !== this.#settled;) await (settled = this.#settled);
      this.#open(action);
    } else if (event.key === "Escape" && (input.value || this.#parts.main.classList.contains("reading"))) {
      event.preventDefault();
      if (this.#parts.main.classList.contains("reading")) this.#read(false); else this.#go("");
    }
  }

  #open(action) {
    const hit = this.#parts.list.chosen;
    if (hit) this.#parts.preview.open(hit, this.#parts.input.value, action);
  }

  /** In a narrow window, the text takes the place of the hits. */
  #read(isReading) {
    const { main, preview } = this.#parts;
    const was = main.classList.contains("reading");
    main.classList.toggle("reading", isReading && oneColumn.matches);
    if (main.classList.contains("reading")) {
      scrollTo(0, 0);
      preview.element.focus();
    } else if (was) this.#parts.input.focus();
  }
}
