// Pages of PDF documents as pictures, which a jailed program draws in gray.

import { call, CallFailure } from "./api.js";
import { button, fill, make } from "./dom.js";
import { text } from "./texts.js";

/** A button that shows a page as a picture, and the place of the picture. */
export function pagePicture(document, page, signal) {
  const place = make("div", { hidden: true, class: "picture" });
  const toggle = button(text("showPage"), async () => {
    place.hidden = !place.hidden;
    toggle.setAttribute("aria-pressed", String(!place.hidden));
    if (place.hidden || place.children.length > 0) return;
    try {
      const { width, height, pixels } = await call("Draw", { uri: document.uri, page, width: 1000 }, signal);
      const canvas = make("canvas", { width, height, role: "img", "aria-label": text("page", { n: page }) });
      const image = new ImageData(width, height), colours = new Uint32Array(image.data.buffer);
      // Opaque gray has the same byte three times.
      [...atob(pixels)].forEach((letter, index) => { colours[index] = 0xff000000 + letter.charCodeAt(0) * 0x10101; });
      canvas.getContext("2d").putImageData(image, 0, 0);
      fill(place, canvas);
    } catch (error) {
      if (error instanceof CallFailure) fill(place, make("p", { class: "quiet", lang: "en" }, error.message));
    }
  }, { "aria-pressed": "false" });
  return { toggle, place };
}
