// The filters of a query are words of it, so that what the page adds can be read, changed and kept as text.

const filterPattern = /(^|\s)(-?[\p{L}_]+:(?:"[^"]*"|\S+))/gu;

/** The filters of a query, as they are written in it. */
export function filters(query) {
  return [...query.matchAll(filterPattern)].map((match) => match[2]);
}

export function adding(filter, query) {
  return filters(query).includes(filter) ? query : `${query.trim()} ${filter}`.trim();
}

export function removing(filter, query) {
  return query.replace(filterPattern, (all, _, found) => (found === filter ? " " : all)).replace(/\s+/g, " ").trim();
}

/** Replaces the filters of a field, such as `modified`, by one or none. */
export function replacing(field, filter, query) {
  const rest = filters(query).filter((found) => found.startsWith(`${field}:`)).reduce((text, found) => removing(found, text), query);
  return filter ? adding(filter, rest) : rest;
}

/** A filter with a value in quotes, if it needs them. */
export function filter(field, value) {
  return /^[^\s"()]+$/.test(value) ? `${field}:${value}` : `${field}:"${value.replace(/"/g, "")}"`;
}

/** The value of a filter. */
export const filterValue = (filter) => filter.replace(/^-?[\p{L}_]+:/u, "").replace(/^"(.*)"$/, "$1");

/** A path as it is shown: the home folder as ~. */
export function shortPath(path, home) {
  return home && (path === home || path.startsWith(`${home}/`)) ? `~${path.slice(home.length)}` : path;
}

/** A path as it is sent: ~ as the home folder. */
export const fullPath = (path, home) => path.replace(/^~(?=\/|$)/, home ?? "~");

/** The path of a document's file. */
export const pathOf = (location) => location.path ?? decodeURIComponent(new URL(location.uri).pathname);

/** The folder of a document's file. */
export const folderOf = (document) => pathOf(document).replace(/\/[^/]*$/, "") || "/";
