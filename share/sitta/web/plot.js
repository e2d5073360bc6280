// A small plot of values over time.

import { draw, make } from "./dom.js";

/**
 * Draws points [time, value] as an area with a line, from 0 to the highest value.
 * `label` says the content for screen readers; `value` and `time` write numbers. Points more than `gap` apart are not connected.
 */
export function plot(points, { label, value, time, gap = Infinity, isBars = false }) {
  const width = 600, height = 90;
  const first = points[0][0], last = Math.max(points.at(-1)[0], first + 1e-9), highest = Math.max(...points.map(([, amount]) => amount)) || 1;
  const x = (at) => ((at - first) / (last - first)) * width, y = (amount) => height - (amount / highest) * (height - 4);
  const pieces = [];
  for (const point of points) {
    if (pieces.length === 0 || point[0] - pieces.at(-1).at(-1)[0] > gap) pieces.push([]);
    pieces.at(-1).push(point);
  }
  const line = (piece) => piece.map(([at, amount], index) => `${index ? "L" : "M"}${x(at).toFixed(1)} ${y(amount).toFixed(1)}`).join("");
  const area = (piece) => `${line(piece)}L${x(piece.at(-1)[0]).toFixed(1)} ${height}L${x(piece[0][0]).toFixed(1)} ${height}Z`;
  const barWidth = Math.max(1.5, (width / Math.max(1, (last - first) / gap)) * 0.5);
  const mark = draw("line", { y1: 0, y2: height, class: "cursor", visibility: "hidden" });
  const middle = make("span", {});
  const picture = draw("svg", {
    viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": label,
    onpointermove: (event) => {
      const box = picture.getBoundingClientRect(), at = first + ((event.clientX - box.left) / box.width) * (last - first);
      const nearest = points.reduce((best, point) => (Math.abs(point[0] - at) < Math.abs(best[0] - at) ? point : best));
      for (const name of ["x1", "x2"]) mark.setAttribute(name, x(nearest[0]));
      mark.setAttribute("visibility", "visible");
      middle.replaceChildren(make("strong", {}, `${time(nearest[0])}: ${value(nearest[1])}`));
    },
    onpointerleave: () => {
      mark.setAttribute("visibility", "hidden");
      middle.replaceChildren();
    },
  }, isBars ? points.map(([at, amount]) => draw("rect", { class: "line", x: x(at) - barWidth / 2, y: y(amount), width: barWidth, height: height - y(amount) }))
    : pieces.map((piece) => [draw("path", { class: "area", d: area(piece) }), draw("path", { class: "line", d: line(piece), "vector-effect": "non-scaling-stroke" })]), mark);
  return make("div", { class: "plot" }, make("p", { class: "highest" }, value(highest)), picture,
    make("p", { class: "times" }, make("span", {}, time(first)), middle, make("span", {}, time(last))));
}
