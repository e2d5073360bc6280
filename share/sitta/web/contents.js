// What is in there: documents by folder as a map, and by kind, language and year.

import { call, CallFailure } from "./api.js";
import { button, fill, linkButton, make, refill } from "./dom.js";
import { kindName, languageName, number, size } from "./formats.js";
import { plot } from "./plot.js";
import { filter, filterValue, pathOf, shortPath } from "./query.js";
import { text } from "./texts.js";
import { squarified } from "./treemap.js";

/** The shortest side of a cell in pixels, so that it can be hit. */
const shortest = 26;
/** The largest number of small folders in the list below the map. */
const mostSmall = 60;
/** A query that every document matches. */
const everything = "size:>=0";

export class ContentsView {
  #context; #parts = {}; #running; #cells; #resized;

  constructor(context) { this.#context = context; }

  async show(parameters) {
    this.#context.title(text("contents"));
    this.#running?.abort();
    const { signal } = (this.#running = new AbortController());
    const folder = parameters.get("in"), byBytes = parameters.get("by") === "bytes";
    if (!this.#parts.main?.isConnected) this.#build();
    this.#parts.main.setAttribute("aria-busy", "true");
    let reply;
    try {
      reply = await call("Count", { query: folder ?? everything, facets: ["folder", "type", "language", "year"], facetValues: 500, deadline: 5000, sizes: true }, signal);
    } catch (error) {
      if (error instanceof CallFailure) fill(this.#parts.path, make("span", { class: "warning", lang: "en" }, error.message));
      return;
    }
    this.#parts.main.removeAttribute("aria-busy");
    const values = Object.fromEntries((reply.facets ?? []).map((facet) => [facet.field, facet.values]));
    this.#showPath(folder, reply, byBytes);
    this.#showMap(folder, values.folder ?? [], reply, byBytes);
    fill(this.#parts.growth, this.#growth(values.year ?? []));
    fill(this.#parts.bars, this.#bars("kinds", values.type, kindName, folder), this.#bars("languages", values.language, languageName, folder),
      this.#bars("years", [...(values.year ?? [])].sort((a, b) => b.value - a.value), (year) => year, folder));
  }

  #build() {
    const path = make("nav", { class: "path", "aria-label": text("path") }), map = make("ul", { class: "map", "aria-label": text("map") });
    const small = make("p", { class: "small" });
    const growth = make("section", { class: "panel" }), bars = make("div", { class: "columns" });
    const main = make("div", { class: "contents" }, path, map, small, growth, bars);
    this.#parts = { main, path, map, small, growth, bars };
    this.#resized?.disconnect();
    let width = 0;
    this.#resized = new ResizeObserver(() => {
      if (map.clientWidth === width) return;
      width = map.clientWidth;
      this.#drawMap();
    });
    this.#resized.observe(map);
    fill(this.#context.main, main);
  }

  #go(folder, byBytes) {
    this.#context.go("contents", new URLSearchParams({ ...(folder && { in: folder }), ...(byBytes && { by: "bytes" }) }));
  }

  /** The folders above; each one is a step back. */
  #showPath(folder, reply, byBytes) {
    const path = folder && filterValue(folder).replace(/\/$/, ""), roots = this.#context.status?.roots ?? [];
    const root = roots.map(pathOf).filter((root) => path?.startsWith(`${root}/`) || path === root).sort((a, b) => b.length - a.length)[0] ?? "";
    const top = roots.length === 1 ? root : root.replace(/\/[^/]*$/, "");
    const steps = (path ?? "").slice(top.length).split("/").filter(Boolean);
    const crumbs = steps.map((name, index) => {
      const target = `${top}/${steps.slice(0, index + 1).join("/")}`;
      return [make("span", { class: "quiet", "aria-hidden": "true" }, " › "), index === steps.length - 1 ? make("strong", { "aria-current": "page" }, name)
        : linkButton(name, () => this.#go(filter("in", target), byBytes), { dataset: { key: target } })];
    });
    refill(this.#parts.path, this.#context.main,
      make("p", {}, path ? linkButton(text("all"), () => this.#go(null, byBytes), { dataset: { key: "all" } }) : make("strong", { "aria-current": "page" }, text("all")), crumbs),
      make("p", { class: "sum" }, linkButton(text("documents", { n: reply.count }), () => this.#context.go("search", new URLSearchParams({ q: folder ?? everything, sort: "date" }))),
        `, ${size(reply.bytes)}`),
      make("p", { class: "switch", role: "group", "aria-label": text("areas") }, [["byNumber", false], ["byBytes", true]].map(([name, isBytes]) =>
        button(text(name), () => this.#go(folder, isBytes), { "aria-pressed": String(isBytes === byBytes), dataset: { key: name } }))));
  }

  #showMap(folder, folders, reply, byBytes) {
    const weight = (value) => (byBytes ? value.bytes : value.count);
    const all = byBytes ? reply.bytes : reply.count;
    const sorted = folders.filter((value) => weight(value) > 0).sort((a, b) => weight(b) - weight(a));
    const rest = all - sorted.reduce((sum, value) => sum + weight(value), 0);
    if (rest > 0) sorted.push({ name: text("direct"), direct: true, filter: folder, [byBytes ? "bytes" : "count"]: rest });
    sorted.sort((a, b) => weight(b) - weight(a));
    this.#cells = { values: sorted, weight, byBytes };
    this.#drawMap();
  }

  #drawMap() {
    if (!this.#cells) return;
    const { map } = this.#parts, { values, weight, byBytes } = this.#cells;
    const width = map.clientWidth, height = map.clientHeight;
    map.hidden = values.length === 0;
    if (values.length === 0 || width === 0) return;
    const sum = values.reduce((sum, value) => sum + weight(value), 0), least = (shortest ** 2 * sum) / (width * height);
    let shown = Math.max(1, values.findLastIndex((value) => weight(value) >= least) + 1), places, cells;
    // Cells that are too small become one, and are listed below the map.
    for (; ; shown--) {
      const others = values.slice(shown), rest = others.reduce((sum, value) => sum + weight(value), 0);
      cells = [...values.slice(0, shown), ...(rest > 0 && shown > 1 ? [{ name: text("others", { n: others.length }), [byBytes ? "bytes" : "count"]: rest }] : [])]
        .sort((a, b) => weight(b) - weight(a));
      places = squarified(cells.map(weight), { x: 0, y: 0, width, height });
      if (shown === 1 || places.every((place) => Math.min(place.width, place.height) >= shortest)) break;
    }
    const hidden = values.slice(shown, shown + mostSmall);
    fill(this.#parts.small, hidden.length > 0 && make("span", { class: "quiet" }, `${text("smaller")} `), hidden.map((value) => [linkButton(this.#nameOf(value),
      () => this.#enter(value, byBytes)), " ", make("span", { class: "number" }, byBytes ? size(value.bytes) : number(value.count)), " "]));
    refill(map, this.#parts.path.querySelector("button") ?? this.#context.main, cells.map((value, index) => this.#cell(value, places[index], width, height, index, byBytes)));
  }

  #nameOf(value) { return value.name ?? (value.value.replace(/\/$/, "").split("/").pop() || value.value); }

  #enter(value, byBytes) {
    if (value.direct) this.#context.go("search", new URLSearchParams({ q: value.filter ?? everything }));
    else this.#go(value.filter, byBytes);
  }

  #cell(value, place, width, height, index, byBytes) {
    const name = value.name ?? shortPath(value.value, this.#context.home).replace(/\/$/, "");
    const amount = byBytes ? size(value.bytes) : number(value.count);
    const label = text("byAmount", { name, amount: byBytes ? amount : text("documents", { n: value.count }) });
    return make("li", {
      class: "cell", dataset: { tint: value.value ? index % 6 : "none" },
      style: { left: `${(100 * place.x) / width}%`, top: `${(100 * place.y) / height}%`, width: `${(100 * place.width) / width}%`, height: `${(100 * place.height) / height}%` },
    }, make("button", { type: "button", disabled: !value.filter && !value.direct, title: label, "aria-label": label, onclick: () => this.#enter(value, byBytes), dataset: { key: name } },
      make("span", {}, this.#nameOf(value)), make("span", { class: "number" }, amount)));
  }

  /** How the number of documents grew, by the year of their last change. */
  #growth(years) {
    const counts = years.map(({ value, count }) => [Number(value), count]).filter(([year]) => year > 1970).sort(([a], [b]) => a - b);
    if (counts.length < 2) return null;
    let sum = 0;
    const points = [];
    for (let year = counts[0][0]; year <= counts.at(-1)[0]; year++) points.push([year, (sum += counts.find(([found]) => found === year)?.[1] ?? 0)]);
    return [make("h2", {}, text("growth")), plot(points, {
      label: text("growthLabel", { n: sum, from: String(points[0][0]), to: String(points.at(-1)[0]) }), value: (count) => text("documents", { n: count }), time: String,
    })];
  }

  #bars(name, values, title, folder) {
    const shown = values?.slice(0, 12) ?? [];
    const largest = Math.max(1, ...shown.map(({ count }) => count));
    return shown.length > 0 && make("section", { class: "bars panel" }, make("h2", {}, text(name)), make("ul", {}, shown.map(({ value, filter, count }) =>
      make("li", {}, make("button", {
        type: "button", disabled: !filter, onclick: () => this.#context.go("search", new URLSearchParams({ q: [folder, filter].filter(Boolean).join(" ") })),
      }, make("span", {}, title(value)), make("span", { class: "number" }, number(count)),
      make("span", { class: "bar", "aria-hidden": "true", style: { width: `${(100 * count) / largest}%` } }))))));
  }
}
