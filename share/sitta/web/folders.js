// The folders that are indexed, and the question why a path is found or not.

import { call, CallFailure } from "./api.js";
import { dialog } from "./dialog.js";
import { button, fill, linkButton, make, refill } from "./dom.js";
import { fullPath, pathOf, shortPath } from "./query.js";
import { text } from "./texts.js";
import { explanation } from "./why.js";

export class FoldersPanel {
  #context; #act; #shown; #list = make("ul", { class: "roots" }); #input;

  /** `act` calls a method and returns whether it worked. */
  constructor(context, act) {
    this.#context = context;
    this.#act = act;
    this.#input = make("input", { type: "text", id: "newFolder", placeholder: "~/Documents" });
    this.element = make("section", { class: "panel" }, make("h2", {}, text("folders")), this.#list,
      make("form", { onsubmit: (event) => { event.preventDefault(); this.#add(); } },
        make("label", { for: "newFolder" }, text("addFolder")), this.#input, make("button", { type: "submit" }, text("add"))));
  }

  update(status) {
    const shown = JSON.stringify(status.roots);
    if (this.#shown === shown) return;
    this.#shown = shown;
    refill(this.#list, this.#input, status.roots.map((root) => {
      const path = shortPath(pathOf(root), this.#context.home);
      return make("li", {}, make("span", { class: `dot ${root.state}`, "aria-hidden": "true" }), make("strong", {}, path), " ",
        make("span", { class: "quiet" }, text(`root.${root.state}`)), " ", root.note && make("span", { class: "warning", lang: "en" }, `${root.note} `),
        linkButton(text("remove"), () => this.#remove(root, path), { "aria-label": `${text("remove")}: ${path}`, dataset: { key: root.uri } }));
    }));
  }

  async #add() {
    const folder = this.#input.value.trim();
    if (folder && await this.#act("AddRoot", { folder: fullPath(folder, this.#context.home) })) this.#input.value = "";
  }

  async #remove(root, path) {
    if (await dialog(text("removeTitle", { name: path }), make("p", {}, text("removeMeans")), text("remove"))) this.#act("RemoveRoot", { folder: root.uri });
  }
}

export class ExplainPanel {
  #context; #input; #answer = make("div", { role: "status" }); #shown = "";

  constructor(context) {
    this.#context = context;
    this.#input = make("input", { type: "text", id: "path", placeholder: text("explainHint") });
    this.element = make("section", { class: "panel explain" }, make("h2", {}, text("explain")), make("p", { class: "quiet" }, text("dropHint")),
      make("form", { onsubmit: (event) => {
        event.preventDefault();
        const path = this.#input.value.trim();
        if (path) context.go("health", new URLSearchParams({ path }));
      } }, make("label", { class: "hidden", for: "path" }, text("explainLabel")), this.#input, make("button", { type: "submit", class: "main" }, text("explainNow"))), this.#answer);
  }

  /** Explains a path, or nothing if it is empty. */
  async show(path, { focuses = false } = {}) {
    if (focuses) this.#input.focus();
    if (path === this.#shown) return;
    this.#shown = path;
    this.#input.value = path.startsWith("file:") ? shortPath(pathOf({ uri: path }), this.#context.home) : path;
    if (!path) return fill(this.#answer);
    try {
      const reply = await call("Explain", { path: fullPath(path, this.#context.home) });
      if (path !== this.#shown) return;
      fill(this.#answer, make("p", { class: reply.found ? "fine" : "warning" }, text(reply.found ? "isFound" : "isNotFound")), explanation(reply),
        reply.found && reply.document && button(text("findIt"), () => this.#context.go("search", new URLSearchParams({ q: `name:"${reply.document.name.replace(/"/g, "")}"` }))));
    } catch (error) {
      if (error instanceof CallFailure) fill(this.#answer, make("p", { class: "warning", lang: "en" }, error.message));
    }
    this.element.scrollIntoView({ block: "nearest" });
  }
}

/** Lets files be dropped on the whole page; `receive` gets the first one as a file: URI. */
export function receiveDrops(receive, refuse) {
  const zone = make("div", { class: "drop", hidden: true, "aria-hidden": "true" }, make("p", {}, text("drop")));
  document.body.append(zone);
  const isFile = (event) => [...event.dataTransfer.types].some((type) => type === "Files" || type === "text/uri-list");
  addEventListener("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    zone.hidden = false;
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) zone.hidden = true; });
  addEventListener("drop", (event) => {
    zone.hidden = true;
    if (!isFile(event)) return;
    event.preventDefault();
    const dropped = event.dataTransfer.getData("text/uri-list").split(/\r?\n/).find((line) => line && !line.startsWith("#")) ?? "";
    if (dropped.startsWith("file:")) receive(dropped); else refuse(event.dataTransfer.files[0]?.name ?? "");
  });
}
