// Rectangles whose areas are in proportion to numbers (Bruls, Huizing, van Wijk: Squarified Treemaps, 2000).

/** Lays out positive values, the largest first, in a rectangle; returns a rectangle for each. */
export function squarified(values, { x, y, width, height }) {
  const total = values.reduce((sum, value) => sum + value, 0);
  const areas = values.map((value) => (value / total) * width * height);
  const result = [];
  let row = [], box = { x, y, width, height };
  const worst = (row, side) => {
    const sum = row.reduce((a, b) => a + b, 0);
    return Math.max((side ** 2 * Math.max(...row)) / sum ** 2, sum ** 2 / (side ** 2 * Math.min(...row)));
  };
  const place = () => {
    const sum = row.reduce((a, b) => a + b, 0), isWide = box.width >= box.height;
    const thick = sum / (isWide ? box.height : box.width);
    let offset = 0;
    for (const area of row) {
      const long = area / thick;
      result.push(isWide ? { x: box.x, y: box.y + offset, width: thick, height: long } : { x: box.x + offset, y: box.y, width: long, height: thick });
      offset += long;
    }
    box = isWide ? { ...box, x: box.x + thick, width: box.width - thick } : { ...box, y: box.y + thick, height: box.height - thick };
    row = [];
  };
  for (const area of areas) {
    const side = Math.min(box.width, box.height);
    if (row.length > 0 && worst([...row, area], side) > worst(row, side)) place();
    row.push(area);
  }
  if (row.length > 0) place();
  return result;
}
