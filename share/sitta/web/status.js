// What the daemon is doing.

import { CallFailure, follow, hasEnded } from "./api.js";
import { text } from "./texts.js";

/** The state of the service in a few words. */
export function stateText(status) {
  if (status.first && status.looking) return text("looking", { n: status.documents });
  if (status.first && status.pending) return text("first", { n: status.documents, all: status.documents + status.pending });
  if (status.state === "resting") return text("resting");
  if (status.state === "indexing" && status.pending) return text("indexing", { n: status.pending });
  return text(status.state === "indexing" ? "comparing" : "upToDate");
}

const changed = () => new Promise((resume) => document.addEventListener("visibilitychange", resume, { once: true }));

/**
 * Keeps the status current while the page is seen, and says when sittad does not answer.
 * A browser has six connections to a server, so windows that are not seen give theirs back.
 */
export async function watchStatus(receive, fail) {
  for (let wait = 1; ; wait = Math.min(30, wait * 2)) {
    while (document.hidden) await changed();
    const seen = new AbortController();
    changed().then(() => seen.abort());
    try {
      await follow("Status", {}, seen.signal, (status) => {
        wait = 1;
        receive(status);
      });
    } catch (error) {
      if (hasEnded()) return;
      if (seen.signal.aborted) continue;
      if (error instanceof CallFailure) fail(error.message);
    }
    await new Promise((resume) => setTimeout(resume, wait * 1000));
  }
}
