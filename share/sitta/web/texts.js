// All texts of the page, by language. {name} is replaced; a text with forms is chosen by its first number.

const texts = {
  en: {
    skip: "To the content",
    search: "Search", contents: "Contents", health: "Health",
    searchLabel: "Words in your files", searchHint: "Words that you remember",
    sort: "Sort", "sort.relevance": "Best first", "sort.date": "Newest first", "sort.name": "By name", "sort.size": "Largest first",
    filters: "Filters", removeFilter: "Remove the filter {filter}", hits: "Hits", preview: "Preview",
    "facet.type": "Kind", "facet.folder": "Folder", "facet.author": "Who", "facet.language": "Language", "facet.year": "When", "facet.tag": "Tag",
    found: { one: "{n} hit", other: "{n} hits" }, foundPartly: ", and {partial} with some of the words", more: "Show more",
    nothing: "Nothing was found.", tryInstead: "Did you mean", insteadOf: "Nothing has “{typed}”. These are hits for",
    spoken: "Read as", lacks: "without {words}", page: "p. {n}", copies: { one: "{n} copy", other: "{n} copies" },
    replies: { one: "{n} more message of the conversation", other: "{n} more messages of the conversation" },
    meaning: "near in meaning: {words}", away: "on a disk that is away",
    open: "Open", reveal: "Show in folder", why: "Why this hit?", copyPath: "Copy path", copied: "Copied.", close: "Close",
    noText: "The index has only the name of this file.", moreText: "Read on", choose: "Choose a hit to read it here.",
    keys: "↑ ↓ choose · Enter opens · Ctrl+Enter shows the folder",
    empty: "Type words that you remember of a text, a name, a sender. Each letter counts: hits come as you type.",
    from: "From", to: "To", subject: "Subject", date: "Date",
    clearDates: "All years", yearRange: "Years {from} to {to}: {n}", years: "Choose years: drag, or use the arrow keys with Shift",
    upToDate: "up to date", indexing: { one: "{n} change to go", other: "{n} changes to go" }, first: "first index: {done} of {all}",
    looking: "first index: {done} so far", resting: "waiting: {why}", documents: { one: "{n} document", other: "{n} documents" },
    ended: "This page has ended. Run “sitta web” again.", used: "This address was used already or is too old. Run “sitta web” again.",
    unavailable: "Sitta does not answer: {reason}", late: "That took too long; some hits may be missing.",
    all: "All files", byCount: "{name}: {n} documents", others: "{n} more", kinds: "Kinds", languages: "Languages", growth: "By year",
    folders: "Folders", addFolder: "Index a folder", add: "Add", remove: "Remove", pause: "Pause for 2 hours", resume: "Go on now",
    problems: "Not completely read", noProblems: "Every document was read.", leftOut: "Left out by rules", show: "Show",
    explain: "Why is a file found or not?", explainHint: "/home/me/file.txt", ask: "Explain", warnings: "Warnings", index: "Index",
    indexSize: "{size} in {n} documents, {watched} folders watched", checked: "checked {time}", repairs: "Repairs",
    reasons: { one: "{n} document: {reason}", other: "{n} documents: {reason}" }, firstOf: "the first {n}",
    "rule.hidden": "hidden", "rule.pattern": "by your patterns", "rule.ignored": "by ignore files", "rule.toolFolder": "filled by tools",
    "rule.repository": "inside of repositories", "rule.secret": "possibly secret", "rule.forgotten": "forgotten", "rule.marker": "marked folders",
    "rule.tooLarge": "too large", "rule.otherFileSystem": "on other file systems", "rule.ownFolder": "Sitta's own",
  },
  de: {
    skip: "Zum Inhalt",
    search: "Suche", contents: "Inhalt", health: "Zustand",
    searchLabel: "Wörter in Ihren Dateien", searchHint: "Wörter, an die Sie sich erinnern",
    sort: "Reihenfolge", "sort.relevance": "Beste zuerst", "sort.date": "Neueste zuerst", "sort.name": "Nach Name", "sort.size": "Größte zuerst",
    filters: "Filter", removeFilter: "Den Filter {filter} entfernen", hits: "Treffer", preview: "Vorschau",
    "facet.type": "Art", "facet.folder": "Ordner", "facet.author": "Wer", "facet.language": "Sprache", "facet.year": "Wann", "facet.tag": "Schlagwort",
    found: { one: "{n} Treffer", other: "{n} Treffer" }, foundPartly: ", und {partial} mit einem Teil der Wörter", more: "Mehr anzeigen",
    nothing: "Nichts gefunden.", tryInstead: "Meinten Sie", insteadOf: "„{typed}“ kommt nicht vor. Dies sind Treffer für",
    spoken: "Verstanden als", lacks: "ohne {words}", page: "S. {n}", copies: { one: "{n} Kopie", other: "{n} Kopien" },
    replies: { one: "{n} weitere Nachricht des Gesprächs", other: "{n} weitere Nachrichten des Gesprächs" },
    meaning: "ähnlich in der Bedeutung: {words}", away: "auf einem Datenträger, der nicht da ist",
    open: "Öffnen", reveal: "Im Ordner zeigen", why: "Warum dieser Treffer?", copyPath: "Pfad kopieren", copied: "Kopiert.", close: "Schließen",
    noText: "Der Index hat nur den Namen dieser Datei.", moreText: "Weiterlesen", choose: "Wählen Sie einen Treffer, um ihn hier zu lesen.",
    keys: "↑ ↓ wählen · Enter öffnet · Strg+Enter zeigt den Ordner",
    empty: "Geben Sie Wörter eines Textes, eines Namens oder eines Absenders ein. Treffer erscheinen mit jedem Buchstaben.",
    from: "Von", to: "An", subject: "Betreff", date: "Datum",
    clearDates: "Alle Jahre", yearRange: "Jahre {from} bis {to}: {n}", years: "Jahre wählen: ziehen, oder Pfeiltasten mit Umschalt",
    upToDate: "aktuell", indexing: { one: "noch {n} Änderung", other: "noch {n} Änderungen" }, first: "erster Index: {done} von {all}",
    looking: "erster Index: bisher {done}", resting: "wartet: {why}", documents: { one: "{n} Dokument", other: "{n} Dokumente" },
    ended: "Diese Seite ist beendet. Rufen Sie „sitta web“ noch einmal auf.", used: "Diese Adresse wurde schon benutzt oder ist zu alt. Rufen Sie „sitta web“ noch einmal auf.",
    unavailable: "Sitta antwortet nicht: {reason}", late: "Das hat zu lange gedauert; es können Treffer fehlen.",
    all: "Alle Dateien", byCount: "{name}: {n} Dokumente", others: "{n} weitere", kinds: "Arten", languages: "Sprachen", growth: "Nach Jahren",
    folders: "Ordner", addFolder: "Einen Ordner aufnehmen", add: "Hinzufügen", remove: "Entfernen", pause: "2 Stunden Pause", resume: "Jetzt weiter",
    problems: "Nicht ganz gelesen", noProblems: "Jedes Dokument wurde gelesen.", leftOut: "Durch Regeln ausgelassen", show: "Zeigen",
    explain: "Warum wird eine Datei gefunden oder nicht?", explainHint: "/home/ich/datei.txt", ask: "Erklären", warnings: "Warnungen", index: "Index",
    indexSize: "{size} für {n} Dokumente, {watched} Ordner beobachtet", checked: "geprüft {time}", repairs: "Reparaturen",
    reasons: { one: "{n} Dokument: {reason}", other: "{n} Dokumente: {reason}" }, firstOf: "die ersten {n}",
    "rule.hidden": "versteckt", "rule.pattern": "durch Ihre Muster", "rule.ignored": "durch Ignorier-Dateien", "rule.toolFolder": "von Werkzeugen gefüllt",
    "rule.repository": "in Repositorien", "rule.secret": "vielleicht geheim", "rule.forgotten": "vergessen", "rule.marker": "markierte Ordner",
    "rule.tooLarge": "zu groß", "rule.otherFileSystem": "auf anderen Dateisystemen", "rule.ownFolder": "von Sitta selbst",
  },
};

/** The language of the page, as the browser prefers it. */
export const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in texts) ?? "en";

/** A text of the page; `n` chooses the form and is grouped. */
export function text(name, values = {}) {
  let found = texts[language][name] ?? texts.en[name] ?? name;
  if (typeof found === "object") found = found[new Intl.PluralRules(language).select(values.n ?? 0)] ?? found.other;
  return found.replace(/\{(\w+)\}/g, (_, key) => (typeof values[key] === "number" ? number(values[key]) : values[key] ?? ""));
}

export function number(value) { return new Intl.NumberFormat(language).format(value); }

/** A size in bytes, for people. */
export function size(bytes) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
  const step = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0);
  return new Intl.NumberFormat(language, { style: "unit", unit: units[step], unitDisplay: "short", maximumFractionDigits: step > 1 ? 1 : 0 })
    .format(bytes / 1000 ** step);
}

/** A day, without the year if it is this one. */
export function day(time) {
  const date = new Date(time);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year: isThisYear ? undefined : "numeric" }).format(date);
}

/** A moment, for people. */
export function moment(time) {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));
}

/** The name of a language by its code. */
export function languageName(code) {
  try { return new Intl.DisplayNames(language, { type: "language" }).of(code); } catch { return code; }
}
