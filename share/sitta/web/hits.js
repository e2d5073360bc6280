// The list of hits. The focus stays in the search box, which names the chosen hit for screen readers.

import { fill, make, marked, matchedWords, markedWords } from "./dom.js";
import { day, kindOf, personName } from "./formats.js";
import { folderOf, pathOf, shortPath } from "./query.js";
import { text } from "./texts.js";

export const isMail = (document) => kindOf(document.type) === "mail" && document.authors?.length > 0;

/** The title or name of a document, and for a mail its sender. */
export function heading(document) {
  if (isMail(document)) return [personName(document.authors[0]), document.title].filter(Boolean).join(" · ");
  return document.title || document.name;
}

/** The time that counts for people: when it was sent or created, or else changed. */
export const timeOf = (document) => document.created ?? document.modified;

/** The short word on the badge of a document. */
export function badge(document) {
  const kind = kindOf(document.type), suffix = document.name.match(/\.(\w{1,4})$/)?.[1];
  return make("span", { class: "badge", dataset: { kind }, "aria-hidden": "true" }, kind === "mail" ? "✉" : suffix?.toUpperCase() ?? text(`kind.${kind}`).slice(0, 4));
}

/** The words of a hit that its query matched. */
export const wordsOf = (hit) => new Set([hit, ...(hit.passages ?? [])].flatMap((passage) => matchedWords(passage.snippet ?? "", passage.matches)));

function place(document, home) {
  const folder = document.member ? pathOf(document) : folderOf(document);
  return [!isMail(document) && document.title && document.title !== document.name ? `${document.name} · ` : "", shortPath(folder, home),
    document.member && !isMail(document) ? ` › ${document.member}` : ""];
}

/** The part of a document that has the match. */
function partName({ page, part }) {
  if (page) return text("page", { n: page });
  if (!part || part.kind === "body") return null;
  return part.label && part.label !== String(part.number) ? part.label : text(`part.${part.kind}`, { n: part.number });
}

function facts(hit) {
  return [
    partName(hit), hit.document.away && text("away"),
    hit.missing?.length && text("lacks", { words: hit.missing.join(", ") }),
    hit.similar?.length && text("meaning", { words: hit.similar.map((pair) => `${pair.query} – ${pair.document}`).join(", ") }),
    hit.copies?.length && text("copies", { n: hit.copies.length }), hit.replies?.length && text("replies", { n: hit.replies.length }),
    hit.document.attachments && text("attachments", { n: hit.document.attachments }),
  ].filter(Boolean);
}

function hitItem(hit, index, home, isFirstPartial) {
  const { document } = hit;
  return make("li", {
    id: `hit-${index}`, role: "option", "aria-selected": "false", class: "hit", dataset: { index, ...(isFirstPartial && { divide: text("someWords") }) },
  }, badge(document), make("div", {},
    make("p", { class: "title" }, make("span", {}, markedWords(heading(document), wordsOf(hit))), make("time", { datetime: timeOf(document) }, day(timeOf(document)))),
    make("p", { class: "place" }, place(document, home), facts(hit).map((fact) => make("span", { class: "fact" }, fact))),
    hit.snippet && make("p", { class: "snippet" }, marked(hit.snippet, hit.matches))));
}

export class HitList {
  #context; #actions; #hits = []; #index = -1;

  /** `actions.chosen` gets a hit that the person chose, and whether by a click; `actions.opened` is called for a double click. */
  constructor(context, actions) {
    this.#context = context;
    this.#actions = actions;
    const indexOf = (event) => Number(event.target.closest("li")?.dataset.index ?? -1);
    this.element = make("ul", {
      id: "hits", role: "listbox", "aria-label": text("hits"), tabindex: "-1",
      onclick: (event) => !getSelection().toString() && this.choose(indexOf(event)),
      ondblclick: (event) => indexOf(event) >= 0 && this.#actions.opened(),
    });
  }

  get count() { return this.#hits.length; }
  get chosen() { return this.#hits[this.#index]; }

  replace(hits) {
    this.#hits = [];
    this.#index = -1;
    fill(this.element);
    this.append(hits);
  }

  append(hits) {
    const { home } = this.#context;
    this.element.append(...hits.map((hit, index) => {
      const before = hits[index - 1] ?? this.#hits.at(-1);
      return hitItem(hit, this.#hits.length + index, home, before && hit.missing?.length > 0 && !(before.missing?.length > 0));
    }));
    this.#hits.push(...hits);
  }

  move(step) { this.choose(Math.min(this.#hits.length - 1, Math.max(0, this.#index + step)), { isClicked: false }); }

  /** Chooses a hit; quietly if the person did not. */
  choose(index, { isQuiet = false, isClicked = !isQuiet } = {}) {
    if (index < 0 || index >= this.#hits.length) return;
    if (index !== this.#index) {
      this.element.children[this.#index]?.setAttribute("aria-selected", "false");
      this.#index = index;
      const item = this.element.children[index];
      item.setAttribute("aria-selected", "true");
      document.getElementById("query").setAttribute("aria-activedescendant", item.id);
      if (!isQuiet) item.scrollIntoView({ block: "nearest" });
    } else if (!isClicked) return;
    if (!isQuiet) this.#actions.chosen(this.#hits[index], isClicked);
  }
}
