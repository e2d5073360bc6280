// Times of the hits as bars. A pointer drags over a range of them; two lists do the same for the keyboard.

import { draw, make } from "./dom.js";
import { number } from "./formats.js";
import { text } from "./texts.js";

/** `buckets` have a value, a name and a count; `chosen` has two positions or is null; `choose` gets two values. */
export function timeline(buckets, chosen, choose) {
  const highest = Math.max(1, ...buckets.map(({ count }) => count));
  const width = 240, height = 56, step = width / buckets.length;
  let begin = null, end = null;
  const isChosen = (index) => (begin !== null ? index >= Math.min(begin, end) && index <= Math.max(begin, end) : !chosen || (index >= chosen[0] && index <= chosen[1]));
  const bars = buckets.map(({ count }, index) => {
    const tall = count === 0 ? 1 : Math.max(4, (count / highest) * height);
    return draw("rect", { x: index * step + 0.5, y: height - tall, width: Math.max(1, step - 1), height: tall, rx: 1 });
  });
  const said = make("p", { class: "years" });
  const show = (at) => {
    bars.forEach((bar, index) => bar.classList.toggle("chosen", isChosen(index)));
    const { name, count } = buckets[at] ?? {};
    said.replaceChildren(...(name ? [make("strong", {}, `${name}: ${number(count)}`)] : [make("span", {}, buckets[0].name), make("span", {}, buckets.at(-1).name)]));
  };
  const positionOf = (event) => {
    const box = picture.getBoundingClientRect();
    return Math.min(buckets.length - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * buckets.length)));
  };
  const picture = draw("svg", {
    viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", class: "timeline", "aria-hidden": "true",
    onpointerdown: (event) => {
      picture.setPointerCapture(event.pointerId);
      begin = end = positionOf(event);
      show(end);
    },
    onpointermove: (event) => {
      const at = positionOf(event);
      if (begin !== null) end = at;
      show(at);
    },
    onpointerleave: () => begin === null && show(),
    onpointercancel: () => { begin = null; show(); },
    onpointerup: () => {
      if (begin === null) return;
      const [first, last] = [Math.min(begin, end), Math.max(begin, end)];
      begin = null;
      choose(buckets[first].value, buckets[last].value);
    },
  }, bars);
  show();
  const select = (label, position, change) => make("select", {
    "aria-label": text(label), dataset: { key: label }, onchange: (event) => change(event.target.selectedIndex),
  }, buckets.map(({ name }, index) => make("option", { selected: index === position }, name)));
  const [first, last] = chosen ?? [0, buckets.length - 1];
  const range = (from, to) => choose(buckets[Math.min(from, to)].value, buckets[Math.max(from, to)].value);
  return make("div", {}, picture, said, make("p", { class: "range" },
    select("rangeFrom", first, (from) => range(from, Math.max(from, last))), " – ", select("rangeTo", last, (to) => range(Math.min(first, to), to))));
}
