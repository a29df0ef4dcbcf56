const SVG = 'http://www.w3.org/2000/svg';
export const SPARK_WIDTH = 104;
export const SPARK_HEIGHT = 26;
const EDGE = 2;

/** A line through closes, oldest first. NaN interrupts the line. Empty for fewer than two closes. */
export function sparkPath(closes: readonly number[]): string {
  const known = closes.filter((close) => !Number.isNaN(close));
  if (known.length < 2) return '';
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const step = SPARK_WIDTH / (closes.length - 1);
  let path = '';
  let isDrawing = false;
  for (const [i, close] of closes.entries()) {
    if (Number.isNaN(close)) {
      isDrawing = false;
      continue;
    }
    const height = span === 0 ? 0.5 : (close - low) / span;
    const y = SPARK_HEIGHT - EDGE - height * (SPARK_HEIGHT - 2 * EDGE);
    path += `${isDrawing ? 'L' : 'M'}${(i * step).toFixed(1)} ${y.toFixed(1)}`;
    isDrawing = true;
  }
  return path;
}

/** Adds an empty picture to a cell. Returns its line. */
export function sparkIn(cell: HTMLElement): SVGPathElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`);
  svg.setAttribute('class', 'spark');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  svg.append(path);
  cell.append(svg);
  return path;
}
