// How hits and the text of one are shown.

import { call, open, CallFailure } from "./api.js";
import { fill, make, marked, markedWords, matchedWords } from "./dom.js";
import { shortPath } from "./query.js";
import { day, moment, text } from "./texts.js";

const isMail = (document) => document.type.startsWith("message/");

/** What a hit is called: its title or name, and for a mail its sender. */
function heading(document) {
  if (isMail(document) && document.authors?.length) return document.title ? `${document.authors[0]} · ${document.title}` : document.authors[0];
  return document.title || document.name;
}

function folder(document, home) {
  const path = document.path ?? decodeURIComponent(new URL(document.uri).pathname);
  return shortPath(document.member ? path : path.replace(/\/[^/]*$/, "") || "/", home);
}

/** A hit in the list. */
export function hitItem(hit, index, context) {
  const { document } = hit;
  const facts = [
    hit.page && text("page", { n: hit.page }), document.away && text("away"),
    hit.missing?.length && text("lacks", { words: hit.missing.join(", ") }),
    hit.similar?.length && text("meaning", { words: hit.similar.map((pair) => `${pair.query} – ${pair.document}`).join(", ") }),
    hit.copies?.length && text("copies", { n: hit.copies.length }), hit.replies?.length && text("replies", { n: hit.replies.length }),
  ].filter(Boolean);
  return make("li", { id: `hit-${index}`, role: "option", "aria-selected": "false", dataset: { index }, class: "hit" },
    make("p", { class: "title" }, make("span", {}, heading(document)),
      make("time", { datetime: document.created ?? document.modified }, day(document.created ?? document.modified))),
    make("p", { class: "place" }, folder(document, context.home), document.member && ` › ${document.member}`, facts.map((fact) => ` · ${fact}`)),
    hit.snippet && make("p", { class: "snippet" }, marked(hit.snippet, hit.matches)));
}

/** The text of a hit around its match, and what can be done with it. */
export class Preview {
  #element; #running;

  constructor(context) {
    this.context = context;
    this.#element = make("section", { class: "preview", "aria-label": text("preview") });
    this.clear();
  }

  get element() { return this.#element; }

  clear() {
    this.#running?.abort();
    fill(this.#element, make("p", { class: "quiet" }, text("choose")));
  }

  async show(hit, query) {
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    const { document } = hit;
    const body = make("div", { class: "text", tabindex: "0", role: "region", "aria-label": heading(document) });
    const said = make("p", { class: "said", role: "status" });
    fill(this.#element,
      make("h2", {}, heading(document)), make("p", { class: "place" }, shortPath(document.path ?? document.name, this.context.home)),
      isMail(document) && this.#header(document),
      make("p", { class: "actions" },
        make("button", { type: "button", class: "main", onclick: () => this.open(hit, query) }, text("open")),
        make("button", { type: "button", onclick: () => this.open(hit, query, { reveal: true }) }, text("reveal")),
        make("button", { type: "button", onclick: () => this.#explain(document, query, said) }, text("why")),
        document.path && make("button", { type: "button", onclick: async () => {
          await navigator.clipboard.writeText(document.path);
          fill(said, text("copied"));
        } }, text("copyPath"))),
      said, this.#others(hit, query), body);
    const words = new Set([hit, ...(hit.passages ?? [])].flatMap((passage) => matchedWords(passage.snippet, passage.matches)));
    await this.#read(body, document, { query, prefixes: "last", lines: 120 }, words, running.signal);
  }

  async #read(body, document, position, words, signal) {
    let reply;
    try {
      reply = await call("Read", { uri: document.uri, ...position }, signal);
    } catch (error) {
      if (error instanceof CallFailure) fill(body, make("p", { class: "quiet" }, error.message));
      return;
    }
    if (!reply.lines) return fill(body, make("p", { class: "quiet" }, document.note ?? text("noText")));
    body.querySelector("button")?.remove();
    const block = make("div", { class: "lines" }, markedWords(reply.text, words));
    body.append(block);
    if (reply.next) {
      body.append(make("button", { type: "button", onclick: () => this.#read(body, document, { line: reply.next, lines: 400 }, words, signal) },
        text("moreText")));
    }
    const match = position.line ? null : block.querySelector("mark");
    // Only the text moves, and not the page.
    if (match) body.scrollTop = match.offsetTop - body.clientHeight / 2;
  }

  #header(document) {
    const rows = [["from", document.authors], ["to", document.recipients], ["subject", document.title && [document.title]],
      ["date", document.created && [moment(document.created)]]];
    return make("dl", { class: "mail" }, rows.filter(([, values]) => values?.length).map(([name, values]) =>
      [make("dt", {}, text(name)), make("dd", {}, values.join(", "))]));
  }

  #others(hit, query) {
    const others = [...(hit.replies ?? []), ...(hit.copies ?? [])];
    return others.length > 0 && make("ul", { class: "others" }, others.map((document) => make("li", {},
      make("button", { type: "button", onclick: () => this.show({ document, snippet: "", matches: [] }, query) },
        heading(document), " ", make("time", {}, day(document.created ?? document.modified))))));
  }

  async open(hit, query, action = {}) {
    try {
      await open(hit.document.uri, query, action);
    } catch (error) {
      if (error instanceof CallFailure) this.context.say(error.message);
    }
  }

  async #explain(document, query, said) {
    const reply = await call("Explain", { path: document.uri, query, prefixes: "last" });
    fill(said, explanation(reply));
  }
}

/** The steps of an explanation. */
export function explanation(reply) {
  return make("ol", { class: "steps" }, reply.steps.map((step) => make("li", { class: step.passed ? "passed" : "stopped" },
    step.text, step.remedy && make("strong", {}, ` ${step.remedy}`))));
}
