// What is in there: documents by folder as a map, and by kind, language and year.

import { call } from "./api.js";
import { fill, make } from "./dom.js";
import { shortPath } from "./query.js";
import { languageName, number, text } from "./texts.js";
import { squarified } from "./treemap.js";

export class ContentsView {
  #context;

  constructor(context) { this.#context = context; }

  async show(parameters) {
    const folder = parameters.get("in");
    // Every file has a size; a query with `in:` would count the folders below that one.
    const query = folder ?? "size:>=0";
    const reply = await call("Count", { query, facets: ["folder", "type", "language", "year"], facetValues: 200, deadline: 5000 });
    const values = Object.fromEntries((reply.facets ?? []).map((facet) => [facet.field, facet]));
    const folders = values.folder?.values ?? [];
    const top = folders.slice(0, 40);
    const rest = reply.count - top.reduce((sum, { count }) => sum + count, 0);
    const cells = [...top, ...(rest > 0 ? [{ value: text("others", { n: rest }), count: rest }] : [])].sort((a, b) => b.count - a.count);
    const places = squarified(cells.map(({ count }) => count), { x: 0, y: 0, width: 100, height: 100 });
    fill(this.#context.main, make("div", { class: "contents" },
      make("p", { class: "path" }, folder
        ? [make("button", { type: "button", class: "link", onclick: () => history.back() }, "‹"), " ", folder.replace(/^in:/, "").replace(/"/g, "")]
        : text("all"), " · ", text("documents", { n: reply.count })),
      make("ul", { class: "map" }, cells.map(({ value, filter, count }, index) => {
        const { x, y, width, height } = places[index];
        const name = shortPath(value, this.#context.home).replace(/\/$/, "");
        return make("li", { class: "cell", dataset: { x, y, width, height, depth: index % 6 } },
          make("button", {
            type: "button", disabled: !filter, title: text("byCount", { name, n: count }), "aria-label": text("byCount", { name, n: count }),
            onclick: () => this.#context.go("contents", new URLSearchParams({ in: filter })),
          }, make("span", {}, name.split("/").pop() || name), make("span", { class: "number" }, number(count))));
      })),
      make("div", { class: "columns" },
        this.#bars("kinds", values.type, (value) => value), this.#bars("languages", values.language, languageName),
        this.#bars("growth", values.year, (value) => value))));
    // Places are numbers of the script and not of a style sheet, which the page's policy would refuse in attributes.
    for (const cell of this.#context.main.querySelectorAll(".cell")) {
      const { x, y, width, height } = cell.dataset;
      Object.assign(cell.style, { left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` });
    }
    for (const bar of this.#context.main.querySelectorAll("[data-share]")) bar.style.width = `${bar.dataset.share}%`;
  }

  #bars(name, facet, title) {
    const values = facet?.values.slice(0, 15) ?? [];
    const largest = Math.max(1, ...values.map(({ count }) => count));
    return values.length > 0 && make("section", { class: "bars" }, make("h2", {}, text(name)), make("ul", {}, values.map(({ value, filter, count }) =>
      make("li", {}, make("button", { type: "button", disabled: !filter, onclick: () => this.#context.go("search", new URLSearchParams({ q: filter })) },
        make("span", {}, title(value)), make("span", { class: "number" }, number(count)),
        make("span", { class: "bar", dataset: { share: (100 * count) / largest }, "aria-hidden": "true" }))))));
  }
}
