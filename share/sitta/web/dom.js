// Elements of the page. A text is always a text: nothing here reads markup.

/**
 * Makes an element.
 * Attributes that begin with "on" are listeners, `dataset` is an object, and false and undefined leave one out.
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  return fill(set(element, attributes), ...children);
}

/** The same for a drawing. */
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  return fill(set(element, attributes), ...children);
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  return element;
}

/** Replaces what is in an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** A text with its matches marked; the ranges count bytes of UTF-8. */
export function marked(text, ranges) {
  if (!ranges?.length) return [text];
  const bytes = new TextEncoder().encode(text);
  const decode = (begin, end) => new TextDecoder().decode(bytes.subarray(begin, end));
  const parts = [];
  let end = 0;
  for (const range of ranges) {
    if (range.begin < end) continue;
    parts.push(decode(end, range.begin), make("mark", {}, decode(range.begin, range.end)));
    end = range.end;
  }
  return [...parts, decode(end)];
}

/** The texts of the matches, in small letters. */
export function matchedWords(text, ranges) {
  const bytes = new TextEncoder().encode(text);
  return (ranges ?? []).map(({ begin, end }) => new TextDecoder().decode(bytes.subarray(begin, end)).toLowerCase());
}

/** A text in which whole words are marked, as they were found elsewhere in it. */
export function markedWords(text, words) {
  if (words.size === 0) return [text];
  const parts = [];
  let end = 0;
  for (const { segment, index, isWordLike } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)) {
    if (!isWordLike || !words.has(segment.toLowerCase())) continue;
    parts.push(text.slice(end, index), make("mark", {}, segment));
    end = index + segment.length;
  }
  return [...parts, text.slice(end)];
}
