// A question in a window of its own.

import { button, make } from "./dom.js";
import { text } from "./texts.js";

/** Asks, and returns whether the answer was yes; without a word for yes it only shows the content. */
export function dialog(title, content, yes) {
  return new Promise((resume) => {
    const form = make("form", { method: "dialog", onsubmit: () => { element.returnValue = "yes"; } },
      make("h2", { id: "dialogTitle" }, title), content,
      make("p", { class: "actions" }, yes && make("button", { type: "submit", class: "main" }, yes),
        button(text(yes ? "cancel" : "close"), () => element.close(""))));
    const element = make("dialog", { "aria-labelledby": "dialogTitle", onclose: () => {
      element.remove();
      resume(element.returnValue === "yes");
    } }, form);
    document.body.append(element);
    element.showModal();
    element.querySelector("input:not([type=checkbox])")?.select();
  });
}
