// Is it well: progress, pauses, what it uses, and the parts about folders, problems and rules.

import { call, CallFailure } from "./api.js";
import { button, fill, make, refill } from "./dom.js";
import { clock, duration, number, percent, size } from "./formats.js";
import { ExplainPanel, FoldersPanel } from "./folders.js";
import { plot } from "./plot.js";
import { LeftOutPanel, ProblemsPanel } from "./problems.js";
import { stateText } from "./status.js";
import { text } from "./texts.js";

const minute = 60_000;
const pauses = { hour: () => 60, hours: () => 120, tomorrow: () => 24 * 60 };

export class HealthView {
  #context; #parts = {}; #speed = []; #usageTimer;

  constructor(context) { this.#context = context; }

  show(parameters) {
    this.#context.title(text("health"));
    const isNew = !this.#parts.main?.isConnected;
    if (isNew) this.#build();
    this.#parts.explain.show(parameters.get("path") ?? "", { focuses: parameters.has("ask") });
    this.update(this.#context.status);
    if (isNew) this.#loadUsage();
  }

  #build() {
    const state = make("h2", {}), bar = make("progress"), left = make("p", { class: "quiet" }), why = make("ul", { class: "pauses" });
    const resume = button(text("resume"), () => this.act("Resume", { now: true }), { class: "main" });
    const length = make("select", { id: "pauseLength" }, Object.keys(pauses).map((name) => make("option", { value: name }, text(`pause.${name}`))),
      make("option", { value: "power" }, text("pause.power")));
    const pause = button(text("pause"), () => this.act("Pause", length.value === "power" ? { untilPower: true }
      : { until: new Date(Date.now() + pauses[length.value]() * minute).toISOString().replace(/\.\d+/, "") }));
    const figures = make("dl", { class: "figures" }), warnings = make("div"), usage = make("section", { class: "panel usage", hidden: true });
    const act = (...call) => this.act(...call);
    const panels = { folders: new FoldersPanel(this.#context, act), problems: new ProblemsPanel(this.#context), leftOut: new LeftOutPanel(this.#context), explain: new ExplainPanel(this.#context) };
    const main = make("div", { class: "health" },
      make("section", { class: "panel live" }, state, bar, left, why,
        make("p", { class: "actions" }, resume, pause, make("label", { class: "hidden", for: "pauseLength" }, text("pauseLength")), length), figures, warnings),
      make("div", { class: "stack" }, panels.explain.element, panels.folders.element), panels.problems.element, panels.leftOut.element, usage);
    this.#parts = { main, state, bar, left, why, resume, figures, warnings, usage, ...panels };
    fill(this.#context.main, main);
  }

  /** Shows a status. Controls stay the same elements, so that they keep the focus. */
  update(status) {
    if (!status || !this.#parts.main?.isConnected) return;
    const { state, bar, left, why, resume, folders, problems, leftOut } = this.#parts;
    fill(state, stateText(status));
    const all = status.documents + status.pending, isBusy = Boolean(status.first || status.state !== "idle");
    bar.hidden = !isBusy || Boolean(status.rebuild);
    bar.max = all || 1;
    if (status.looking) bar.removeAttribute("value"); else bar.value = status.documents;
    bar.setAttribute("aria-label", stateText(status));
    fill(left, isBusy && this.#left(status, all));
    fill(why, status.pauses.map((pause) => make("li", {}, text(`rest.${pause.reason}`), pause.until && ` ${text("until", { time: clock(pause.until) })}`)),
      status.rebuild && make("li", {}, text("rebuild", { n: status.rebuild.documents }), " ", make("span", { lang: "en" }, status.rebuild.reason)));
    resume.hidden = status.pauses.length === 0;
    this.#showFigures(status);
    folders.update(status);
    problems.update(status);
    leftOut.update(status);
  }

  #left(status, all) {
    const now = Date.now();
    this.#speed = [...this.#speed.filter(([time]) => now - time < minute), [now, status.documents]];
    const [time, documents] = this.#speed[0], done = status.documents - documents;
    const seconds = done > 20 && now > time + 2000 ? (status.pending * (now - time)) / 1000 / done : 0;
    return !status.looking && [`${percent(status.documents / (all || 1))} · ${text("left", { n: status.pending })}`,
      seconds > 0 && status.pauses.length === 0 && ` · ${text("about", { time: duration(seconds) })}`];
  }

  #showFigures(status) {
    const rows = [
      ["figure.documents", make("a", { href: "#/contents", dataset: { key: "documents" } }, number(status.documents))], ["figure.index", size(status.indexBytes)],
      status.delay && ["figure.delay", duration(status.delay / 1000)], status.audit?.samples >= 300 && ["figure.audit", percent(status.audit.least)],
    ].filter(Boolean);
    refill(this.#parts.figures, this.#context.main, rows.map(([name, value]) => make("div", {}, make("dt", {}, text(name)), make("dd", {}, value))));
    const sentences = JSON.stringify([status.warnings, status.recoveries, status.recognition]);
    const { warnings } = this.#parts;
    if (warnings.dataset.sentences === sentences) return;
    warnings.dataset.sentences = sentences;
    fill(warnings, status.warnings.map((warning) => make("p", { class: "warning", lang: "en" }, warning)),
      status.recoveries.length > 0 && make("details", {}, make("summary", {}, text("repairs", { n: status.recoveries.length })),
        make("ul", { lang: "en" }, status.recoveries.map((recovery) => make("li", {}, recovery.text)))),
      status.scans > 0 && make("p", { class: "quiet" }, text("scans", { n: status.scans }), " ", text(`recognition.${status.recognition}`)));
  }

  /** The processor, the memory and the disk that the daemon used in the last hours. */
  async #loadUsage() {
    clearTimeout(this.#usageTimer);
    const { usage } = this.#parts;
    let samples = [];
    try {
      samples = (await call("Usage")).samples;
    } catch (error) {
      if (!(error instanceof CallFailure)) return;
    }
    if (!usage.isConnected) return;
    this.#usageTimer = setTimeout(() => this.#loadUsage(), 5 * minute);
    usage.hidden = samples.length < 2;
    if (usage.hidden) return;
    const points = (value) => samples.map((sample) => [Date.parse(sample.time), value(sample)]);
    const chart = (name, values, form, options = {}) => {
      const highest = Math.max(...values.map(([, value]) => value));
      return make("figure", {}, make("figcaption", {}, text(name)),
        plot(values, { label: text("usageLabel", { name: text(name), value: form(highest), last: form(values.at(-1)[1]) }), value: form, time: clock, gap: 7 * minute, ...options }));
    };
    fill(usage, make("h2", {}, text("usage")), make("div", { class: "columns" },
      chart("usage.cpu", points((sample) => sample.cpuSeconds / 300), percent, { isBars: true }), chart("usage.memory", points((sample) => sample.memory), size),
      chart("usage.disk", points((sample) => sample.indexBytes), size, { gap: Infinity })));
  }

  /** Calls a method that changes something, and says what it warns of. */
  async act(method, parameters) {
    try {
      const reply = await call(method, parameters);
      for (const warning of reply.warnings ?? []) this.#context.say(warning);
      return true;
    } catch (error) {
      if (!(error instanceof CallFailure)) return false;
      this.#context.say(error.name === "NotOnBattery" ? text("notOnBattery") : error.name === "LastRoot" ? text("lastRoot")
        : error.name === "NoSuchFolder" ? text("noSuchFolder", { folder: error.details.folder }) : error.message);
      return false;
    }
  }
}
