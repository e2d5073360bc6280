// Why a document is a hit, and why a path is found or not.

import { call, CallFailure } from "./api.js";
import { make } from "./dom.js";
import { number } from "./formats.js";
import { language, text } from "./texts.js";

/** The parts of the score of a hit as bars, and the whole way from the file to the hit. */
export async function reasons(document, query) {
  let reply;
  try {
    reply = await call("Explain", { path: document.uri, query, prefixes: "last", language });
  } catch (error) {
    return make("p", { class: "warning", lang: "en" }, error instanceof CallFailure ? error.message : String(error));
  }
  const { match } = reply;
  const largest = Math.max(0.01, ...(match?.parts ?? []).map((part) => Math.abs(part.score)));
  return [
    match?.position && make("p", {}, text("position", { n: match.position, all: match.hits })),
    match?.lacking?.length > 0 && make("p", {}, text("lacks", { words: match.lacking.join(", ") })),
    match?.parts.length > 0 && make("ul", { class: "parts" }, match.parts.map((part) => make("li", {},
      make("span", {}, part.kind === "word" ? text("why.word", { word: part.text, n: part.documents ?? 0 }) : text(`why.${part.kind}`)),
      make("span", { class: "number" }, (part.score > 0 ? "+" : "") + number(part.score, 2)),
      make("span", { class: part.score < 0 ? "bar less" : "bar", "aria-hidden": "true", style: { width: `${(100 * Math.abs(part.score)) / largest}%` } })))),
    make("details", {}, make("summary", {}, text("allSteps")), explanation(reply)),
  ];
}

/** The steps of an explanation; the daemon writes them in English. */
export function explanation(reply) {
  return make("ol", { class: "steps" }, reply.steps.map((step) => make("li", { class: step.passed ? "passed" : "stopped" },
    make("span", { class: "hidden" }, text(step.passed ? "passed" : "stopped")),
    make("span", { lang: "en" }, step.text, step.remedy && make("strong", {}, ` ${step.remedy}`)))));
}
