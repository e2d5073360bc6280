// Numbers, times, sizes and names, as people write them in the language of the page.

import { language, text } from "./texts.js";

const formatters = new Map();

/** Formatters of Intl are slow to make, so each one is kept. */
function formatter(kind, options = {}) {
  const key = kind + JSON.stringify(options);
  if (!formatters.has(key)) formatters.set(key, new Intl[kind](language, options));
  return formatters.get(key);
}

export const number = (value, digits = 0) => formatter("NumberFormat", { maximumFractionDigits: digits }).format(value);
export const percent = (share) => formatter("NumberFormat", { style: "percent", maximumFractionDigits: share > 0.99 && share < 1 ? 2 : 0 }).format(share);

/** An amount from `low` to `high` in the unit that fits the larger one. */
function amount(low, high, unit, length, digits) {
  return formatter("NumberFormat", { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: digits }).formatRange(low / length, high / length);
}

/** A size in bytes, or a range of sizes. */
export function size(low, high = low) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
  const step = Math.min(units.length - 1, high > 0 ? Math.floor(Math.log10(high) / 3) : 0);
  return amount(low, high, units[step], 1000 ** step, step > 1 ? 1 : 0).replace(/^~/, "");
}

/** A duration in seconds, or a range of durations. */
export function duration(low, high = low) {
  const [unit, length] = high < 1 ? ["millisecond", 0.001] : high < 90 ? ["second", 1] : high < 5400 ? ["minute", 60] : ["hour", 3600];
  return amount(Math.max(low, length), Math.max(high, length), unit, length, unit === "hour" ? 1 : 0).replace(/^[~≈]/, "");
}

/** A day, without the year if it is this one. */
export function day(time) {
  const date = new Date(time);
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return formatter("DateTimeFormat", { day: "numeric", month: "short", year }).format(date);
}

export const moment = (time) => formatter("DateTimeFormat", { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));
export const clock = (time) => formatter("DateTimeFormat", { timeStyle: "short" }).format(new Date(time));
export const month = (year, index) => formatter("DateTimeFormat", { month: "short", year: "numeric", timeZone: "UTC" }).format(Date.UTC(year, index));

/** The name of a language by its code. */
export function languageName(code) {
  try { return formatter("DisplayNames", { type: "language" }).of(code); } catch { return code; }
}

/** The name of a person without the address. */
export const personName = (author) => author.replace(/\s*<[^>]*>$/, "") || author;

const kinds = [
  ["mail", /^message\/|mbox/], ["pdf", /^application\/pdf$/], ["spreadsheet", /spreadsheet|excel|^text\/csv/], ["presentation", /presentation|powerpoint/],
  ["book", /epub|ebook|fictionbook/], ["document", /wordprocessing|msword|opendocument\.text|^(application|text)\/rtf/], ["webpage", /html/],
  ["image", /^image\//], ["audio", /^audio\//], ["video", /^video\//], ["calendar", /calendar/], ["contact", /vcard/],
  ["archive", /zip|tar|rar|7z|compress|bzip|xz|zstd|archive/], ["code", /^text\/x-|javascript|json|xml|x-sh|x-python|yaml|toml/], ["text", /^text\//],
];

/** The family of a media type, such as `mail`. */
export const kindOf = (type) => kinds.find(([, pattern]) => pattern.test(type))?.[0] ?? "other";

/** The name of a media type. */
export function kindName(type) {
  const name = text(`kind.${kindOf(type)}`);
  if (["text/plain", "message/rfc822", "application/pdf", "text/html"].includes(type)) return name;
  return `${name} · ${type.match(/opendocument|openxml/)?.[0] ?? type.split("/").pop().replace(/^(x-|vnd\.)/, "")}`;
}
