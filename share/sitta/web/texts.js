// The texts of the page. Each language has a file of its own, of which one is loaded; a new one is named here.

const languages = ["en", "de"];

/** The language of the page, as the browser prefers it. */
export const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => languages.includes(tag)) ?? "en";

const { default: texts } = await import(`./texts.${language}.js`);
const forms = new Intl.PluralRules(language), numbers = new Intl.NumberFormat(language);

/** A text of the page; `n` chooses its form, and numbers are grouped. */
export function text(name, values = {}) {
  let found = texts[name] ?? name;
  if (typeof found === "object") found = found[forms.select(values.n ?? 0)] ?? found.other;
  return found.replace(/\{(\w+)\}/g, (_, key) => (typeof values[key] === "number" ? numbers.format(values[key]) : values[key] ?? ""));
}
