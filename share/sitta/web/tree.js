// A tree of folders with check boxes. A folder is chosen with all that is in it, or some folders in it are.

import { button, fill, make } from "./dom.js";
import { size } from "./formats.js";
import { text } from "./texts.js";

export class FolderTree {
  #rows = new Map(); #top; #changed;

  /** `changed` is called when the person chose other folders. */
  constructor(home, changed) {
    this.#changed = changed;
    this.#top = this.#row(home, null, text("homeFolder"));
    this.#top.box.checked = true;
    this.#open(this.#top, true);
    this.element = make("ul", { class: "tree" }, this.#top.item);
  }

  /** The chosen folders, without those in others of them. */
  get roots() {
    const chosen = [];
    const visit = (row) => {
      if (row.box.checked) chosen.push(row.path); else row.children.forEach(visit);
    };
    visit(this.#top);
    return chosen;
  }

  /** Shows the folders that were counted so far. */
  update(folders, sum) {
    this.#amount(this.#top, sum);
    this.#fill(this.#top, folders);
  }

  #fill(parent, folders = []) {
    for (const folder of folders) {
      const row = this.#rows.get(folder.path) ?? this.#row(folder.path, parent, folder.path.split("/").pop());
      this.#amount(row, folder);
      this.#fill(row, folder.folders);
    }
    parent.children.sort((a, b) => b.bytes - a.bytes);
    // Rows keep their places while a person is in them.
    if (!parent.list.contains(document.activeElement)) fill(parent.list, parent.children.map((row) => row.item));
    else for (const row of parent.children) if (!row.item.isConnected) parent.list.append(row.item);
    parent.opener.hidden = parent.children.length === 0;
  }

  #amount(row, { documents, bytes }) {
    row.bytes = bytes;
    fill(row.amount, `${text("documents", { n: documents })}, ${size(bytes)}`);
  }

  #row(path, parent, name) {
    const id = `folder-${this.#rows.size}`;
    const box = make("input", { type: "checkbox", id, onchange: () => this.#choose(row) });
    const list = make("ul", { hidden: true }), amount = make("span", { class: "number" });
    const opener = button("", () => this.#open(row, list.hidden), { class: "opener", "aria-expanded": "false", "aria-label": text("foldersIn", { name }), hidden: true });
    const item = make("li", {}, make("div", { class: "folder" }, opener, box, make("label", { for: id }, name), amount), list);
    const row = { path, parent, box, list, amount, opener, item, children: [], bytes: 0 };
    if (parent) {
      box.checked = parent.box.checked;
      parent.children.push(row);
    }
    this.#rows.set(path, row);
    return row;
  }

  #open(row, isOpen) {
    row.list.hidden = !isOpen;
    row.opener.setAttribute("aria-expanded", String(isOpen));
  }

  #choose(row) {
    const { checked } = row.box;
    const set = (row) => {
      row.box.checked = checked;
      row.box.indeterminate = false;
      row.children.forEach(set);
    };
    set(row);
    // A folder of which a part is left out is not chosen as a whole: new folders in it would come with it.
    for (let parent = row.parent; parent; parent = parent.parent) {
      if (!checked) parent.box.checked = false;
      parent.box.indeterminate = !parent.box.checked && parent.children.some((child) => child.box.checked || child.box.indeterminate);
    }
    this.#changed();
  }
}
