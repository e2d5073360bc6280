// Elements of the page. A text is always a text: nothing here reads markup.

/**
 * Makes an element.
 * Attributes that begin with "on" are listeners, `dataset` and `style` are objects, and false, null and undefined leave one out.
 */
export function make(name, attributes = {}, ...children) {
  return fill(set(document.createElement(name), attributes), ...children);
}

/** The same for a drawing. */
export function draw(name, attributes = {}, ...children) {
  return fill(set(document.createElementNS("http://www.w3.org/2000/svg", name), attributes), ...children);
}

/** A button. */
export function button(label, action, attributes = {}) {
  return make("button", { type: "button", onclick: action, ...attributes }, label);
}

/** A button that looks like a link. */
export const linkButton = (label, action, attributes = {}) => button(label, action, { class: "link", ...attributes });

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset" || name === "style") Object.assign(element[name], value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  return element;
}

/** Replaces the content of an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false && child !== ""));
  return element;
}

/** Replaces the content of an element; the focus stays on the control with the same `dataset.key`, or goes to `otherwise`. */
export function refill(element, otherwise, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  fill(element, ...children);
  if (!focused) return;
  const again = [...element.querySelectorAll("[data-key]")].find((control) => control.dataset.key === focused.dataset.key);
  (again ?? otherwise).focus();
}

const encoder = new TextEncoder(), decoder = new TextDecoder(), segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** A text with its matches marked; the ranges count bytes of UTF-8. */
export function marked(text, ranges) {
  if (!ranges?.length) return [text];
  const bytes = encoder.encode(text);
  const parts = [];
  let end = 0;
  for (const range of ranges) {
    if (range.begin < end) continue;
    parts.push(decoder.decode(bytes.subarray(end, range.begin)), make("mark", {}, decoder.decode(bytes.subarray(range.begin, range.end))));
    end = range.end;
  }
  return [...parts, decoder.decode(bytes.subarray(end))];
}

/** The texts of the matches, in small letters; one that is the beginning of a word ends in a star. */
export function matchedWords(text, ranges) {
  const bytes = encoder.encode(text), decode = (begin, end) => decoder.decode(bytes.subarray(begin, end)).toLowerCase();
  return (ranges ?? []).map(({ begin, end }) => decode(begin, end) + (/^[\p{L}\p{N}]/u.test(decode(end, end + 4)) ? "*" : ""));
}

/** A text in which whole words are marked, as they were found elsewhere in it. */
export function markedWords(text, words) {
  if (words.size === 0) return [text];
  const parts = [], beginnings = [...words].filter((word) => word.endsWith("*")).map((word) => word.slice(0, -1));
  let end = 0;
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike) continue;
    const word = segment.toLowerCase(), length = words.has(word) ? word.length : beginnings.find((beginning) => word.startsWith(beginning))?.length;
    if (!length) continue;
    parts.push(text.slice(end, index), make("mark", {}, segment.slice(0, length)));
    end = index + length;
  }
  return [...parts, text.slice(end)];
}

/** Copies a text, and says so in a control for a moment. */
export async function copy(text, control, said) {
  await navigator.clipboard.writeText(text);
  const label = control.textContent;
  control.textContent = said;
  setTimeout(() => { control.textContent = label; }, 1500);
}
