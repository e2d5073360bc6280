// The years of the hits as bars; a range of them becomes a filter.

import { draw, make } from "./dom.js";
import { text } from "./texts.js";

/** `years` are the values of the facet; `choose` gets the first and the last year, or nothing for all. */
export function timeline(years, chosen, choose) {
  const counts = new Map(years.map(({ value, count }) => [Number(value), count]).filter(([year]) => Number.isInteger(year)));
  if (counts.size === 0) return null;
  // Single documents with odd times, such as 1970, do not make the rest too narrow to hit.
  const last = Math.max(...counts.keys());
  const first = Math.max(Math.min(...counts.keys()), last - 59);
  const span = last - first + 1;
  const highest = Math.max(...counts.values());
  const width = 240, height = 48, step = width / span;
  let begin = null, end = null;
  const isChosen = (year) => (begin !== null ? year >= Math.min(begin, end) && year <= Math.max(begin, end) : !chosen || (year >= chosen[0] && year <= chosen[1]));
  const bars = Array.from({ length: span }, (_, index) => {
    const count = counts.get(first + index) ?? 0;
    const tall = count === 0 ? 1 : Math.max(3, (count / highest) * height);
    return draw("rect", { x: index * step, y: height - tall, width: Math.max(1, step - 1), height: tall },
      draw("title", {}, `${first + index}: ${count}`));
  });
  const show = () => bars.forEach((bar, index) => bar.classList.toggle("chosen", isChosen(first + index)));
  const yearAt = (event) => {
    const box = picture.getBoundingClientRect();
    return first + Math.min(span - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * span)));
  };
  const finish = () => {
    if (begin === null) return;
    const range = [Math.min(begin, end), Math.max(begin, end)];
    begin = null;
    choose(...range);
  };
  const picture = draw("svg", {
    viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", class: "timeline", tabindex: "0", role: "img",
    "aria-label": `${text("years")}. ${text("yearRange", { from: String(first), to: String(last), n: years.reduce((sum, { count }) => sum + count, 0) })}`,
    onpointerdown: (event) => {
      picture.setPointerCapture(event.pointerId);
      begin = end = yearAt(event);
      show();
    },
    onpointermove: (event) => {
      if (begin === null) return;
      end = yearAt(event);
      show();
    },
    onpointerup: finish,
    onkeydown: (event) => {
      const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!direction) return;
      event.preventDefault();
      const [from, to] = chosen ?? [last, last];
      const moved = Math.min(last, Math.max(first, (event.shiftKey ? to : from) + (chosen ? direction : 0)));
      choose(event.shiftKey ? Math.min(from, moved) : moved, moved);
    },
  }, bars);
  show();
  return make("div", {}, picture, make("p", { class: "years" }, make("span", {}, String(first)), make("span", {}, String(last))),
    chosen && make("button", { type: "button", class: "quiet", onclick: () => choose() }, text("clearDates")));
}
