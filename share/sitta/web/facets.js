// What the hits have in common, with numbers; each value is a filter.

import { call } from "./api.js";
import { button, fill, make, refill } from "./dom.js";
import { kindName, languageName, month, number, personName } from "./formats.js";
import { adding, filters, filterValue, removing, replacing, shortPath } from "./query.js";
import { text } from "./texts.js";
import { timeline } from "./timeline.js";

const properties = ["type", "folder", "author", "language", "tag"];
/** How a query says what a facet counts. */
const fields = { type: ["type"], folder: ["in"], author: ["author", "from"], language: ["lang"], tag: ["tag"] };
const shownValues = 7;
const recent = ["7d", "1m", "1y"];

/** The months of the years, as the query writes them. */
const monthsOf = (first, last) => Array.from({ length: 12 * (last - first + 1) }, (_, index) => `${first + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`);

export class Facets {
  #context; #search; #when = make("section", { class: "when" }); #values = make("div"); #isWhole = new Set();

  constructor(context, search) {
    this.#context = context;
    this.#search = search;
    this.element = make("div", { class: "facets" }, this.#when, this.#values);
  }

  clear() {
    fill(this.#when);
    fill(this.#values);
    this.element.removeAttribute("aria-busy");
  }

  async update(query, corrected, signal) {
    const searched = corrected ?? query;
    const undated = replacing("modified", null, searched), isDated = undated !== searched.trim();
    const count = (asked, facets) => call("Count", { query: asked, prefixes: "last", facets, facetValues: 60, deadline: 2000 }, signal);
    try {
      const [reply, all] = await Promise.all([count(searched, [...properties, "year"]), isDated && undated ? count(undated, ["year"]) : null]);
      const values = Object.fromEntries((reply.facets ?? []).map((facet) => [facet.field, facet]));
      const years = all?.facets?.[0] ?? values.year;
      refill(this.#values, document.getElementById("query"), properties.map((name) => this.#facet(name, values[name], query)));
      await this.#showTimes(years?.values ?? [], query, undated, signal);
    } catch { /* The next query asks again. */ }
    if (!signal.aborted) this.element.removeAttribute("aria-busy");
  }

  async #showTimes(years, query, undated, signal) {
    const counts = new Map(years.map(({ value, count }) => [Number(value), count]).filter(([year]) => year > 0));
    const chosen = filters(query).find((found) => found.startsWith("modified:"))?.slice("modified:".length);
    const [from, to = from] = chosen?.match(/\d{4}(?:-\d\d)?/g) ?? [];
    const all = [...counts.keys()].sort((a, b) => a - b);
    if (all.length === 0) return fill(this.#when);
    // Few documents with odd times, such as 1970, do not make the other bars too narrow to hit.
    const last = all.at(-1), first = Math.max(all[0], last - 39);
    const [low, high] = from && Number(from.slice(0, 4)) >= first ? [Number(from.slice(0, 4)), Number(to.slice(0, 4))] : [first, last];
    const areMonths = high - low <= 1;
    const spans = areMonths ? monthsOf(low, high) : Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
    const numbers = areMonths ? await this.#countMonths(spans, undated, signal) : spans.map((year) => counts.get(Number(year)) ?? 0);
    const buckets = spans.map((span, index) => ({
      value: span, count: numbers[index], name: areMonths ? month(Number(span.slice(0, 4)), Number(span.slice(5)) - 1) : span,
    }));
    const choose = (begin, end) => this.#search(replacing("modified", begin && `modified:${begin === end ? begin : `${begin}..${end}`}`, query));
    const place = (time, isEnd) => {
      const index = spans.findIndex((span) => span.startsWith(time) || time.startsWith(span));
      return isEnd ? spans.findLastIndex((span) => span.startsWith(time) || time.startsWith(span)) : index;
    };
    const range = from ? [place(from, false), place(to, true)] : null;
    refill(this.#when, document.getElementById("query"), make("h2", {}, text("facet.year")),
      timeline(buckets, range && range[0] >= 0 && range[1] >= 0 ? range : null, choose),
      make("p", { class: "ranges" }, recent.map((time) => button(text(`recent.${time}`), () => choose(chosen === time ? null : time, time),
        { "aria-pressed": String(chosen === time), dataset: { key: `recent ${time}` } })),
      chosen && button(text("clearDates"), () => choose(null), { dataset: { key: "clear dates" } })));
  }

  /** Counts the hits of each month, a few at a time. */
  async #countMonths(months, undated, signal) {
    const counts = new Array(months.length).fill(0);
    let next = 0;
    const work = async () => {
      while (next < months.length) {
        const index = next++;
        counts[index] = (await call("Count", { query: adding(`modified:${months[index]}`, undated), prefixes: "last", deadline: 1000 }, signal)).count;
      }
    };
    await Promise.all([work(), work(), work()]);
    return counts;
  }

  #facet(name, facet, query) {
    const used = filters(query).filter((found) => fields[name].some((field) => found.startsWith(`${field}:`)));
    // A filter that no hit has is still here, so that it can be taken away.
    const values = [...(facet?.values ?? [])];
    for (const filter of used) if (!values.some((value) => value.filter === filter)) values.unshift({ value: filterValue(filter), filter, count: null });
    if (values.length === 0) return null;
    values.sort((a, b) => used.includes(b.filter) - used.includes(a.filter));
    const isWhole = this.#isWhole.has(name), shown = isWhole ? values : values.slice(0, shownValues);
    const list = make("section", {}, make("h2", {}, text(`facet.${name}`)), make("ul", {}, shown.map(({ value, filter, count }) => {
      const isUsed = used.includes(filter);
      return make("li", {}, button([make("span", {}, this.#title(name, value)), count !== null && make("span", { class: "number" }, number(count))],
        () => this.#search(isUsed ? removing(filter, query) : adding(filter, query)),
        { disabled: !filter, title: value, "aria-pressed": String(isUsed), dataset: { key: `${name} ${value}` } }));
    })),
    values.length > shown.length && button(text("others", { n: values.length - shown.length + (facet?.others ?? 0) }), () => {
      this.#isWhole.add(name);
      const whole = this.#facet(name, facet, query);
      list.replaceWith(whole);
      whole.querySelectorAll("button")[shownValues]?.focus();
    }, { class: "link" }));
    return list;
  }

  #title(name, value) {
    if (name === "language") return languageName(value);
    if (name === "type") return value.includes("/") ? kindName(value) : value;
    if (name === "author") return personName(value);
    return name === "folder" ? shortPath(value, this.#context.home).split("/").slice(-2).join("/") : value;
  }
}
