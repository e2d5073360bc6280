// The text of a hit around its match, and the actions on it.

import { call, CallFailure, open } from "./api.js";
import { button, copy, fill, linkButton, make, marked, markedWords } from "./dom.js";
import { day, kindName, languageName, moment, size } from "./formats.js";
import { badge, heading, isMail, timeOf, wordsOf } from "./hits.js";
import { pagePicture } from "./picture.js";
import { filter, pathOf, shortPath } from "./query.js";
import { text } from "./texts.js";
import { reasons } from "./why.js";

export class Preview {
  #context; #actions; #running; #hit; #match = 0; #position; #body;

  /** `actions.search` gets a query, and `actions.close` is called to return to the hits. */
  constructor(context, actions) {
    this.#context = context;
    this.#actions = actions;
    this.element = make("section", { class: "preview", "aria-label": text("preview"), tabindex: "-1" });
    this.clear();
  }

  clear() {
    this.#hit = null;
    this.#running?.abort();
    fill(this.element, make("p", { class: "quiet" }, text("choose")));
  }

  shows(hit) { return this.#hit === hit; }

  async show(hit, query) {
    this.#hit = hit;
    this.#running?.abort();
    const { signal } = (this.#running = new AbortController());
    const { document } = hit;
    const words = wordsOf(hit), why = make("div", { class: "why", hidden: true });
    const body = (this.#body = make("div", { class: "text", tabindex: "0", role: "region", "aria-label": text("textOf", { name: heading(document) }) }));
    const read = (position) => this.#read(body, document, position, words, signal);
    this.#position = make("span", { class: "quiet", role: "status" });
    const whyButton = button(text("why"), async () => {
      why.hidden = !why.hidden;
      whyButton.setAttribute("aria-expanded", String(!why.hidden));
      if (!why.hidden && why.children.length === 0) fill(why, await reasons(document, query));
    }, { "aria-expanded": "false" });
    const picture = document.type === "application/pdf" && !document.member && pagePicture(document, hit.page ?? 1, signal);
    const copyButton = button(text("copyPath"), () => copy(pathOf(document), copyButton, text("copied")));
    fill(this.element,
      button(text("backToHits"), () => this.#actions.close(), { class: "back" }),
      make("header", {}, badge(document), make("div", {}, make("h2", {}, markedWords(heading(document), words)), this.#place(document))),
      isMail(document) ? this.#mailHeader(document) : this.#facts(document),
      make("p", { class: "actions" },
        button(text("open"), () => this.open(hit, query), { class: "main" }), button(text("reveal"), () => this.open(hit, query, { reveal: true })),
        picture?.toggle, whyButton, copyButton,
        button(text("similar"), () => this.#context.go("search", new URLSearchParams({ like: document.uri })))),
      why, picture?.place, this.#others("copies", hit.copies, query), this.#others("replies", hit.replies, query), this.#passages(hit, read),
      make("p", { class: "matches" }, this.#position,
        button("‹", () => this.step(-1), { "aria-label": text("previousMatch") }), button("›", () => this.step(1), { "aria-label": text("nextMatch") })),
      body);
    await read({ query, prefixes: "last", lines: 150 });
  }

  /** Goes to another match in the text. */
  step(by) {
    const marks = [...this.#body?.querySelectorAll("mark") ?? []];
    this.#position?.parentElement.classList.toggle("none", marks.length === 0);
    if (marks.length === 0) return fill(this.#position ?? make("span"));
    marks[this.#match]?.classList.remove("current");
    this.#match = (this.#match + by + marks.length) % marks.length;
    const mark = marks[this.#match];
    mark.classList.add("current");
    // Only the text moves, and not the page.
    this.#body.scrollTop = mark.offsetTop - this.#body.clientHeight / 2;
    fill(this.#position, text("matchOf", { n: this.#match + 1, all: marks.length }));
  }

  async #read(body, document, position, words, signal, isBefore = false) {
    let reply;
    try {
      reply = await call("Read", { uri: document.uri, ...position }, signal);
    } catch (error) {
      if (error instanceof CallFailure) fill(body, make("p", { class: "quiet", lang: "en" }, error.message));
      return;
    }
    if (!reply.lines) {
      fill(body, make("p", { class: "quiet" }, text("noText"), " ", make("span", { lang: "en" }, document.note ?? "")));
      return this.step(0);
    }
    const isFirst = position.query !== undefined || position.from;
    if (isFirst) fill(body);
    body.querySelector(isBefore ? ".earlier" : ".later")?.remove();
    const block = make("div", { class: "lines", lang: document.language }, markedWords(reply.text, words));
    const height = body.scrollHeight;
    if (isBefore) body.prepend(block); else body.append(block);
    if (isBefore) body.scrollTop += body.scrollHeight - height;
    if ((isFirst || isBefore) && reply.line > 1) {
      const line = Math.max(1, reply.line - 200);
      body.prepend(button(text("earlierText"), () => this.#read(body, document, { line, lines: reply.line - line }, words, signal, true), { class: "earlier" }));
    }
    if (!isBefore && reply.next) {
      body.append(button(text("moreText"), () => this.#read(body, document, { line: reply.next, lines: 400 }, words, signal), { class: "later" }));
    }
    if (isFirst) this.#match = 0;
    this.step(0);
  }

  /** The folders above a document; each one narrows the search. */
  #place(document) {
    const path = pathOf(document), { home } = this.#context;
    const shown = shortPath(path, home).split("/"), base = shown[0] === "~" ? home : "";
    return make("p", { class: "place" }, shown.slice(0, -1).map((name, index) => {
      const folder = [base, ...shown.slice(1, index + 1)].join("/") || "/";
      return [linkButton(name || "/", () => this.#actions.search(filter("in", folder)), { title: text("searchIn", { folder: shortPath(folder, home) }) }),
        name ? " › " : " "];
    }), shown.at(-1), document.member && ` › ${document.member}`);
  }

  #facts(document) {
    const tags = (document.tags ?? []).map((tag) => linkButton(`#${tag}`, () => this.#actions.search(filter("tag", tag))));
    const authors = (document.authors ?? []).map((author) => linkButton(author, () => this.#actions.search(filter("author", author))));
    return make("p", { class: "facts" }, [
      kindName(document.type), size(document.size), document.pages && text("pages", { n: document.pages }),
      document.language && languageName(document.language), make("time", { datetime: timeOf(document) }, moment(timeOf(document))),
    ].filter(Boolean).map((fact) => make("span", {}, fact)), authors, tags,
    document.note && make("span", { class: "warning", lang: "en" }, document.note));
  }

  #mailHeader(document) {
    const people = (field, names) => names?.map((name, index) => [index > 0 && ", ", linkButton(name, () => this.#actions.search(filter(field, name)))]);
    const rows = [["from", people("from", document.authors)], ["to", people("to", document.recipients)], ["subject", document.title],
      ["date", document.created && moment(document.created)], ["attached", document.attachments]];
    return make("dl", { class: "mail" }, rows.filter(([, value]) => value?.length !== 0 && value).map(([name, value]) =>
      [make("dt", {}, text(name)), make("dd", {}, typeof value === "number" ? String(value) : value)]));
  }

  #others(name, documents, query) {
    return documents?.length > 0 && make("details", { class: "others" }, make("summary", {}, text(name, { n: documents.length })),
      make("ul", {}, documents.map((document) => make("li", {},
        linkButton(isMail(document) ? heading(document) : shortPath(pathOf(document), this.#context.home),
          () => this.show({ document, snippet: "", matches: [] }, query)), " ", make("time", { datetime: timeOf(document) }, day(timeOf(document)))))));
  }

  /** Passages of a long document; each one shows its place in the text. */
  #passages(hit, read) {
    const place = (passage) => passage.page ?? passage.line;
    const passages = (hit.passages ?? []).filter((passage, index, all) => place(passage) && all.findIndex((other) => place(other) === place(passage)) === index);
    return passages.length > 1 && make("ul", { class: "passages" }, passages.map((passage) => make("li", {},
      make("button", { type: "button", disabled: !passage.line, onclick: () => read({ line: Math.max(1, passage.line - 3), lines: 150, from: true }) },
        make("strong", {}, text(passage.page ? "page" : "line", { n: passage.page ?? passage.line })), " ", marked(passage.snippet, passage.matches)))));
  }

  async open(hit, query, action = {}) {
    try {
      await open(hit.document.uri, query, action);
    } catch (error) {
      if (error instanceof CallFailure) this.#context.say(error.message);
    }
  }
}
