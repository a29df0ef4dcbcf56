/** The colours of the current theme, for drawing on a canvas. */
export interface ChartColours {
  readonly text: string;
  readonly line: string;
  readonly accent: string;
  /** For the compared names, in order. */
  readonly series: readonly string[];
  /** For missing parts. */
  readonly hatch: string;
  readonly up: string;
  readonly down: string;
  readonly volume: string;
}

const SERIES = ['--series-1', '--series-2', '--series-3', '--series-4', '--series-5'];

/** Including the first name. */
export const MAX_COMPARED = SERIES.length + 1;

export function chartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: of('--quiet'),
    line: of('--line'),
    accent: of('--accent'),
    series: SERIES.map(of),
    hatch: of('--line-strong'),
    up: of('--up'),
    down: of('--down'),
    volume: of('--line-strong'),
  };
}

/** Calls back when the reader or the system changes the theme. Returns an unsubscribe function. */
export function onColours(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const system = matchMedia('(prefers-color-scheme: light)');
  system.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', changed);
  };
}
